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
