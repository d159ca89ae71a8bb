"""What options declare beside their defaults: the files that they name, the least that makes sense, other spellings."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from mondegreen.cli import list_plans

PLANS = list(list_plans().values())
OPTIONS = [(plan, each) for plan in PLANS for each in plan.options.values()]


def gather(fact: str) -> dict[Any, dict[str, set[str]]]:
    """By each value of a fact the options that have it, each with the plans in which it does."""
    found: dict[Any, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for plan, each in OPTIONS:
        if (value := getattr(each, fact)) not in (None, False, "", ()):
            found[value][each.name].add(plan.__name__.removesuffix("Plan"))
    return found


# Of some plans alone, where others have an option of that name that means something else.
SOME: dict[tuple[str, str], set[str]] = {
    ("path", "words"): {"Oracle", "Tune", "Rerank"},  # words.txt of lattices; elsewhere a number
    ("path", "source"): {"Map", "Translate", "Evaluate"},  # vectors; of `convert` the name of a format
    ("path", "data"): {"Kaldi", "KaldiDoctor", "Espnet"},
    ("path", "by"): set(),
}
PATHS: dict[str, set[str]] = {
    "input": {
        "dev",
        *("reference", "hypothesis", "hypotheses", "inputs", "input", "text", "runs", "triplets", "table", "like"),
        *("utt2spk", "spk2utt", "segments", "uem", "column", "ref_tags", "hyp_tags", "surfaces", "marks", "audio"),
        *("translation", "translated", "against", "sources", "costs", "words", "grid", "test_grid", "test_lists"),
        *(
            "data",
            "lang",
            "decode",
            "experiment",
            "dumpdir",
            "nlsyms_txt",
            "bpemodel",
            "metrics_config",
            "token_list",
            "dict",
        ),
        *("folder", "frequencies", "stop_words", "pairs", "source", "target", "dictionary", "mapping", "systems"),
        *("pos", "forms", "synonyms", "source_forms", "target_forms", "test", "numbers", "against_hyp"),
        "directories",
    },
    "output": {
        *("plot", "rows", "output", "write", "edits", "summary", "save_table", "write_source", "write_target", "train"),
        *("test", "save_model", "results"),
    },
    "run": {"save"},
    "model": {"sentences", "contextual", "vectors", "hyp_vectors"},
    "cache": {"cache"},
}


def test_files_are_known_as_such() -> None:
    """What is not known as one is neither checked before work nor reached under --untrusted."""
    found = gather("path")
    assert {kind: set(options) for kind, options in found.items()} == PATHS
    assert found["input"]["test"] == {"Tune"}
    assert found["output"]["test"] == {"Split"}
    for plan, each in OPTIONS:
        named = {kind for kind, names in PATHS.items() if each.name in names}
        if (wanted := SOME.get(("path", each.name))) and plan.__name__.removesuffix("Plan") not in wanted:
            continue
        assert not named or each.path in named, (plan.__name__, each.name)


LEAST: dict[float, set[str]] = {
    # What is counted, of which none would be nothing.
    1: {
        *("top", "threads", "batch_size", "num_cpus", "least_votes", "n", "num_spkrs", "draws", "epochs", "patience"),
        *("iterations", "neighbors", "min_lmwt", "resamples", "port"),
    },
    0: {"seed", "restarts", "refinements"},
    32: {"samples"},  # a batch of the adversarial start
    2: {"rank"},  # CSLS needs words to hold against others
}
# Where a number is checked with a sentence of its own, or anything goes.
FREE = {("Simulate", "threads"), ("Simulate", "neighbors"), ("Robustness", "neighbors")}


def test_numbers_have_a_least() -> None:
    found = {least: set(options) for least, options in gather("least").items()}
    found[0.0] = {each.name for _, each in OPTIONS if each.least == 0}
    assert found == LEAST
    for plan, each in OPTIONS:
        name = plan.__name__.removesuffix("Plan")
        wanted = next((least for least, names in LEAST.items() if each.name in names), None)
        assert (name, each.name) in FREE or each.least == wanted, (name, each.name)


ESPNETS: tuple[str, ...] = (
    "nlsyms_txt",
    "metrics_config",
    "hyp_cleaner",
    "token_list",
    "token_type",
    "score_opts",
    "num_spkrs",
)
ESPNETS += ("local_score", "local_score_opts", "tgt_lang", "tgt_case")


def test_other_spellings() -> None:
    """British ones, those of ESPnet's own scripts, and what metrics and keys were called by others."""
    known: dict[tuple[str, ...], set[str]] = {
        ("--metric",): {"metrics"},
        ("--as",): {"output_format"},
        ("--key-column",): {"id_column"},
        ("--normalise",): {"normalize"},
        ("--normalize", "--normalise"): {"rules"},
        ("--tokenise",): {"tokenize"},
        ("-o",): {"output"},
        **{(f"--{name}",): {name} for name in ESPNETS},
    }
    assert {spellings: set(options) for spellings, options in gather("aliases").items()} == known
    lacking = {
        (plan.__name__, each.name)
        for plan, each in OPTIONS
        if not each.aliases and each.name in ("metrics", "id_column", "normalize", "tokenize", "output")
    }
    assert lacking == {
        ("ConvertPlan", "id_column"),  # whose flag is --key-column
        ("ConvertPlan", "output"),  # a place
        ("NormalizePlan", "output"),
        ("MapPlan", "output"),
        ("EspnetPlan", "metrics"),
        ("KaldiPlan", "metrics"),
        ("RobustnessPlan", "tokenize"),
    }


