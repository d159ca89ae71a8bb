"""The summary's tables; its numbers are tried in tests/results/test_summary.py."""

import math

import pytest

import mondegreen as mg
from mondegreen.reports import View
from mondegreen.reports.blocks import Table
from mondegreen.reports.metrics import report_counts, report_summary

KEYS = ["u", "v", "w"]


def scored(name: str, *texts: str, **fields: list[str]) -> mg.Run:
    return mg.score(mg.Corpus(KEYS, ["a b", "c d", "e"], "ref", fields=fields), mg.Corpus(KEYS, texts, name))


def table(*runs: mg.Run, by: str | None = None) -> Table:
    (block,) = report_summary(runs, View(by=by))
    assert isinstance(block, Table)
    return block


def test_speakers_are_the_groups_where_they_are_known() -> None:
    found = table(scored("hyp", "a x", "c d", "e", speaker=["s", "t", "t"]))
    heads = ["speaker", "snt", "wrd", "corr", "sub", "del", "ins", "err", "s.err"]
    assert [column.heading for column in found.columns] == heads
    assert found.rows == [["s", 1, 2, 50, 50, 0, 0, 50, 100], ["t", 2, 3, 100, 0, 0, 0, 0, 0]]
    assert [row[0] for row in found.foot] == ["Sum/Avg", "Mean", "S.D.", "Median"]
    assert found.foot[0] == ["Sum/Avg", 3, 5, 80, 20, 0, 0, 20, 100 / 3]
    assert [found.foot[1][7], found.foot[2][7], found.foot[3][7]] == pytest.approx([25, 50 / math.sqrt(2), 25])


def test_any_column_may_group() -> None:
    found = table(scored("hyp", "a x", "c d", "e", room=["x", "y", "x"]), by="room")
    assert [row[0] for row in found.rows] == ["x", "y"]
    assert found.title == "hyp against ref, by room"


def test_systems_that_nothing_groups_share_a_table() -> None:
    found = table(scored("one", "a x", "c d", "e"), scored("two", "a b", "c d", "e"))
    assert [row[:3] for row in found.rows] == [["one", 3, 5], ["two", 3, 5]]
    assert [row[7] for row in found.rows] == [20, 0]
    assert found.foot == ()


def test_systems_with_groups_have_a_table_each() -> None:
    runs = [scored(name, "a x", "c d", "e", speaker=["s", "t", "t"]) for name in ("one", "two")]
    found = [block for block in report_summary(runs, View()) if isinstance(block, Table)]
    assert [block.system for block in found] == ["one", "two"]


def test_counts() -> None:
    (found,) = report_counts([scored("hyp", "a x y", "c d", "", speaker=["s", "t", "t"])], View())
    assert isinstance(found, Table)
    assert found.rows == [["s", 1, 2, 1, 1, 0, 1, 2, 1], ["t", 2, 3, 2, 0, 1, 0, 1, 1]]
    assert found.foot[0] == ["Sum", 3, 5, 3, 1, 1, 1, 3, 2]


def test_groups_without_words_are_told() -> None:
    run = mg.score(mg.Corpus(KEYS, ["", "a", ""], "ref"), mg.Corpus(KEYS, ["x", "a", ""], "hyp"))
    found = table(run, by="utterance")
    assert math.isnan(float(found.rows[0][7] or 0))
    assert "2 groups have no reference word" in found.note


def test_nothing() -> None:
    assert list(report_summary([], View())) == []
    found = table(mg.score([], []))
    assert found.rows[0][:3] == ["hypotheses", 0, 0]
    assert table(mg.score([], []), by="utterance").rows == []


@pytest.mark.parametrize(
    ("references", "said"),
    [
        (["a", "a"], ""),
        (["a", ""], "1 group has no reference word and do not count in the mean, S.D. and median of rates"),
        (["", ""], "2 groups have no reference word and do not count in the mean, S.D. and median of rates"),
    ],
)
def test_what_is_said_of_groups_without_words(references: list[str], said: str) -> None:
    run = mg.score(mg.Corpus(["u", "v"], references, "ref"), mg.Corpus(["u", "v"], ["a", "a"], "hyp"), ["wer"])
    assert table(run, by="utterance").note == said


def test_runs_with_groups_and_without_have_tables_apart() -> None:
    """Those without share the first one, in their order."""
    plain = [scored(name, "a x", "c d", "e") for name in ("one", "two")]
    spoken = scored("three", "a b", "c d", "e", speaker=["s", "t", "t"])
    found = list(report_summary([plain[0], spoken, plain[1]], View()))
    assert [(block.title, block.system) for block in found if isinstance(block, Table)] == [
        ("one, two against ref", ""),
        ("three against ref, by speaker", "three"),
    ]
    assert isinstance(found[0], Table)
    assert [row[0] for row in found[0].rows] == ["one", "two"]
    assert [block.note for block in found] == ["", ""]
