"""What Perl does for scripts, as perlfunc describes it."""

import random
import sys
from pathlib import Path

import pytest

from mondegreen.dropin.emulation.perl import DieError, chomp, split_fields, split_lines, uppercase
from mondegreen.dropin.emulation.perl_sort import sort_as_perl
from programs import theirs

# Sorts each line of numbers, and prints which it compares.
SORTING = """while (<STDIN>) {
    my @sorted = sort { print "$a $b,"; $ARGV[0] eq "by value" ? $a <=> $b : ($a * 7 + $b * 13) % 3 - 1 } split;
    print " @sorted\\n";
}"""


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


def list_orders() -> list[list[int]]:
    """Runs up and down of many lengths, short and long, one behind the other or shuffled into each other."""
    rng = random.Random(1993)
    ups = [[*range(first, last)] for first, last in ((0, 30), (30, 60), (3, 9), (12, 50), (0, 17), (16, 33), (5, 6))]
    found = [rng.choice(ups) + rng.choice(ups)[:: rng.choice((1, -1))] + rng.choice(ups)[:3] for _ in range(20)]
    found += [rng.choices(range(size), k=size) for size in (*range(1, 9), 15, 16, 17, 18, 40, 100)]
    for size in (24, 33, 60):
        order = sorted(rng.choices(range(90), k=size))
        found += [order, order[::-1], [*order, 45], [*order[::2], *order[1::2]], [*order[:20], *order[20:][::-1]]]
    return found


@pytest.mark.parametrize("how", ["by value", "against itself"])
def test_what_a_sort_compares_and_when(how: str, tmp_path: Path) -> None:
    """Also by a comparison that contradicts itself, whose result is the algorithm's."""
    lines = []
    for order in list_orders():
        compared = []

        def compare(one: int, two: int) -> int:
            compared.append(f"{one} {two},")  # noqa: B023
            return one - two if how == "by value" else (one * 7 + two * 13) % 3 - 1

        found = sort_as_perl(order, compare)
        lines.append(f"{''.join(compared)} {' '.join(map(str, found))}\n")
    given = "".join(f"{' '.join(map(str, order))}\n" for order in list_orders())
    assert theirs("perl", ["-e", SORTING, how], tmp_path, given.encode()).output.decode() == "".join(lines)
