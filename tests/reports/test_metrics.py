"""The table of scores: for one system, and for several."""

from dataclasses import replace
from io import StringIO

import pytest

import mondegreen as mg
from mondegreen.metrics import METRICS
from mondegreen.render.terminal import write
from mondegreen.render.text import format_cell
from mondegreen.reports import View
from mondegreen.reports.blocks import Table, tone_of
from mondegreen.reports.metrics import CHANGE, report_metrics
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
    assert [found.title, found.note] == ["hyp against ref", ""]
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
    people = found.of("people")
    heads = ["metric", "system", "score", "change", "errors", "of", "", "sub", "del", "ins"]
    assert [column.heading for column in people.columns] == heads
    assert people.rows == [
        ["wer", "one/hyp", 0, None, 0, 4, "words", 0, 0, 0],
        ["wer", "two/hyp", 50, 50, 2, 4, "words", 1, 1, 0],
        ["cer", "one/hyp", 0, None, 0, 6, "characters", 0, 0, 0],
        ["cer", "two/hyp", 50, 50, 3, 6, "characters", 1, 2, 0],
    ]
    assert [tone_of(row[2]) for row in people.rows] == ["best", None, "best", None]
    assert [tone_of(row[3]) for row in people.rows] == [None, "worse", None, "worse"]
    assert found.note == "change: in points, from the first system; `mondegreen compare` tests it"


def test_a_change_is_judged_by_the_direction_of_its_metric() -> None:
    """Of fewer errors WER goes down and chrF up, and both are better; what is the same is neither."""
    runs = [mg.score(["a b c d"], [text], ["wer", "chrf"]) for text in ("a b c", "a b c d", "a x", "a b c")]
    cells = [row[3] for row in table(*runs).rows]
    assert [tone_of(cell) for cell in cells] == [None, "better", "worse", None] * 2
    shown = [format_cell(cell, CHANGE) for cell in cells]
    assert shown[:4] == ["", "-25.00 ↓", "+50.00 ↑", "+0.00"]
    assert [text[-1:] for text in shown[4:7]] == ["", "↑", "↓"]


def test_systems_need_not_have_the_same_metrics() -> None:
    one, two = mg.score(["a"], ["b"], ["wer"]), mg.score(["a"], ["b"], ["cer", "wer"])
    found = table(one, two)
    assert [row[:4] for row in found.rows] == [
        ["wer", "hypotheses", 100, None],
        ["wer", "hypotheses (2)", 100, 0],
        ["cer", "hypotheses", None, None],
        ["cer", "hypotheses (2)", 100, None],
    ]
    assert [tone_of(row[2]) for row in found.rows] == [None] * 4  # of equals, and of one, none is the best


def test_an_interval_is_shown_and_said_what_it_is() -> None:
    found = table(spread(scored("hyp", "a x", "c"), 12.5, 75.0))
    assert [column.name for column in found.columns][:4] == ["metric", "score", "low", "high"]
    assert [row[:4] for row in found.rows] == [["wer", 50, 12.5, 75.0], ["cer", 50, None, None]]
    assert found.note == "CI: 90 % bootstrap confidence interval, 200 resamples by speaker, seed 0"
    both = table(spread(scored("one", "a x", "c"), 12.5, 75.0), scored("two", "a b", "c d"))
    assert [column.name for column in both.columns][:6] == ["metric", "system", "score", "change", "low", "high"]
    assert [row[:6] for row in both.rows[:2]] == [
        ["wer", "one", 50, None, 12.5, 75],
        ["wer", "two", 0, -50, None, None],
    ]


def test_what_ties_leave_open_is_shown_and_said_what_it_is() -> None:
    found = table(mg.score(["a b"], ["b c"], ["mer:ties=range", "wer"]))
    assert [column.name for column in found.columns][:4] == ["metric", "score", "least", "greatest"]
    assert [row[2:4] for row in found.rows] == [[pytest.approx(200 / 3), 100], [None, None]]
    assert [column.heading for column in found.columns][2:4] == ["min", "max"]
    assert found.note == "min to max: over all tied alignments"


def test_all_metrics_fit_a_terminal() -> None:
    """A hundred cells hold all metrics, of a corpus of a hundred thousand words."""
    references, hypotheses = ["a b c x y"] * 20_000, ["b d a x"] * 20_000
    run = mg.score(references, hypotheses, [*METRICS], resources=mg.Resources(None, TOYS, mg.Cache()))
    out = StringIO()
    write([run], report_metrics([run], View()), out)
    assert max(map(len, out.getvalue().splitlines())) <= 100


def test_no_runs() -> None:
    assert list(report_metrics([], View())) == []
