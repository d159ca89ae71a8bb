"""Exact limits of what people read: widths of tables and columns, strips of aligned words, loops, and cells."""

import io
import math
from itertools import product

import pytest
from rich.text import Text

from mondegreen.render import sidebyside
from mondegreen.render.sidebyside import (
    cycle_length,
    describe_loop,
    fold_insertions,
    pair_heading,
    split_strips,
    strip_lines,
)
from mondegreen.render.terminal import (
    LONG,
    column_widths,
    format_parts,
    groups_of,
    lay_out_table,
    spread_widths,
    strips_of,
    total_width,
    write,
)
from mondegreen.render.text import exact_value, format_cell, is_undefined, make_printable
from mondegreen.reports.blocks import AlignedPair, Alignments, Cell, Column, Table


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")


def lines_of(block: Table | Alignments, columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a terminal of that width shows, without emphasis."""
    monkeypatch.setenv("COLUMNS", str(columns))
    out = Terminal()
    write([], [block], out)
    return [Text.from_ansi(line).plain.rstrip() for line in out.getvalue().splitlines()]


def wide(names: int, numbers: int) -> Table:
    """A table of columns of names and of numbers; each heading is as wide as its cells."""
    columns = [
        *(Column(f"w{at}", f"w{at}") for at in range(names)),
        *(Column(f"n{at}", f"n{at}", 0) for at in range(numbers)),
    ]
    rows: list[list[Cell]] = [["ab"] * names + [10.0 + at for at in range(numbers)]]
    return Table("t", "t", columns, rows)


@pytest.mark.parametrize(("names", "numbers"), [(0, 6), (1, 6), (2, 6), (3, 3), (4, 0)])
@pytest.mark.parametrize("room", [8, 11, 14, 16, 17, 21, 26, 40])
def test_strips_hold_each_column_once_behind_those_that_name_the_rows(names: int, numbers: int, room: int) -> None:
    """Where all columns are numbers the first names the rows, and so it does where all are names."""
    table = wide(names, numbers)
    least = [narrow for narrow, _ in column_widths(table, format_parts(table))]
    assert least == [2] * (names + numbers)
    found = list(strips_of(table, least, room))
    first = found[0][0]
    assert first == 0
    several = max(names, 1) if numbers else 1
    repeated = several if total_width([2] * (several + 1), 1) <= room else 1
    assert all(strip[:repeated] == list(range(repeated)) for strip in found)
    assert [place for strip in found for place in strip[repeated:]] == list(range(repeated, names + numbers))
    for at, strip in enumerate(found):
        assert total_width([2] * len(strip), 1) <= room or len(strip) == repeated + 1  # none but where one is too many
        if at:  # no strip ends before it is full
            assert total_width([2] * (len(found[at - 1]) + 1), 1) > room


def test_a_table_is_as_wide_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each column has a rule before it and a blank on either side, unless it must do without; no line is longer."""
    for names, numbers, room in product((0, 1, 2), (1, 3, 6), (11, 13, 16, 20, 24, 25, 33, 60)):
        lines = lines_of(wide(names, numbers), room, monkeypatch)
        assert max(map(len, lines)) <= room
        words = " ".join(lines).split()
        assert all(f"{10 + at}" in words for at in range(numbers))


def test_two_columns_come_together_where_the_second_has_no_heading() -> None:
    heads = [
        Column("m", "m"),
        Column("u", ""),
        Column("a", "a", 0),
        Column("b", "", 0),
        Column("c", ""),
        Column("d", "d", 0),
    ]
    table = Table("t", "t", heads, [])
    assert groups_of(table, 2) == [[2, 3, 4], [5]]
    assert groups_of(table, 1) == [[1], [2, 3, 4], [5]]
    assert groups_of(table, 6) == []


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (0, [1, 2, 2]),
        (15, [1, 2, 2]),  # each with a rule and two blanks, and a rule at the end
        (16, [2, 2, 2]),
        (17, [3, 2, 2]),
        (18, [3, 2, 3]),
        (20, [3, 2, 5]),
        (99, [3, 2, 5]),
    ],
)
def test_the_narrowest_of_those_that_want_more_get_room_first(room: int, expected: list[int]) -> None:
    table = Table("t", "t", [Column("a", "a b", 0), Column("b", "ab"), Column("c", "ab cd")], [[1, "x", "y"]])
    widths = column_widths(table, format_parts(table))
    assert widths == [(1, 3), (2, 2), (2, 5)]
    assert spread_widths(widths, 1, room) == expected


