"""What each plan refuses before any work, in a whole sentence, and what it takes beside that."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.errors import ScoreError
from mondegreen.plan.compare import AlignPlan
from mondegreen.plan.kaldi import KaldiPlan
from mondegreen.plan.nbest import RerankPlan, TunePlan
from mondegreen.plan.option import Plan
from mondegreen.plan.runs import MergePlan
from mondegreen.plan.score import ScorePlan
from mondegreen.plan.study import AgreementPlan
from mondegreen.plan.texts import NormalizePlan, SimulatePlan

ALIGN, KALDI, SCORE = AlignPlan("r", ["h"]), KaldiPlan("data", "lang", "decode"), ScorePlan("r", ["h"])
MERGE, CORRUPT, HUMANS = MergePlan(["a"], save="b"), SimulatePlan("t"), AgreementPlan("t.tsv")
NORMALIZE, RERANK, TUNE = NormalizePlan("t", rules=["lower"]), RerankPlan(["l"], weights="am=1"), TunePlan("r")
LISTS = TUNE.replace(sources=["l"])
GRID, WEIGHTS, SEARCH = TUNE.replace(grid="{a}"), LISTS.replace(weights="am=1"), LISTS.replace(search="am")

OF_LISTS = {"lists": "jsonl", "costs": ["lm=c"], "n": 2, "lm_weight": 2.0}
WAYS = "give one of --grid PATTERN, --weights RANGES and --search NAMES"
NOWHERE = "shows nowhere: --output-format"
GIVES = "is for metrics, and --vote only collects votes; remove one of them"
LATTICES = "does nothing here: of lattices --weights sees all paths"
PLAIN = "is for --risk and --consensus; scores alone look at no words"
COLUMNS = "is for tables, and --output-format wer-summary writes none; leave it out"
WORDS = "holds errors of words; leave it out, or say --tokenize characters"
WEIGHS = "is for --weights, which names a metric that weighs errors by them"
LEARNS = "--like learns all rates; leave out --{}, or give a whole rate by --wer"
CLASSES = "--analyzer gives classes of words to --like; leave it out, or say whose errors are learned"
SHOWN = "is for tables, which are not shown where --output writes to standard output"
PATHS = "does nothing for --consensus, which sees all paths"

REFUSED: list[tuple[Plan, dict[str, Any], str]] = [
    *((ALIGN, {name: "v"}, f"--{name.replace('_', '-')} {WEIGHS}") for name in ("vectors", "hyp_vectors")),
    (KALDI, {"beam": 3.0}, "--beam is for --mbr"),
    (KALDI, {"beam": -0.5, "mbr": True}, "--beam is -0.5; give 0 or more"),
    (KALDI, {"min_lmwt": 0}, "--min-lmwt is 0; give 1 or more"),
    *((MERGE, {name: "x"}, f"--{name} says how --reference is read; give that too") for name in ("format", "encoding")),
    # One rate under two names, one way to learn, one use of classes.
    (CORRUPT, {"wer": 0.0, "substitutions": 0.0}, "--wer and --substitutions are the same; give one of them"),
    *((CORRUPT, {"like": ["a"], name: 0.0}, LEARNS.format(name))
        for name in ("substitutions", "deletions", "insertions", "burst")),
    (CORRUPT, {"like": ["a"], "insertions": 0.1, "deletions": 0.1}, LEARNS.format("deletions")),
    (CORRUPT, {"like": ["a", "b", "c"]}, "--like is given 3 files; give one, or REF and HYP"),
    (CORRUPT, {"analyzer": "x"}, CLASSES),
    *((CORRUPT, {"threads": threads}, f"{threads} threads cannot do anything; give 1 or more") for threads in (0, -1)),
    (CORRUPT, {"seed": -1}, "--seed is -1; give 0 or more"),
    *((HUMANS, {"vote": True, name: value}, f"--{flag} {GIVES}") for name, flag, value in (
        ("metrics", "metrics", ["wer"]), ("ties", "ties", "best"), ("only", "only", "NOUN"), ("fit", "fit", True),
        ("output_format", "output-format", "json"), ("output", "output", "x"))),
    (NORMALIZE, {"to": "trn"}, "--to is the format of what --output writes; say where to by that"),
    *((NORMALIZE, {"output": "-", name: value}, f"--{flag} {SHOWN}")
        for name, flag, value in (("output_format", "output-format", "json"), ("top", "top", 3))),
    # One way of tuning, with what it needs and nothing that it ignores.
    *((TUNE, ways, WAYS) for ways in ({}, {"grid": "{a}", "search": "a"}, {"weights": "a=1", "search": "a"},
        {"grid": "{a}", "weights": "a=1"})),
    (GRID, {"sources": ["l"]}, "--grid names all files itself"),
    (TUNE, {"weights": "am=1"}, "--weights needs lists"),
    (TUNE, {"search": "am"}, "--search needs lists"),
    (GRID, {"test": "t"}, "--test and --test-grid go together"),
    (GRID, {"test_grid": "{a}"}, "--test and --test-grid go together"),
    (WEIGHTS, {"test": "t"}, "--test and --test-lists go together"),
    (SEARCH, {"test_lists": ["t"]}, "--test and --test-lists go together"),
    (GRID, {"test_lists": ["t"]}, "--test-lists does not go with --grid; leave it out"),
    (SEARCH, {"test_grid": "{a}"}, "--test-grid does not go with --search; leave it out"),
    (SEARCH, {"plot": "x.png"}, "--search has no map to draw; leave --plot out"),
    (GRID, {"test": "t", "test_grid": "{b}{c}"}, "--grid names a, and --test-grid b, c; name the same"),
    *((GRID, {name: value}, f"--{name.replace('_', '-')} is for lists, and --grid names files of single texts")
        for name, value in {**OF_LISTS, "words": "w"}.items()),
    *((WEIGHTS, {"words": "w", name: value}, f"--{name.replace('_', '-')} {LATTICES}")
        for name, value in OF_LISTS.items()),
    (SEARCH, {"resamples": 2}, "--resamples is for maps, and --search draws none"),
    (SEARCH, {"level": 90.0}, "--level is for maps, and --search draws none"),
    (WEIGHTS, {"restarts": 3}, "--restarts is for --search"),
    (GRID, {"restarts": 3}, "--restarts is for --search"),
    (RERANK, {"risk": "wer", "consensus": "wer"}, "--risk and --consensus are two ways to choose; give one of them"),
    (RERANK, {"scale": float("inf"), "risk": "wer"}, "--scale is inf; give a number"),
    *((RERANK, {"consensus": "wer", name: value}, f"--{name.replace('_', '-')} {PATHS}")
        for name, value in (("n", 2), ("lm_weight", 2.0))),
    *((RERANK, {name: value}, f"--{name} {PLAIN}") for name, value in (
        ("scale", 2.0), ("normalize", ["lower"]), ("tokenize", "characters"), ("policy", "sclite"))),
    # Files of other toolkits hold errors of words, and none of them a table.
    *((SCORE, {"output_format": "wer-summary", name: value}, f"--{name} {COLUMNS}")
        for name, value in (("report", "metrics"), ("top", 3))),
    *((SCORE, {"output_format": written, "metrics": names}, f"--metrics {NOWHERE} {written} {WORDS}")
        for written in ("errs", "wer-summary") for names in (["cer"], ["cer", "semdist"])),
    (SCORE, {"output_format": "errs", "metrics": ["cpwer"]},
        "--output-format errs holds pairs of texts, and no sessions of several speakers"),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "chosen", "sentence"), REFUSED)
def test_what_is_refused(plan: Plan, chosen: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        plan.replace(**chosen).check()
    assert str(refused.value) == sentence


TAKEN: list[tuple[Plan, dict[str, Any]]] = [
    *((plan, {}) for plan in (ALIGN, KALDI, SCORE, MERGE, CORRUPT, HUMANS, NORMALIZE, GRID, WEIGHTS, SEARCH, RERANK)),
    (ALIGN, {"weights": "ember", "vectors": "v"}),
    (KALDI, {"mbr": True, "beam": 0.0}),
    (KALDI, {"mbr": True}),
    (KALDI, {"beam": 6.0}),  # the default, written out
    (MERGE, {"reference": "r", "format": "kaldi", "encoding": "latin-1"}),
    (CORRUPT, {"substitutions": 0.1, "deletions": 0.1, "insertions": 0.1, "burst": 2.0}),
    (CORRUPT, {"like": ["a"], "wer": 0.1, "analyzer": "x"}),
    (CORRUPT, {"like": ["a", "b"], "threads": 1, "seed": 0}),
    (HUMANS, {"vote": True, "seed": 3}),
    (HUMANS, {"fit": True, "metrics": ["wer", "cer"], "output": "x"}),
    (NORMALIZE, {"output": "x.trn", "to": "trn", "top": 3, "output_format": "json"}),
    (NORMALIZE, {"output": "-", "to": "trn"}),
    (GRID, {"test": "t", "test_grid": "x{a}", "plot": "x.png", "resamples": 2}),
    (WEIGHTS, {**OF_LISTS, "test": "t", "test_lists": ["l"], "plot": "x.png", "level": 90.0}),
    (WEIGHTS, {"words": "w"}),
    (SEARCH, {**OF_LISTS, "words": "w", "restarts": 0, "seed": 1}),
    (RERANK, {"risk": "wer", "scale": 2.0, "normalize": ["lower"], "tokenize": "characters", "n": 2, "lm_weight": 2.0}),
    (RERANK, {"consensus": "wer", "scale": 2.0, "policy": "sclite"}),
    (RERANK, {"n": 2, "lm_weight": 2.0}),
    (SCORE, {"output_format": "wer-summary", "tokenize": "characters", "normalize": ["lower"]}),
    (SCORE, {"output_format": "errs", "metrics": ["cer", "wer"]}),
    *((SCORE, {"output_format": "errs", "metrics": ["cer"], name: "x.svg"}) for name in ("rows", "save", "plot")),
    (SCORE, {"output_format": "sclite", "output": "o", "metrics": ["cer"]}),  # of which it has files of their own
    (SCORE, {"output_format": "json", "report": "metrics", "top": 3, "metrics": ["cpwer"]}),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "chosen"), TAKEN)
def test_what_is_taken(plan: Plan, chosen: dict[str, Any]) -> None:
    plan.replace(**chosen).check()
