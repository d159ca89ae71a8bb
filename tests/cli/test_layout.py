"""Lines that fit a terminal."""

import pytest

from mondegreen.catalogue import list_entries
from mondegreen.cli import GROUPS, help_text
from mondegreen.cli.layout import fit_columns, hang_text

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
