"""What reports call their runs."""

from dataclasses import replace
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.pairs import Pairs
from mondegreen.reports import caption_run, caption_runs, describe_runs, short_names, system_names

HEADINGS = [
    (["exp/a/hyp", "exp/b/hyp"], ["a/hyp", "b/hyp"], "the folders that all share are left out"),
    (["/x/a/hyp", "/x/b"], ["a/hyp", "b"], "from the root too"),
    (["/x/a", "y/a"], ["/x/a", "y/a"], "where nothing is shared nothing is left out"),
    (["exp/one", "exp/only"], ["one", "only"], "letters are no folders"),
    (["exp/hyp"], ["exp/hyp"], "one alone keeps its name"),
    (["hyp", "hyp"], ["hyp", "hyp (2)"], "each has a name of its own"),
    (["exp", "exp/hyp"], ["exp", "hyp"], "a name is never empty"),
]


@pytest.mark.parametrize(("given", "expected", "why"), HEADINGS, ids=[case[2] for case in HEADINGS])
def test_headings(given: list[str], expected: list[str], why: str) -> None:
    runs = [mg.score(mg.Corpus(["u"], ["a"], "ref"), mg.Corpus(["u"], ["a"], name)) for name in given]
    assert short_names(runs) == expected
    assert describe_runs(runs) == f"{', '.join(system_names(runs))} against ref"


PAIRS: list[tuple[dict[str, Any], str]] = [
    ({}, "2 utterances paired by ID"),
    ({"keyed": False}, "2 utterances paired by line"),
    ({"noun": "session"}, "2 sessions paired by ID"),
    ({"missing": ("v",), "extra": ("x", "y"), "duplicate": ("z",)}, "1 missing, 2 extra, 1 duplicate"),
    ({"empty": 1}, "1 empty"),
    ({"empty": 1, "dropped": ("w",)}, "1 empty dropped"),  # what was dropped is said of the last, the empty ones
    ({"formats": ("trn", "trn")}, "read as trn"),
    ({"formats": ("stm", "ctm")}, "read as stm and ctm"),
    ({"formats": ("", "ctm")}, "read as ctm"),
]


@pytest.mark.parametrize(("about", "said"), PAIRS, ids=[said for _, said in PAIRS])
def test_what_was_paired_and_how(about: dict[str, Any], said: str) -> None:
    pairs = replace(Pairs(["u", "v"], ["a", "b"], ["a", "b"], ("ref", "hyp")), **about)
    run = replace(mg.score({"u": "a", "v": "b"}, {"u": "a", "v": "b"}, ["wer"]), pairs=pairs)
    first = "" if "paired" in said else "2 utterances paired by ID, "
    assert caption_run(run) == f"{first}{said}"


def test_one_utterance_and_what_differs_between_runs() -> None:
    one, two = (
        mg.score(mg.Corpus(["u"], ["a"], "ref"), mg.Corpus(["u"], [text], name), ["wer"])
        for name, text in (("one", "a"), ("two", ""))
    )
    assert caption_runs([one, one]) == "1 utterance paired by ID"
    assert caption_runs([one, two]) == "one: 1 utterance paired by ID; two: 1 utterance paired by ID, 1 empty"
    assert caption_runs([]) == ""
    assert describe_runs([]) == " against "
    assert describe_runs([one, two], "x") == "x against ref"
