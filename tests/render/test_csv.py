"""Blocks as comma-separated values, read back by Python's own reader."""

import csv
import io

import pytest

import mondegreen as mg
from mondegreen.render.csv import write
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Cell, Column, Table

COLUMNS = [Column("word", "w"), Column("count", "n", 0), Column("rate", "r", 1)]
ROWS: list[list[Cell]] = [['a,"b"\nc', 3.0, 200 / 3], [None, None, float("nan")]]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def read(runs: int, *blocks: Block, out: io.StringIO | None = None) -> list[list[str]]:
    stream = out or io.StringIO(newline="")
    write([mg.score(["a"], ["b"])] * runs, blocks, stream)
    return list(csv.reader(io.StringIO(stream.getvalue(), newline="")))


def test_names_then_rows_then_those_about_all() -> None:
    table = Table("t", "title", COLUMNS, ROWS, "a note", [["all", 4.0, 0.1]], "one")
    assert read(1, table) == [
        ["word", "count", "rate"],
        ['a,"b"\nc', "3", "66.66666666666667"],
        ["", "", "NaN"],
        ["all", "4", "0.1"],
    ]


def test_tables_of_several_systems_are_one() -> None:
    tables = [Table("t", "title", COLUMNS[:2], [["a", 1]], system=system) for system in ("one", "two")]
    assert read(2, *tables) == [["system", "word", "count"], ["one", "a", "1"], ["two", "a", "1"]]


def test_tables_of_another_kind_come_after_an_empty_line() -> None:
    one, two = (Table(name, name, COLUMNS[:1], [[name]]) for name in ("one", "two"))
    assert read(1, one, two) == [["word"], ["one"], [], ["word"], ["two"]]


def test_alignments_have_a_row_for_each_step() -> None:
    pair = AlignedPair("u", ["a", ""], ["b", "c"], "SI", {"speaker": "s"})
    assert read(1, Alignments("a", "t", iter([pair]), fields=["speaker"])) == [
        ["utterance", "speaker", "step", "reference", "hypothesis"],
        ["u", "s", "S", "a", "b"],
        ["u", "s", "I", "", "c"],
    ]


def test_texts_are_as_they_were_but_do_not_steer_a_terminal() -> None:
    table = Table("t", "t", COLUMNS[:1], [["\x1b[31m"]])
    assert read(1, table)[1] == ["\x1b[31m"]
    assert read(1, table, out=Terminal())[1] == ["\\x1b[31m"]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
@pytest.mark.parametrize("before", ["", " ", "\n", "\ufeff", "\u3000 ", "\t", "\xa0"])
def test_formulas_are_guarded_whatever_stands_before_them(sign: str, before: str) -> None:
    """The signs that OWASP lists, of full width too, and what spreadsheets pass over."""
    table = Table("t", "t", [Column("w", "word")], [[f"{before}{sign}1+1"]])
    out = io.StringIO()
    write([], [table], out)
    assert list(csv.reader(io.StringIO(out.getvalue(), newline="")))[1] == [f"'{before}{sign}1+1"]


@pytest.mark.parametrize("text", ["a=1", "1-2", " a", "x@y", "été", ""])
def test_other_texts_are_not(text: str) -> None:
    table = Table("t", "t", [Column("w", "word"), Column("n", "n")], [[text, "x"]])
    out = io.StringIO()
    write([], [table], out)
    assert list(csv.reader(io.StringIO(out.getvalue(), newline="")))[1] == [text, "x"]


@pytest.mark.parametrize("text", ["\tx", "\rx", "\nx"])
def test_what_begins_a_cell_elsewhere_is_guarded(text: str) -> None:
    """A tab or the end of a line at the beginning, as OWASP has it; a carriage return has the whole row quoted."""
    out = io.StringIO()
    write([], [Table("t", "t", [Column("w", "word"), Column("n", "n", 0)], [[text, 1]])], out)
    assert list(csv.reader(io.StringIO(out.getvalue(), newline="")))[1] == [f"'{text}", "1"]
    assert out.getvalue().endswith('"1"\n' if "\r" in text else ",1\n")


def test_weighed_alignments_have_two_columns_more() -> None:
    pairs = [AlignedPair("u", ["a", ""], ["b", "c"], "SI", {}, [0.5, 1.0], [0.25, None])]
    assert read(1, Alignments("a", "t", pairs, fields=["speaker"], weighed=True)) == [
        ["utterance", "speaker", "step", "reference", "hypothesis", "weight", "cosine"],
        ["u", "", "S", "a", "b", "0.5", "0.25"],
        ["u", "", "I", "", "c", "1.0", ""],
    ]


@pytest.mark.parametrize(
    ("runs", "systems", "rows"),
    [
        (1, ["one", "two"], [["word"], ["a"], ["a"]]),  # of one run nobody asks which
        (2, ["", ""], [["word"], ["a"], ["a"]]),  # nor of tables that speak of all
        (2, ["", "one"], [["word"], ["a"], [], ["system", "word"], ["one", "a"]]),
    ],
)
def test_the_system_is_told_where_there_are_several(runs: int, systems: list[str], rows: list[list[str]]) -> None:
    assert read(runs, *(Table("t", "t", COLUMNS[:1], [["a"]], system=system) for system in systems)) == rows


def test_other_columns_have_names_of_their_own() -> None:
    one, two = (Table("t", "t", [Column(name, name)], [[name]]) for name in ("one", "two"))
    assert read(1, one, two) == [["one"], ["one"], [], ["two"], ["two"]]