FLAGS = {
    **{
        ("Convert", name): flag
        for name, flag in (("source", "--from"), ("goal", "--to"), ("id_column", "--key-column"))
    },
    **dict.fromkeys(((plan, "numbers") for plan in ("Compare", "CompareCall", "Correlate", "Downstream")), "--with"),
}


def test_a_flag_is_the_name_with_hyphens() -> None:
    for plan, each in OPTIONS:
        known = FLAGS.get((plan.__name__.removesuffix("Plan"), each.name))
        assert each.flag == (known or f"--{each.name.replace('_', '-')}")


def test_what_needs_others_and_what_goes_without_them() -> None:
    assert {names: set(options) for names, options in gather("needs").items()} == {
        ("audio",): {"embed_audio"},
        ("serve",): {"port"},
        ("fit",): {"save_model"},
        ("save",): {"resume"},
        ("engine",): {"ray_address", "num_cpus"},
        ("ref_tags",): {"hyp_tags"},
        ("ci",): {"resample_by", "resamples", "level", "seed"},
        ("against",): {"against_hyp"},
    }
    assert {names: set(options) for names, options in gather("apart").items()} == {
        ("spk2utt",): {"utt2spk"},
        ("deletions", "insertions"): {"like"},
        ("like",): {"deletions", "insertions"},
        ("utt2spk",): {"spk2utt"},
        ("no_cache",): {"cache"},
        ("cache",): {"no_cache"},
        ("serve",): {"output"},
        ("output",): {"serve"},
    }
    needing = {(plan.__name__, each.name) for plan, each in OPTIONS if each.needs and each.name in ("level", "seed")}
    assert needing == {("ScorePlan", name) for name in ("level", "seed")}


def test_what_may_come_again() -> None:
    assert {name: plans for name, plans in gather("repeats")[True].items() if name not in ("by", "only")}.keys() == {
        *("metrics", "column", "normalize", "hyp_tags", "utterance", "surfaces", "fail_if", "costs", "of", "rules"),
        *("encoders", "pairs", "plot", "numbers"),
    }
    assert gather("repeats")[True]["by"] == {"Compare"}
    assert gather("repeats")[True]["only"] == {"Espnet", "Tools"}
    for plan, each in OPTIONS:
        assert each.repeats or each.name not in ("metrics", "normalize", "rules", "column"), plan


KNOWN: dict[str, set[str]] = {
    "mondegreen.metrics:METRICS": {"metrics"},
    "mondegreen.metrics:ALL_METRICS": {"metrics"},
    "mondegreen.render.plot:SCORE_PLOTS": {"plot"},
    "mondegreen.render.plot:COMPARISON_PLOTS": {"plot"},
    "mondegreen.reports:REPORTS": {"report"},
    "mondegreen.reports:COMPARISON_REPORTS": {"report"},
    "mondegreen.reports:LEXICON_REPORTS": {"report"},
    "mondegreen.reports:LEXICON_PLOTS": {"plot"},
    "mondegreen.reports.lexicons_gathered:GATHERED": {"report", "plot"},
    "mondegreen.formats:FORMATS": {"format", "ref_format", "hyp_format", "source"},
    "mondegreen.formats:list_writable": {"goal", "to"},
    "mondegreen.normalization:NORMALIZERS": {"normalize", "rules"},
    "mondegreen.tokenization:TOKENIZERS": {"tokenize"},
    "mondegreen.writers:OUTPUT_FORMATS": {"output_format"},
    "mondegreen.writers:TABLE_FORMATS": {"output_format"},
    "mondegreen.encoders:ENCODERS": {"encoders"},
    "mondegreen.cli.help:list_topics": {"names"},
}


def test_names_that_shells_complete() -> None:
    found = gather("known")
    assert {registry: set(options) for registry, options in found.items()} == KNOWN
    assert found["mondegreen.metrics:ALL_METRICS"] == {"metrics": {"Score"}}  # meetings are scored by it, too
    assert found["mondegreen.writers:OUTPUT_FORMATS"]["output_format"] == {"Score", "Align", "Espnet"}  # they have runs


@pytest.mark.parametrize("plan", PLANS)
def test_what_has_a_place_has_one_in_python(plan: type[Any]) -> None:
    places = {each.name for each in plan.options.values() if each.positional}
    assert places == {each.name for each in plan.options.values() if each.has_place}


def test_groups_of_the_help() -> None:
    """Reading, models and output are told of together, wherever they were declared."""
    titles = {each.group for _, each in OPTIONS}
    assert {title for title in titles if " " not in title} == {
        "",
        "reading",
        "output",
        "errors",
        "lists",
        "words",
        "learning",
    }
    for plan, each in OPTIONS:
        if plan.__name__ in ("ScorePlan", "RobustnessPlan") and each.name in (
            "missing", "extra", "format", "encoding"
        ):  # fmt: skip
            assert each.group == "reading"
