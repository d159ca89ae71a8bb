"""Scores by group."""

import math
from dataclasses import replace

import pytest

import mondegreen as mg
from mondegreen.reports import View
from mondegreen.reports.blocks import Table, tone_of
from mondegreen.reports.metrics import report_groups

KEYS = ["u", "v", "w"]


def scored(name: str, *texts: str) -> mg.Run:
    reference = mg.Corpus(KEYS, ["a b", "c d", ""], "ref", fields={"speaker": ["s", "t", "mute"]})
    return mg.score(reference, mg.Corpus(KEYS, texts, name))


def table(*runs: mg.Run, by: str | None = None) -> Table:
    (block,) = report_groups(runs, View(by=by))
    assert isinstance(block, Table)
    return block


def test_groups_down_and_metrics_across() -> None:
    found = table(scored("hyp", "a x", "c d", ""))
    assert [column.name for column in found.columns] == ["speaker", "pairs", "of", "wer", "cer"]
    assert [column.heading for column in found.columns][1:3] == ["utterances", "words"]
    assert found.rows[:2] == [["s", 1, 2, 50, 100 / 3], ["t", 1, 2, 0, 0]]
    assert found.foot == [["total", 3, 4, 25, 100 / 6]]  # of four words one, of six characters one
    assert found.rows[2][0] == "mute"
    assert all(isinstance(cell, float) and math.isnan(cell) for cell in found.rows[2][3:])


def test_of_several_systems_metrics_and_groups_down() -> None:
    found = table(scored("one", "a x", "c d", ""), scored("two", "a b", "c x", ""))
    assert [column.name for column in found.columns] == ["metric", "speaker", "pairs", "of", "one", "two"]
    assert [found.rows[0], found.rows[1]] == [["wer", "s", 1, 2, 50, 0], ["wer", "t", 1, 2, 0, 50]]
    assert [[tone_of(cell) for cell in row[4:]] for row in found.rows[:2]] == [[None, "best"], ["best", None]]
    assert [row[:4] for row in found.foot] == [["wer", "total", 3, 4], ["cer", "total", 3, 4]]
    assert [tone_of(cell) for row in found.foot for cell in row] == [None] * 12  # both have as many errors
    assert [row[:2] for row in found.rows[3:]] == [["cer", "s"], ["cer", "t"], ["cer", "mute"]]


def test_a_group_that_a_system_lacks_is_empty() -> None:
    one, two = (mg.score({key: "a"}, {key: "b"}, ["wer"]) for key in ("u", "v"))
    assert table(one, two, by="utterance").rows == [["wer", "u", 1, 1, 100, None], ["wer", "v", 1, 1, None, 100]]


def test_utterances_where_nothing_else_groups() -> None:
    assert table(mg.score({"u": "a", "v": "b"}, {"u": "a", "v": "x"}, ["wer"])).rows == [
        ["u", 1, 1, 0],
        ["v", 1, 1, 100],
    ]


def test_an_unknown_column_is_the_users_slip() -> None:
    with pytest.raises(mg.ScoreError, match="did you mean speaker"):
        table(scored("hyp", "", "", ""), by="speeker")


def test_nothing() -> None:
    assert list(report_groups([], View())) == []
    assert table(mg.score([], [])).rows == []


def test_the_column_of_groups() -> None:
    """The one asked for; else the one by which the run was scored; else the speakers."""
    fields = {"speaker": ["s", "t", "t"], "room": ["x", "y", "x"]}
    run = mg.score(mg.Corpus(KEYS, ["a"] * 3, "ref", fields=fields), mg.Corpus(KEYS, ["a"] * 3, "hyp"))
    by_room = replace(run, by="room")
    nothing = mg.score({"u": "a"}, {"u": "a"})
    asked = [(run, None), (run, "room"), (by_room, None), (by_room, "speaker"), (nothing, None), (nothing, "utterance")]
    assert [View(by=by).column(each) for each, by in asked] == [
        *("speaker", "room", "room", "speaker", None, "utterance")
    ]
    assert table(run, by_room).title == "hyp, hyp (2) against ref, by speaker"  # the first that any run has


def test_what_is_shown_unless_more_is_asked_for() -> None:
    view = View()
    assert (view.top, view.by, view.all, view.utterances, view.unit, view.weights, view.unfolded) == (
        *(20, None, False, (), "words", None),
        False,
    )


def test_a_metric_that_a_system_lacks_is_empty() -> None:
    one, two = mg.score({"u": "a"}, {"u": "b"}, ["wer"]), mg.score({"u": "a"}, {"u": "b"}, ["cer"])
    assert table(one, two).rows == [["wer", "u", 1, 1, 100, None], ["cer", "u", 1, 1, None, 100]]
