"""The tables of costs; their numbers are tried in tests/results/test_costs.py."""

import mondegreen as mg
from mondegreen.component import load_target
from mondegreen.reports import REPORTS, View
from mondegreen.reports.blocks import Table
from toys import TOYS


def tables(name: str, *runs: mg.Run, top: int = 20) -> list[Table]:
    return [block for block in load_target(REPORTS[name])(runs, View(top=top)) if isinstance(block, Table)]


def scored(*metrics: str) -> mg.Run:
    return mg.score(["a b", "y"], ["x b", "z"], metrics, policy="sub-first", resources=mg.Resources(None, TOYS))


def test_a_table_for_each_system_and_metric() -> None:
    found = tables("costs", scored("ember", "wer-e"), scored("ember"))
    assert [table.system for table in found] == ["hypotheses", "hypotheses", "hypotheses (2)", "hypotheses (2)"]
    assert [table.rows[0][0] for table in found] == ["ember", "wer-e"] * 2
    assert found[1].title == "costs by wer-e: hypotheses against references"


def test_so_many_and_of_how_many() -> None:
    (found,) = tables("costs", scored("ember"), top=1)
    assert [column.name for column in found.of("people").columns] == [
        "reference",
        "hypothesis",
        "count",
        "cost",
        "total",
        "cosine",
    ]
    assert found.of("people").rows == [["y", "z", 1, 1, 1, None]]
    assert found.note == "1 of 2 different substitutions, which cost 1.10"


def test_words_and_parts_of_speech() -> None:
    (words,) = tables("costs-by-word", scored("ember"), top=1)
    (tags,) = tables("costs-by-tag", scored("ember"), top=1)
    assert [words.rows[0][1], len(words.rows), len(tags.rows)] == ["y", 1, 3]  # of parts of speech all are shown
    assert [column.heading for column in tags.columns][1:4] == ["part of speech", "words", "sub"]
    assert words.note.startswith("1 of 3; weight: sum over errors")


def test_nothing() -> None:
    for name in ("costs", "costs-by-word", "costs-by-tag"):
        (table,) = tables(name, scored("wer"))
        assert [table.rows, table.note] == [[], "none of the metrics weights errors: add ember, wer-e or wer-s"]
    for name in ("costs", "costs-by-word", "costs-by-tag"):
        nothing = mg.score([], [], ["ember"], resources=mg.Resources(None, TOYS))
        assert [list(table.rows) for table in tables(name, nothing)] == [[]]
