"""What options are where nobody says: as of the Python functions, alike in all commands, or as an original has it."""

import inspect
from argparse import Action
from functools import cache

import pytest

import mondegreen as mg
from mondegreen.cli import COMMANDS
from mondegreen.cli.parser import build_parser, list_options
from mondegreen.metrics import make_metric
from mondegreen.pairs import Join
from mondegreen.plan.shared import Terminal
from mondegreen.results.interval import Bootstrap
from mondegreen.simulation import corrupt


@cache
def every() -> dict[tuple[str, str], Action]:
    """The options of all commands, by command and name."""
    found = {}
    for name in COMMANDS:
        parser = build_parser(name, COMMANDS.find(name))
        for part, each in {"": parser, **parser.inner}.items():
            for option, action in list_options(each).items():
                if declared := {**Terminal.options, **each.plan.options}.get(action.dest):
                    action.default = declared.default  # which the parser leaves to the plan
                found[f"{name} {part}".strip(), option] = action
    return found


SCORE = {name: each.default for name, each in inspect.signature(mg.score).parameters.items()}
# Options of several commands, and what a function of Python does without.
SHARED: dict[str, object] = {
    "--policy": SCORE["policy"],
    "--missing": Join().missing,
    "--extra": Join().extra,
    "--duplicate": "first",
    "--empties": SCORE["empties"],
    "--encoding": "utf-8",
    "--output": "-",
    "--color": "auto",
    "--tokenize": "words",
    "--tokenise": "words",
    "--level": Bootstrap().level,
    "--seed": Bootstrap().seed,
    "--resamples": Bootstrap().resamples,
    "--pair-by": "id",
}
# What differs, and why: shards must tell what is missing.
OTHERS: dict[tuple[str, str], object] = {("runs merge", "--missing"): "error"}


@pytest.mark.parametrize("name", SHARED)
def test_an_option_has_one_default_in_all_commands(name: str) -> None:
    """Where it has none, the command can tell whether it was given."""
    found = {command: action.default for (command, option), action in every().items() if option == name}
    assert found
    for command, default in found.items():
        assert default in {OTHERS.get((command, name), SHARED[name]), None}, command
    assert set(found.values()) - {None}


# Of single commands: what the original does that they stand for, or what its publication has.
OWN: dict[str, dict[str, object]] = {
    # steps/scoring/score_kaldi_wer.sh
    "kaldi score": {"--min-lmwt": 7, "--max-lmwt": 17, "--word-ins-penalty": "0.0,0.5,1.0", "--beam": 6.0},
    "espnet": {"--dumpdir": "dump/raw", "--num-spkrs": 1, "--num_spkrs": 1, "--rates": "cer,wer,ter"},  # asr.sh
    "lexicon map": {"--neighbors": 10, "--method": "vecmap"},  # of CSLS: Conneau et al. 2018
    "lexicon translate": {"--neighbors": 10, "--way": "csls", "--top": 5},
    "lexicon neighbors": {"--neighbors": 10, "--way": "cosine", "--top": 5},
    "lexicon eval": {"--neighbors": 10, "--at": "1,5,10", "--way": "cosine,csls"},  # MUSE's P@k
    "lexicon split": {"--share": 0.2},
    # BLEU's tokenizer is sacrebleu's.
    "study downstream": {"--bleu-tokenize": "13a", "--scores": "bleu,ter,chrf", "--blocks": 100, "--top": 3},
    "simulate": {"--language": "en", "--phrases": 0.0},
    "study robustness": {"--draws": 3, "--rates": "0:0.5:0.05", "--distances": "0.1", "--mode": "bernoulli"},
    "nbest tune": {"--restarts": 10, "--lm-weight": 1.0},
    "nbest rerank": {"--scale": 1.0, "--lm-weight": 1.0},
    "nbest oracle": {"--lm-weight": 1.0},
    "nbest rover": {"--lm-weight": 1.0},
    "compare": {"--top": 3, "--report": "changes,tests,utterances,examples"},
    "study correlate": {"--over": "utterance", "--method": "pearson"},
    "report": {"--top": 100},
    "score": {"--top": 20, "--engine": "local"},
    "normalize": {"--top": 20, "--as": "table", "--output-format": "table"},
    "align": {"--unit": "words"},
    "study agreement": {"--least-votes": 5},
}


@pytest.mark.parametrize(("command", "name"), [(command, name) for command, own in OWN.items() for name in own])
def test_what_a_command_does_where_nobody_says(command: str, name: str) -> None:
    action = every()[command, name]
    assert action.default == OWN[command][name]
    assert type(action.default) is type(OWN[command][name])


def test_no_default_is_forgotten() -> None:
    """Flags are off, lists are empty; every other default is one of the above."""
    known = {(command, name) for command, own in OWN.items() for name in own}
    left = {
        (command, name): action.default
        for (command, name), action in every().items()
        if name.startswith("--") and action.default not in (None, False, "", "==SUPPRESS==") and action.default != []
    }
    assert {each for each in left if each[1] not in SHARED} - known == set()
    flags = [action for action in every().values() if action.nargs == 0 and action.const is True]
    assert flags
    assert {action.default for action in flags} == {False}


def test_the_seed_of_the_function_is_that_of_the_command() -> None:
    assert inspect.signature(corrupt).parameters["seed"].default == SHARED["--seed"]


NUMBERS = {"--threads", "--top", "--resamples", "--seed", "--draws", "--blocks", "--batch-size", "--n", "--restarts"}


def test_counts_are_whole_numbers() -> None:
    found = {name: action.type for (_, name), action in every().items() if name in NUMBERS}
    assert found == dict.fromkeys(NUMBERS, int)


def test_words_for_metrics_are_those_of_the_function() -> None:
    """Without --metrics, `score` counts words and characters, as the function does."""
    assert [make_metric(name).label for name in SCORE["metrics"]] == ["wer", "cer"]
