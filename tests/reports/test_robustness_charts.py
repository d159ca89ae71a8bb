"""Curves drawn with letters."""

import math

from mondegreen.reports.robustness import HIGH, WIDE, draw_chart


def lines(**series: list[float]) -> list[str]:
    return [str(row[1]) for row in draw_chart("t", "rate", [0.0, 0.25, 0.5], series).rows]


def test_the_ends_of_a_curve_are_in_the_corners() -> None:
    found = lines(one=[1.0, 0.5, 0.0])
    assert found[0] == "|a"
    assert found[HIGH - 1] == "|" + " " * (WIDE - 1) + "a"
    assert found[HIGH] == "+" + "-" * WIDE
    assert [found[HIGH + 1].split(), len(found[HIGH + 1])] == [["0", "rate", "0.5"], WIDE + 1]


def test_where_several_meet_stands_a_star() -> None:
    found = lines(one=[1.0, 0.5, 0.0], two=[1.0, math.nan, 0.0])
    assert found[0] == "|*"
    assert sum(line.count("a") for line in found[:HIGH]) == 1
    assert not any("b" in line for line in found[:HIGH])


def test_levels_and_names() -> None:
    table = draw_chart("t", "rate", [0.0, 1.0], {"avg": [3.0, 0.0], "sif": [3.0, 1.5]})
    levels = [row[0] for row in table.rows if row[0] is not None]
    assert [levels[0], levels[-1]] == [3, 0]
    assert table.note == "a avg   b sif   * several"


def test_nothing_to_draw() -> None:
    assert set("".join(lines(one=[math.nan] * 3)[:HIGH])) == {"|"}
    assert lines(one=[1.0, 1.0, 1.0])[HIGH - 1].count("a") == 3
    assert draw_chart("t", "rate", [0.3], {"one": [1.0]}).rows


def test_where_each_row_and_column_stands() -> None:
    """Sixteen rows, of which every sixth bears its level: 15, 10, 5 and 0 of 15; 61 columns from the first place."""
    table = draw_chart("t", "rate", [0.0, 0.5, 1.0], {"one": [0.0, 15.0, 7.0]})
    assert [(at, row[0]) for at, row in enumerate(table.rows) if row[0] is not None] == [
        (0, 15.0),
        (5, 10.0),
        (10, 5.0),
        (15, 0.0),
    ]
    shown = [str(row[1]) for row in table.rows]
    assert (WIDE, HIGH) == (61, 16)
    assert (shown[15], shown[0], shown[8]) == ("|a", "|" + " " * 30 + "a", "|" + " " * 60 + "a")
    assert shown[17] == " 0" + "rate".center(59) + "1"
    assert (table.name, table.title) == ("chart", "t")
    assert [(column.name, column.heading, column.places) for column in table.columns] == [
        ("level", "", 3),
        ("line", "", None),
    ]


def test_more_series_than_letters_begin_again() -> None:
    """The same letter in one cell is no several."""
    series = {f"s{at}": [float(at % 26), math.nan] for at in range(27)}
    table = draw_chart("t", "x", [0.0, 1.0], series)
    names = "abcdefghijklmnopqrstuvwxyza"
    assert table.note == "   ".join([*(f"{name} s{at}" for at, name in enumerate(names)), "* several"])
    alike = {f"s{at}": [float(at % 26)] * 2 for at in (0, 26)}
    assert draw_chart("t", "x", [0.0, 1.0], {"s": [0.0, 0.0], **alike}).rows[15][1] == "|*" + " " * 59 + "*"
    same = {f"s{at}": [0.0 if at in (0, 26) else math.nan, math.nan] for at in range(27)}
    assert draw_chart("t", "x", [0.0, 1.0], same).rows[15][1] == "|a"
