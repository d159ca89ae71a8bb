"""Several speakers: of each utterance the permutation of least errors, and the sums over all, each by hand."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from mondegreen.dropin.espnet.espnet1 import DecodeDirectory, SpacedTranscript, score_permutations
from mondegreen.dropin.espnet.permutations import assign_by_rates, format_permutations, list_permutations, parse_views
from mondegreen.dropin.espnet.scoring import Result

Sides = Sequence[tuple[Sequence[str], Sequence[str]]]


class Kind(NamedTuple):
    """What becomes of one utterance: both sides of it, correct, substituted, deleted and inserted, and who is whose."""

    sides: tuple[Sequence[str], Sequence[str]]
    counts: tuple[int, int, int, int]
    pairs: set[str]


KINDS = {
    "right": Kind((["a b", "c"], ["a b", "c"]), (3, 0, 0, 0), {"r1h1", "r2h2"}),
    "right the other way round": Kind((["a b", "c"], ["c", "a b"]), (3, 0, 0, 0), {"r1h2", "r2h1"}),
    "substitution": Kind((["a b", "c"], ["a x", "c"]), (2, 1, 0, 0), {"r1h1", "r2h2"}),
    "deletion": Kind((["a b", "c"], ["c", "a"]), (2, 0, 1, 0), {"r1h2", "r2h1"}),
    "insertion": Kind((["a b", "c"], ["a b y", "c"]), (3, 0, 0, 1), {"r1h1", "r2h2"}),
    "all": Kind((["a b d e", "c f"], ["a x d", "c f y"]), (4, 1, 1, 1), {"r1h1", "r2h2"}),
    "one said nothing": Kind((["a b", ""], ["", "a b"]), (2, 0, 0, 0), {"r1h2", "r2h1"}),
}


@pytest.fixture
def scored(tmp_path: Path) -> Callable[..., tuple[Result, dict[str, Any], list[str]]]:
    """Scores utterances of two speakers; the result, the file's utterances, and the lines above them."""

    def run(*kinds: Kind) -> tuple[Result, dict[str, Any], list[str]]:
        ids = [f"u{number}" for number in range(len(kinds))]
        both = [
            [
                SpacedTranscript(
                    str(tmp_path / f"{name}{number + 1}.trn"),
                    ["S"] * len(ids),
                    ids,
                    [each.sides[side][number] for each in kinds],
                )
                for number in range(2)
            ]
            for side, name in enumerate(("ref", "hyp"))
        ]
        recipe = SimpleNamespace(options=(), literal=False)
        folder = SimpleNamespace(path=str(tmp_path), name="set", recipe=recipe, evaluator="eval.py")
        found = score_permutations(cast("DecodeDirectory", folder), both, ".wrd", "wer")
        *lines, rest = (tmp_path / "min_perm_result.wrd.json").read_text(encoding="utf-8").split("\n", 4)
        return found, json.loads(rest)["utts"], lines

    return run


@pytest.mark.parametrize("name", KINDS)
def test_an_utterance(scored: Callable[..., tuple[Result, dict[str, Any], list[str]]], name: str) -> None:
    """An error of whatever kind makes the utterance wrong, whoever made it."""
    kind = KINDS[name]
    result, utterances, _ = scored(kind)
    totals = result.totals
    counted = (totals.correct, totals.substitutions, totals.deletions, totals.insertions)
    assert counted == kind.counts
    assert (totals.utterances, totals.wrong) == (1, int(any(kind.counts[1:])))
    assert utterances["(s-u0)"].keys() == {"Scores", *kind.pairs}
    assert utterances["(s-u0)"]["Scores"] == "(#C #S #D #I) " + " ".join(map(str, kind.counts))


def test_sums_are_of_all_utterances(
    scored: Callable[..., tuple[Result, dict[str, Any], list[str]]], tmp_path: Path
) -> None:
    """Errors per hundred words of the reference: two of each kind, of 23 words."""
    kinds = list(KINDS.values())
    result, utterances, lines = scored(*kinds)
    sums = [sum(column) for column in zip(*(each.counts for each in kinds), strict=True)]
    totals = result.totals
    assert [totals.correct, totals.substitutions, totals.deletions, totals.insertions] == sums
    assert (totals.utterances, totals.wrong) == (7, 4)
    named = [f"result_{pair}" for pair in ("r1h1", "r1h2", "r2h1", "r2h2")]
    assert lines == [
        repr(["eval.py", "--num-spkrs", "2", *(str(tmp_path / f"{name}.wrd.txt") for name in named)]),
        f"Total Scores: (#C #S #D #I) {' '.join(map(str, sums))}",
        f"Error Rate:   {100 * sum(sums[1:]) / sum(sums[:3]):.2f}",
        "Total Utts:  7",
    ]
    assert list(utterances) == sorted(f"(s-u{number})" for number in range(7))
    assert all((tmp_path / f"{name}.wrd.txt").stat().st_size for name in named)
    assert (result.dataset, result.unit, result.path) == ("set", "wer", str(tmp_path / "min_perm_result.wrd.json"))


