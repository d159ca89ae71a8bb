"""Runs as JSON: one object, valid even where a score is not defined."""

import io
import json
from typing import Any

import mondegreen as mg
from mondegreen.component import load_target
from mondegreen.render.json import write
from mondegreen.reports import REPORTS, View
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Cell, Column, Table


def read(runs: list[mg.Run], *blocks: Block) -> dict[str, Any]:
    out = io.StringIO()
    write(runs, blocks, out)

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    found: dict[str, Any] = json.loads(out.getvalue(), parse_constant=refuse)
    assert out.getvalue().endswith("}\n")
    assert out.getvalue().isascii()  # so that no terminal's encoding can spoil it, and no text steer it
    return found


def test_systems_stand_under_their_reference() -> None:
    reference = mg.Corpus(["u"], ["a b"], "ref")
    runs = [mg.score(reference, mg.Corpus(["u"], [text], name)) for name, text in (("one", "a"), ("two", "a b"))]
    found = read(runs)
    assert [found["version"], found["reference"]] == [mg.__version__, "ref"]
    assert [(each["name"], each["metrics"]["wer"]["score"]) for each in found["systems"]] == [("one", 50), ("two", 0)]


def test_an_undefined_score_is_null() -> None:
    assert read([mg.score([""], [""])])["systems"][0]["metrics"]["wer"]["score"] is None


def test_without_other_reports_it_is_what_python_gives() -> None:
    run = mg.score(["a"], ["b"])
    assert read([run], *load_target(REPORTS["metrics"])([run], View())) == run.to_dict()


def test_reports_are_records_of_unrounded_numbers() -> None:
    columns = [Column("word", "w"), Column("count", "n", 0), Column("rate", "r", 1)]
    rows: list[list[Cell]] = [["é", 3.0, 200 / 3], [None, 1.5, float("nan")], ["x", None, float("inf") * 0]]
    table = Table("t", "title", columns, rows, foot=[["all", 4.0, 50.0]], system="one")
    run = mg.score(["a"], ["b"])
    found = read([run], table, Table("empty", "", columns, [], "a note"))
    assert found.pop("reports") == [
        {
            "report": "t",
            "title": "title",
            "system": "one",
            "rows": [
                {"word": "é", "count": 3, "rate": 200 / 3},
                {"word": None, "count": 1.5, "rate": None},
                {"word": "x", "count": None, "rate": None},
            ],
            "foot": [{"word": "all", "count": 4, "rate": 50.0}],
        },
        {"report": "empty", "note": "a note", "rows": []},
    ]
    assert found == run.to_dict()


def test_alignments_are_records_with_null_for_what_a_side_lacks() -> None:
    pairs = iter([AlignedPair("u", ["a", ""], ["b", "c\x1b"], "SI", {"speaker": "s"}), AlignedPair("v", [], [], "")])
    (report,) = read([mg.score(["a"], ["b"])], Alignments("alignments", "t", pairs, fields=["speaker"]))["reports"]
    assert report["rows"] == [
        {"utterance": "u", "speaker": "s", "reference": ["a", None], "hypothesis": ["b", "c\x1b"], "steps": "SI"},
        {"utterance": "v", "reference": [], "hypothesis": [], "steps": ""},
    ]


def test_every_report_is_valid_where_nothing_is_defined() -> None:
    for run in (mg.score([], []), mg.score([""], [""]), mg.score([""], ["a"])):
        found = read([run], *(block for name in REPORTS for block in load_target(REPORTS[name])([run], View())))
        assert {each["report"] for each in found["reports"]} >= {"summary", "counts", "groups", "alignments"}


def test_no_runs() -> None:
    assert read([]) == {}


def test_weighed_alignments_tell_what_errors_weigh() -> None:
    pairs = [AlignedPair("u", ["a", ""], ["b", "c"], "SI", {}, [0.5, 1.0], [0.25, None])]
    (report,) = read([mg.score(["a"], ["b"])], Alignments("alignments", "t", pairs, weighed=True))["reports"]
    ((weights, cosines),) = [(row["weights"], row["cosines"]) for row in report["rows"]]
    assert (weights, cosines) == ([0.5, 1.0], [0.25, None])


def test_each_record_has_a_line() -> None:
    """So that tools that look at lines find an utterance; and two blanks for each level of what lies around."""
    table = Table("t", "", [Column("w", "w")], [["a"], ["b"]], foot=[["c"], ["d"]])
    out = io.StringIO()
    write([], [table, table], out)
    rows = '{}\n      {{"w": "{}"}},\n      {{"w": "{}"}}]'
    one = f'\n    {{"report": "t", {rows.format(chr(34) + "rows" + chr(34) + ": [", "a", "b")}'
    one += f", {rows.format(chr(34) + 'foot' + chr(34) + ': [', 'c', 'd')}}}"
    assert out.getvalue() == f'{{\n  "reports": [{one},{one}\n  ]\n}}\n'
