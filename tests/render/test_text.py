"""Cells as text: nothing is hidden, and nothing can steer a terminal."""

import pytest

from mondegreen.render.text import exact_value, format_cell, is_undefined, make_printable
from mondegreen.reports.blocks import Cell, Column

NAN = float("nan")

TEXTS = [
    ("été où", "été où", "letters are letters"),
    ("日本 [red]x[/red]", "日本 [red]x[/red]", "brackets are no markup"),
    ("\x1b[31mred", "\\x1b[31mred", "escape sequences"),
    ("a\rb\nc\td", "a\\rb\\nc\\td", "what moves the cursor"),
    ("\x9b2J", "\\x9b2J", "the one-character form of a sequence's beginning"),
    ("a\u202eb\u2066c", "a\\u202eb\\u2066c", "changes of direction"),
    ("so\u00adft\u200b", "so\\xadft\\u200b", "what has no width"),
    ("a\u2028b\u2029", "a\\u2028b\\u2029", "what ends a line elsewhere"),
    ("می\u200cخواهم", "می\u200cخواهم", "Persian needs the non-joiner"),
    ("👩\u200d👧", "👩\u200d👧", "and emoji the joiner"),
    ("l\xa0a\u3000b", "l\xa0a\u3000b", "wide blanks are seen"),
]


@pytest.mark.parametrize(("text", "expected", "why"), TEXTS, ids=[case[2] for case in TEXTS])
def test_shown(text: str, expected: str, why: str) -> None:
    assert make_printable(text) == expected


CELLS: list[tuple[Cell, int | None, str, str]] = [
    (None, 2, "", "nothing there"),
    (NAN, 2, "NaN", "not defined"),
    (float("inf"), 2, "inf", "without bounds"),
    (2 / 3, 2, "0.67", "rounded for people"),
    (1234567.0, 0, "1234567", "a count"),
    (1.5, 0, "1.50", "a mean of counts"),
    (-0.04, 1, "-0.0", "a change too small to see has a sign still"),
    ("\x07x", None, "\\x07x", "a text"),
]


@pytest.mark.parametrize(("cell", "places", "expected", "why"), CELLS, ids=[case[3] for case in CELLS])
def test_written(cell: Cell, places: int | None, expected: str, why: str) -> None:
    assert format_cell(cell, Column("c", "c", places)) == expected


@pytest.mark.parametrize(
    ("p", "expected"), [(0.0, "<0.0001"), (4.9e-5, "<0.0001"), (5.1e-5, "0.0001"), (1.0, "1.0000")]
)
def test_no_probability_is_0(p: float, expected: str) -> None:
    assert format_cell(p, Column("p", "p", 4, probability=True)) == expected


def test_programs_get_counts_as_such_and_other_numbers_unrounded() -> None:
    assert [repr(exact_value(cell, Column("c", "c", 0))) for cell in (3.0, 1.5, 3)] == ["3", "1.5", "3"]
    assert repr(exact_value(50.0, Column("c", "c", 2))) == "50.0"
    assert [is_undefined(cell) for cell in (NAN, 0.0, None, "nan")] == [True, False, False, False]