def test_of_no_words_there_is_no_rate(scored: Callable[..., tuple[Result, dict[str, Any], list[str]]]) -> None:
    result, _, lines = scored(Kind((["", ""], ["x", ""]), (0, 0, 0, 1), set()))
    assert (result.totals.insertions, result.totals.wrong) == (1, 1)
    assert lines[2] == "Error Rate:   nan"


def test_views_are_what_sclite_prints_of_each_utterance() -> None:
    """Of its report, whose rows are filled with blanks; a speaker's line is above."""
    head = "Speaker sentences   0:  s\n"
    report = head + "id: (s-u0)\nScores: (#C #S #D #I) 1 1 0 0\nREF:  a  B \nHYP:  a  X \nEval:    S \n\n"
    other = "id: (s-u1)\nScores: (#C #S #D #I) 0 0 0 1\nREF:  ** \nHYP:  YY \nodd\n"
    assert parse_views(report + other) == {
        "(s-u0)": {"Speaker": "sentences 0: s", "Scores": "(#C #S #D #I) 1 1 0 0", "REF": "a B", "HYP": "a X"},
        "(s-u1)": {"Scores": "(#C #S #D #I) 0 0 0 1", "REF": "**", "HYP": "YY"},
    }


@pytest.mark.parametrize(("count", "orders"), [(1, "0"), (2, "01 10"), (3, "012 021 102 120 210 201")])
def test_permutations_come_as_the_original_swaps_them(count: int, orders: str) -> None:
    """Of equally good ones the first is taken: each place is swapped with those behind it, and back."""
    assert ["".join(map(str, each)) for each in list_permutations(count)] == orders.split()
    assert len({tuple(each) for each in list_permutations(5)}) == len([*list_permutations(5)]) == 120


@pytest.mark.parametrize(
    ("scores", "order"),
    [
        # Of pairs r1h1, r1h2, r2h1 and r2h2; references of 2 and 4 words: 1 + 0 against 1/2 + 1/4.
        (["0 0 2 0", "1 1 0 0", "3 1 0 0", "4 0 0 0"], [1, 0]),
        (["0 2 0 0", "1 0 1 0", "3 0 1 0", "4 0 0 0"], [1, 0]),
        (["2 0 0 2", "1 0 1 0", "3 0 1 0", "4 0 0 0"], [1, 0]),
        # One error of one word is more than three of ten.
        (["0 1 0 0", "1 0 0 0", "7 3 0 0", "10 0 0 0"], [1, 0]),
        # Of no words errors count whole: 2 against 1 + 1/2, and 1 against 0 + 3/2.
        (["0 0 0 2", "0 0 0 1", "5 5 0 0", "10 0 0 0"], [1, 0]),
        (["0 0 0 1", "0 0 0 0", "0 2 0 1", "2 0 0 0"], [0, 1]),
    ],
)
def test_hypotheses_are_assigned_by_sums_of_rates(scores: list[str], order: list[int]) -> None:
    reports = [{"u": {"Scores": f"(#C #S #D #I) {each}"}} for each in scores]
    assert assign_by_rates(reports, "u", 2) == order


@pytest.mark.parametrize(("pairs", "rate"), [({"(s-u)": "3 1 0 1", "(s-v)": "0 0 1 0"}, "60.00"), ({}, "nan")])
def test_the_report_of_permutations_begins_with_its_sums(pairs: dict[str, str], rate: str) -> None:
    """The errors are substitutions, deletions and insertions, of the words that were said."""
    found = {name: {"Scores": f"(#C #S #D #I) {text}"} for name, text in pairs.items()}
    lines = format_permutations(["d/min.json"], found).split("\n")
    head = ["['d/min.json']", f"Total Scores: (#C #S #D #I) {'3 1 1 1' if pairs else '0 0 0 0'}"]
    assert lines[:4] == [*head, f"Error Rate:   {rate}", f"Total Utts:  {len(pairs)}"]
    assert json.loads("\n".join(lines[4:])) == {"utts": found}


def test_views_of_sclites_report_are_found_by_id() -> None:
    """A row without words is none, and a speaker's line belongs to the utterance before it, as in the original."""
    head = "x: y\nSpeaker sentences   0:  s\n"
    report = head + "id: (s-u)\nScores: (#C #S #D #I) 1 0  0 0\nREF:  a \nHYP:   \nEval:\n\n"
    assert parse_views(report + "Speaker sentences 1: t\nid: (s-v)\nREF: b\n") == {
        "(s-u)": {"Speaker": "sentences 1: t", "Scores": "(#C #S #D #I) 1 0 0 0", "REF": "a"},
        "(s-v)": {"REF": "b"},
    }