@pytest.mark.parametrize(
    ("heading", "cell", "places", "expected"),
    [
        ("x", "a" * 9, None, (9, 9)),
        ("x", "a" * 10, None, (10, 10)),
        ("x", "a" * 30, None, (10, 30)),  # words may be cut, but not below ten letters
        ("x", 123456789012.0, 0, (12, 12)),  # numbers may not
        ("randomization", "a", None, (13, 13)),
        ("a" * 14, "a", None, (14, 14)),
        ("a" * 20, "a", None, (14, 20)),  # nor words of headings, unless they are as long as names of systems may be
        ("two words", "a", None, (5, 9)),
        ("x", "日本", None, (4, 4)),  # cells of a terminal, not letters
    ],
)
def test_how_wide_a_column_must_be_and_wants_to_be(
    heading: str, cell: Cell, places: int | None, expected: tuple[int, int]
) -> None:
    table = Table("t", "t", [Column("c", heading, places)], [[cell]])
    assert column_widths(table, format_parts(table)) == [expected]


@pytest.mark.parametrize("rows", [LONG, LONG + 1])
def test_long_tables_keep_their_columns(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above a thousand rows a table is set without rules; numbers still end, and words begin, under each other."""
    table = Table("t", "t", [Column("w", "w"), Column("n", "n", 0)], [[f"k{at}", float(at)] for at in range(rows)])
    lines = lines_of(table, 80, monkeypatch)
    assert any("──" in line for line in lines) is (rows <= 1000)
    data = [line for line in lines if line.split()[:1] and line.split()[0][0] == "k"]
    assert len(data) == rows
    assert {len(line) for line in data} == {len(data[-1])}
    assert {len(line) - len(line.lstrip()) for line in data} == {2}


# --- loops ---


def times(words: list[str]) -> int:
    """By the definition: the least number of words, at most eight, of which all are three or more repetitions."""
    for length in range(1, 9):
        again = (words[:length] * len(words))[: len(words)]
        if len(words) >= 3 * length and again == words:
            return length
    return 0


@pytest.mark.parametrize("length", range(1, 11))
@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_what_comes_at_least_three_times_is_a_cycle_of_up_to_eight_words(length: int, rounds: int) -> None:
    words = [f"w{at}" for at in range(length)] * rounds
    for rest in (0, 1, length - 1):
        said = words + words[:rest]
        assert cycle_length(said) == times(said)
        assert bool(cycle_length(said)) is (length <= 8 and len(said) >= 3 * length)
    assert cycle_length([*words[:-1], "odd"]) == times([*words[:-1], "odd"])


@pytest.mark.parametrize(
    ("hidden", "said"),
    [
        ([], ""),
        (["a"], ""),
        (["a", "a"], "[2 times more]"),
        (["a", "b"], "[2 more]"),
        (["a"] * 3, "[3 times more]"),
        (["a", "b", "a"], "[3 more]"),
        (["a", "b", "a", "b"], "[2 times more]"),  # at exactly half
        (["a", "b", "a", "c"], "[4 more]"),
        (list("abcab"), "[5 more]"),
        (list("abcabc"), "[2 times more]"),
        (list("abcdefghi") * 2, "[2 times more]"),
        (["a", "b"] * 3, "[3 times more]"),
        ([*["a", "b"] * 3, "a"], "[7 more]"),  # the last time breaks off: no whole number of times
    ],
)
def test_what_stands_for_words_that_are_left_out(hidden: list[str], said: str) -> None:
    assert describe_loop(hidden) == said


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("count", range(11, 20))
def test_a_folded_loop_stands_for_all_its_words(length: int, count: int) -> None:
    """What is shown, with the bracket written out, is what was heard; and no more than it needs is shown."""
    heard = ([f"w{at}" for at in range(length)] * count)[:count]
    pair = AlignedPair("u", [""] * count, heard, "I" * count)
    short = fold_insertions(pair)
    if count < 12 or not times(heard):
        if count < 12:
            assert short is pair
        return
    spelled: list[str] = []
    for word in short.hypotheses:
        if word.endswith("times more]"):
            spelled += spelled[-length:] * int(word[1:].split()[0])
        else:
            spelled.append(word)
    assert spelled == heard
    whole, broken = divmod(count, length)
    assert len(short.hypotheses) == (length + 1 if whole > 2 else 2 * length) + broken


@pytest.mark.parametrize("count", [12, 13, 20])
def test_of_words_without_a_loop_four_are_shown_on_either_side(count: int) -> None:
    heard = [f"w{at}" for at in range(count)]
    short = fold_insertions(AlignedPair("u", [""] * count, heard, "I" * count))
    assert list(short.hypotheses) == [*heard[:4], f"[{count - 8} more]", *heard[-4:]]
    assert (sidebyside.LEAST, sidebyside.LONGEST_CYCLE, sidebyside.TIMES, sidebyside.SHOWN) == (12, 8, 3, 4)


def test_runs_are_folded_each_by_itself() -> None:
    heard = ["a"] * 12 + ["x"] + ["b"] * 11 + ["y"] + ["c"] * 13
    pair = AlignedPair(
        "u", [""] * 12 + ["x"] + [""] * 11 + ["y"] + [""] * 13, heard, "I" * 12 + "C" + "I" * 11 + "S" + "I" * 13
    )
    short = fold_insertions(pair)
    assert list(short.hypotheses) == ["a", "[11 times more]", "x", *["b"] * 11, "y", "c", "[12 times more]"]
    assert short.steps == "IIC" + "I" * 11 + "SII"
    assert len(short.references) == len(short.steps)


# --- aligned words in strips ---


@pytest.mark.parametrize("room", [4, 5, 9, 10, 13, 14, None])
def test_strips_are_full_and_not_overfull(room: int | None) -> None:
    """Words of four letters, with a blank between: two of them need nine cells, three fourteen."""
    pair = AlignedPair("u", ["aaaa"] * 5, ["aaaa"] * 5, "C" * 5)
    sizes = [len(strip) for strip in split_strips(pair, room)]
    each = 5 if room is None else (room + 1) // 5
    assert sizes == [each] * (5 // each) + ([5 % each] if 5 % each else [])
    for strip in split_strips(pair, room):
        assert room is None or max(map(len, strip_lines(strip))) <= room


def test_a_word_that_is_wider_than_a_line_is_broken() -> None:
    pair = AlignedPair("u", ["abcdefgh", "a"], ["xyz", "a"], "SC")
    found = [strip_lines(strip)[:3] for strip in split_strips(pair, 5)]
    assert found == [["abcde", "xyz", "S"], ["fgh a", "    a", "S"]]


def test_notes_stand_under_their_words() -> None:
    """A weight of four digits is wider than its words, which get the room."""
    pair = AlignedPair("u", ["a", "b", ""], ["a", "c", "d"], "CSI", {}, [0.0, 0.25, 1.0], [None, 0.75, None])
    (strip,) = split_strips(pair)
    assert strip_lines(strip) == ["a b    *", "a c    d", "  S    I", "  0.25 1.00", "  0.75"]


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (AlignedPair("u", ["a"], ["a"], "C"), "u  (no errors of 1)"),
        (AlignedPair("u", ["a", "b", ""], ["x", "", "y"], "SDI"), "u  (1 S 1 D 1 I of 2)"),
        (AlignedPair("u", [""], ["y"], "I", {"speaker": "eve", "none": ""}), "u  speaker eve  (1 I of 0)"),
        (AlignedPair("u", ["a"], ["x"], "S", {}, [0.125], [None]), "u  (1 S of 1, weight 0.12)"),
    ],
)
def test_over_a_pair_stand_its_fields_and_errors(pair: AlignedPair, expected: str) -> None:
    assert pair_heading(pair) == expected


@pytest.mark.parametrize(("room", "strip"), [(60, 53), (57, 50), (56, 49), (20, 13), (17, 10), (12, 10), (2, 10)])
def test_pairs_have_the_terminal_but_for_their_labels(room: int, strip: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels take seven cells, and words ten at least."""
    pair = AlignedPair("u", ["a"] * 40, ["a"] * 40, "C" * 40)
    lines = [line for line in lines_of(Alignments("a", "t", [pair]), room, monkeypatch) if line.startswith("  ref  ")]
    assert len(lines[0]) - 7 == 2 * ((strip + 1) // 2) - 1


# --- cells ---


@pytest.mark.parametrize(
    ("cell", "column", "expected"),
    [
        (None, Column("a", "a", 2), ""),
        ("x\x1b", Column("a", "a", 2), r"x\x1b"),
        (1.005, Column("a", "a", 1), "1.0"),
        (math.nan, Column("a", "a", 2), "NaN"),
        (math.inf, Column("a", "a", 2), "inf"),
        (3.0, Column("a", "a", 0), "3"),
        (3.5, Column("a", "a", 0), "3.50"),  # a count that is none
        (0.0, Column("p", "p", 3, probability=True), "<0.001"),
        (0.00049, Column("p", "p", 3, probability=True), "<0.001"),
        (0.0005001, Column("p", "p", 3, probability=True), "0.001"),
        (-0.0001, Column("p", "p", 3, probability=True), "-0.000"),
        (0.0, Column("p", "p", 3), "0.000"),
    ],
)
def test_cells_as_people_read_them(cell: Cell, column: Column, expected: str) -> None:
    assert format_cell(cell, column) == expected


@pytest.mark.parametrize(
    ("cell", "places", "expected"),
    [(3.0, 0, 3), (3.5, 0, 3.5), (3.0, 2, 3.0), ("3", 0, "3"), (None, 0, None), (math.inf, 0, math.inf)],
)
def test_cells_as_programs_read_them(cell: Cell, places: int, expected: Cell) -> None:
    found = exact_value(cell, Column("a", "a", places))
    assert (found, type(found)) == (expected, type(expected))
    assert [is_undefined(each) for each in (math.nan, 1.0, None, "NaN", math.inf)] == [True, False, False, False, False]


def test_joiners_stay_and_other_formats_are_seen() -> None:
    assert make_printable("a\u200cb\u200d\u202eé\u2028\ud800") == "a\u200cb\u200d\\u202eé\\u2028\\ud800"


@pytest.mark.parametrize(("room", "padding"), [(12, 0), (19, 0), (20, 1), (21, 1)])
def test_columns_come_closer_before_they_part(room: int, padding: int) -> None:
    """Columns of 1, 1, 2 and 3 cells need 7, a rule each and one more: 12; and with blanks two more for each: 20."""
    columns = [Column("a", "a"), *(Column(str(at), "n", 0) for at in range(3))]
    table = Table("t", "t", columns, [["a", 1, 22, 333]])
    (laid,) = lay_out_table(table, room)
    assert laid.padding == (0, padding, 0, padding)
    assert len(list(lay_out_table(table, 11))) > 1
