"""The tables of the worst utterances; their order is tried in tests/results/test_worst.py."""

import mondegreen as mg
from mondegreen.reports import View
from mondegreen.reports.alignments import report_worst
from mondegreen.reports.blocks import AlignedSystems, Table


def test_errors_then_rates_of_all_systems() -> None:
    runs = [mg.score({"u": "a b c d", "v": "e"}, {"u": "x y c d", "v": text}) for text in ("f", "e")]
    found = [block for block in report_worst(runs, View()) if isinstance(block, Table)]
    assert [(table.name, table.system) for table in found] == [
        ("most_errors", "hypotheses"),
        ("most_errors", "hypotheses (2)"),
        ("highest_rates", "hypotheses"),
        ("highest_rates", "hypotheses (2)"),
    ]
    names = ["utterance", "errors", "words", "error_rate", "reference", "hypothesis"]
    assert [column.name for column in found[0].columns] == names
    both = [["u", 2, 4, 50, "a b c d", "x y c d"], ["v", 1, 1, 100, "e", "f"]]
    assert [list(table.rows) for table in found] == [both, both[:1], both[::-1], both[:1]]


def test_speakers_are_named_where_they_are_known() -> None:
    reference = mg.Corpus(["u"], ["a"], "ref", fields={"speaker": ["s"]})
    block = next(iter(report_worst([mg.score(reference, mg.Corpus(["u"], ["b"], "hyp"))], View())))
    assert isinstance(block, Table)
    assert block.rows == [["u", "s", 1, 1, 100, "a", "b"]]


def test_so_many() -> None:
    block = next(iter(report_worst([mg.score(["a"] * 9, ["b"] * 9)], View(top=4))))
    assert isinstance(block, Table)
    assert [row[0] for row in block.rows] == ["1", "2", "3", "4"]


def test_nothing() -> None:
    assert list(report_worst([], View())) == []
    assert all(
        not (block.rows if isinstance(block, Table) else list(block.utterances))
        for block in report_worst([mg.score([], [])], View())
        if isinstance(block, Table | AlignedSystems)
    )
