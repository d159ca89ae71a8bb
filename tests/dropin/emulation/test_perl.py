"""What Perl does for scripts, as perlfunc describes it."""

import sys

import pytest

from mondegreen.dropin.emulation.perl import DieError, chomp, split_fields, split_lines, uppercase


@pytest.mark.parametrize(
    ("text", "fields"),
    [(b"a  b\tc\n", [b"a", b"b", b"c"]), (b" a", [b"", b"a"]), (b" \n", []), (b"", []), (b"a", [b"a"])],
)
def test_fields_at_the_end_are_dropped_if_empty(text: bytes, fields: list[bytes]) -> None:
    assert split_fields(text) == fields


@pytest.mark.parametrize(
    ("text", "lines"),
    [(b"a\nb", [b"a\n", b"b"]), (b"a\n\n", [b"a\n", b"\n"]), (b"a\r\x0bb\n", [b"a\r\x0bb\n"]), (b"", [])],
)
def test_lines_end_at_line_feeds(text: bytes, lines: list[bytes]) -> None:
    assert split_lines(text) == lines
    assert [chomp(line) for line in lines] == [line.removesuffix(b"\n") for line in lines]
    assert chomp(b"\n\n") == b"\n"


def test_upper_case_of_latin_1_is_asked_for() -> None:
    assert uppercase(b"a\xe9z", latin1=True) == b"A\xc9Z"
    assert uppercase(b"a\xe9z", latin1=False) == b"A\xe9Z"


@pytest.mark.parametrize(
    ("called", "name"), [("/tools/x.pl", "/tools/x.pl"), ("/tools/other", "x.pl"), ("x.pl", "x.pl")]
)
def test_a_death_says_where_unless_its_line_ends(called: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    assert DieError(b"no luck", "x.pl", 3).message == f"no luck at {name} line 3.\n".encode()
    assert DieError(b"no luck", "x.pl", 3).code == 255
    reading = DieError(b"no luck", "x.pl", 3, code=2, input_position="<FILE> line 7")
    assert (reading.message, reading.code) == (f"no luck at {name} line 3, <FILE> line 7.\n".encode(), 2)
    assert DieError(b"no luck\n", "x.pl", 3).message == b"no luck\n"
