"""The table of scores: for one system, and for several."""

from dataclasses import replace
from io import StringIO

import pytest

import mondegreen as mg
from mondegreen.metrics import METRICS
from mondegreen.render.terminal import write
from mondegreen.reports import View
from mondegreen.reports.blocks import Table
from mondegreen.reports.metrics import report_metrics
from mondegreen.results.interval import Bootstrap, Interval
from toys import TOYS

REFERENCE = mg.Corpus(["u", "v"], ["a b", "c d"], "ref")


def scored(name: str, *texts: str) -> mg.Run:
    return mg.score(REFERENCE, mg.Corpus(["u", "v"], texts, name))


def table(*runs: mg.Run) -> Table:
    (block,) = report_metrics(runs, View())
    assert isinstance(block, Table)
    return block


def spread(run: mg.Run, low: float, high: float) -> mg.Run:
    interval = Interval(low, high, Bootstrap(over="speaker", resamples=200, level=90.0))
    return replace(run, scores=dict(run.scores) | {"wer": replace(run["wer"], interval=interval)})


def test_one_system_has_its_sums() -> None:
    found = table(scored("hyp", "a x", "c"))
    assert [found.title, found.note] == ["hyp against ref", "2 utterances paired by key"]
    names = ["metric", "score", "errors", "words", "characters", "substitutions", "deletions", "insertions"]
    programs = found.of("programs")
    assert [column.name for column in programs.columns] == names
    # Characters: "a x" has one of three wrong, "c" lacks the blank and the d.
    assert programs.rows == [["wer", 50, 2, 4, None, 1, 1, 0], ["cer", 50, 3, None, 6, 1, 2, 0]]
    people = found.of("people")
    assert [column.heading for column in people.columns] == ["metric", "score", "errors", "of", "", "sub", "del", "ins"]
    assert people.rows == [["wer", 50, 2, 4, "words", 1, 1, 0], ["cer", 50, 3, 6, "characters", 1, 2, 0]]


def test_several_systems_stand_side_by_side() -> None:
    found = table(scored("exp/one/hyp", "a b", "c d"), scored("exp/two/hyp", "a x", "c"))
    assert found.title == "exp/one/hyp, exp/two/hyp against ref"
    assert [column.name for column in found.columns] == ["metric", "exp/one/hyp", "exp/two/hyp"]
    assert [column.heading for column in found.columns] == ["metric", "one/hyp", "two/hyp"]
    assert found.rows == [["wer", 0, 50], ["cer", 0, 50]]
    assert found.note == "2 utterances paired by key"


def test_systems_need_not_have_the_same_metrics() -> None:
    one, two = mg.score(["a"], ["b"], ["wer"]), mg.score(["a"], ["b"], ["cer", "wer"])
    found = table(one, two)
    assert [column.name for column in found.columns[1:]] == ["hypotheses", "hypotheses (2)"]
    assert found.rows == [["wer", 100, 100], ["cer", None, 100]]


def test_what_was_odd_is_told_of_each_system() -> None:
    assert table(scored("one", "a", "b"), scored("two", "a", "")).note == (
        "one: 2 utterances paired by key; two: 2 utterances paired by key, 1 empty"
    )


def test_an_interval_is_shown_and_said_what_it_is() -> None:
    found = table(spread(scored("hyp", "a x", "c"), 12.5, 75.0))
    assert [column.name for column in found.columns][:4] == ["metric", "score", "low", "high"]
    assert [row[:4] for row in found.rows] == [["wer", 50, 12.5, 75.0], ["cer", 50, None, None]]
    assert found.note.endswith("; low to high: 90 % of 200 resamples over speaker")
    both = table(spread(scored("one", "a x", "c"), 12.5, 75.0), scored("two", "a b", "c d"))
    assert [column.name for column in both.columns] == [
        "metric",
        "one",
        "one low",
        "one high",
        "two",
        "two low",
        "two high",
    ]
    assert both.rows[0] == ["wer", 50, 12.5, 75.0, 0, None, None]


def test_what_ties_leave_open_is_shown_and_said_what_it_is() -> None:
    found = table(mg.score(["a b"], ["b c"], ["mer:ties=range", "wer"]))
    assert [column.name for column in found.columns][:4] == ["metric", "score", "least", "greatest"]
    assert [row[2:4] for row in found.rows] == [[pytest.approx(200 / 3), 100], [None, None]]
    assert found.note.endswith("; least to greatest: all alignments that are equally good")


def test_all_metrics_fit_a_terminal() -> None:
    """A hundred cells hold all metrics, of a corpus of a hundred thousand words."""
    references, hypotheses = ["a b c x y"] * 20_000, ["b d a x"] * 20_000
    run = mg.score(references, hypotheses, METRICS, resources=mg.Resources(None, TOYS, mg.Cache()))
    out = StringIO()
    write([run], report_metrics([run], View()), out)
    assert max(map(len, out.getvalue().splitlines())) <= 100


def test_no_runs() -> None:
    assert list(report_metrics([], View())) == []
