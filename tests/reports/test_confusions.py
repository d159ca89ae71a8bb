"""The tables of confusions; their numbers are tried in tests/results/test_confusions.py."""

import mondegreen as mg
from mondegreen.reports import View
from mondegreen.reports.blocks import Table
from mondegreen.reports.errors import report_confusions


def tables(*runs: mg.Run, top: int = 20) -> dict[str, Table]:
    found = {block.name: block for block in report_confusions(runs, View(top=top)) if isinstance(block, Table)}
    assert list(found) == ["substitutions", "deletions", "insertions"]
    return found


def test_a_table_for_each_kind() -> None:
    found = tables(mg.score(["a b c", "a"], ["x b", "x d"]))
    assert [column.name for column in found["substitutions"].columns] == ["reference", "hypothesis", "count"]
    assert [column.name for column in found["deletions"].columns] == ["reference", "count"]
    assert [column.name for column in found["insertions"].columns] == ["hypothesis", "count"]
    assert [list(table.rows) for table in found.values()] == [[["a", "x", 2]], [["c", 1]], [["d", 1]]]


def test_so_many_and_of_how_many() -> None:
    found = tables(mg.score(["a", "b", "b"], ["x", "y", "y"]), top=1)["substitutions"]
    assert found.rows == [["b", "y", 2]]
    assert found.note == "1 of 2 distinct substitutions, 3 in total"


def test_a_column_for_each_system() -> None:
    one, two = mg.score(["a"], ["x"]), mg.score(["a"], [""])
    found = tables(one, two)
    assert [column.name for column in found["deletions"].columns] == ["reference", "hypotheses", "hypotheses (2)"]
    assert [list(table.rows) for table in found.values()] == [[["a", "x", 1, 0]], [["a", 0, 1]], []]


def test_nothing() -> None:
    for runs in ([], [mg.score([], [])]):
        assert all(not table.rows for table in tables(*runs).values())
