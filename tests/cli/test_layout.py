"""Lines that fit a terminal."""

import pytest

from mondegreen.cli import GROUPS, help_text
from mondegreen.cli.help import list_entries
from mondegreen.cli.layout import break_line, fit_columns, hang_text

PAGE = """\
A thing.

Measures: how far it is from here to
    there and back.
Formula: a / b

Example:
    >>> a = "as long as it likes to be"
    ... b

Options:
    one=1: what stands here
    two=2: what stands there
"""
NARROW = """\
A thing.

Measures: how far it is
    from here to there
    and back.
Formula: a / b

Example:
    >>> a = "as long as it likes to be"
    ... b

Options:
    one=1: what stands
        here
    two=2: what stands
        there"""


def test_a_page_is_broken_anew_but_for_its_examples() -> None:
    assert fit_columns(PAGE, 24) == NARROW
    assert fit_columns(PAGE, 40) == PAGE


@pytest.mark.parametrize("width", [40, 80])
def test_no_page_loses_a_word(width: int) -> None:
    for entry in list_entries():
        assert fit_columns(entry.page, width).split() == entry.page.split(), entry.name


def test_what_does_not_fit_stands_under_its_beginning() -> None:
    assert hang_text("  name  ", "a b c d", 12) == "  name  a b\n        c d"
    assert hang_text("  name  ", "a b c d", 15) == "  name  a b c d"


def test_the_help_fits_a_usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.cli.layout.get_width", lambda: 80)
    text = help_text()
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"\n  {name} " in text for group in GROUPS.values() for name in group)


@pytest.mark.parametrize(
    ("paragraph", "width", "lines"),
    [
        ("ab cd ef", 8, ["ab cd ef"]),
        ("ab cd ef", 7, ["ab cd", "ef"]),
        ("Formula: ab cd", 10, ["Formula:", "    ab cd"]),
        ("formula: ab cd", 10, ["formula:", "ab cd"]),  # no heading
        ("  one: ab cd", 9, ["  one: ab", "      cd"]),
        ("a-b-c-d-e", 4, ["a-b-c-d-e"]),  # names are not broken at hyphens
    ],
)
def test_a_paragraph_under_its_heading(paragraph: str, width: int, lines: list[str]) -> None:
    assert break_line(paragraph, width).split("\n") == lines


@pytest.mark.parametrize(
    ("page", "width", "lines"),
    [
        ("ab\ncd", 2, ["ab", "cd"]),  # all fit
        ("ab\ncd\nefg", 2, ["ab", "cd", "efg"]),
        ("ab\ncd\nefghij", 5, ["ab cd", "efghij"]),
        ("Example:\n    abcdef\n    g", 6, ["Example:", "    abcdef", "    g"]),
        ("abc\n\nd\ne", 2, ["abc", "", "d", "e"]),
        ("abc\n\nd\n    e", 2, ["abc", "", "d", "e"]),
    ],
)
def test_paragraphs_are_joined_before_they_are_broken(page: str, width: int, lines: list[str]) -> None:
    assert fit_columns(page, width).split("\n") == lines


def test_what_hangs_may_hang_elsewhere() -> None:
    assert hang_text("  name  ", "a b c d", 12, 3) == "  name  a b\n   c d"
    assert hang_text("  name  ", "a b c d", 12, 0) == "  name  a b\nc d"
