"""Plots as SVG: axes on which all values lie, elements in which nothing becomes markup, and colors of systems."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mondegreen.render.page import svg
from mondegreen.render.page.svg import Axis

NUMBERS = some.lists(some.floats(-1e9, 1e9, allow_subnormal=False), min_size=1, max_size=8)


@given(NUMBERS, some.booleans())
def test_all_values_lie_on_the_axis(values: list[float], zero: bool) -> None:
    axis = Axis.of(values, zero=zero)
    slack = 1e-6 * (axis.high - axis.low)
    assert axis.low <= min(values) + slack
    assert axis.high >= max(values) - slack
    if zero:
        assert axis.low <= 0 <= axis.high
    assert 2 <= len(axis.ticks) <= 14
    places = [float(axis.place(value).rstrip("%")) for value in sorted(values)]
    assert places == sorted(places)
    assert 0 <= places[0] <= places[-1] <= 100


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([19.0, 3.0], [0, 5, 10, 15, 20]),
        ([-6.2, -1.5], [-8, -6, -4, -2, 0]),
        ([0.07], [0, 0.02, 0.04, 0.06, 0.08]),
        ([math.nan, 4.0], [0, 1, 2, 3, 4]),
        ([0.0], [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)
def test_ticks_are_round(values: list[float], ticks: list[float]) -> None:
    assert list(Axis.of(values).ticks) == pytest.approx(ticks)


def test_texts_and_attributes_are_escaped() -> None:
    found = svg.draw_element("text", "<b>&", class_='a"b', text_anchor="end")
    assert str(found) == '<text class="a&#34;b" text-anchor="end">&lt;b&gt;&amp;</text>'
    assert str(svg.draw_element("g", svg.draw_element("rect", x=0))) == '<g><rect x="0"/></g>'


def test_the_baseline_is_never_another_system() -> None:
    colors = [svg.color_system(index) for index in range(20)]
    assert colors[:8] == [f"s{index}" for index in range(8)]
    assert colors.count("s0") == 1
    assert colors[8:10] == ["s1", "s2"]


def list_elements(drawn: str, name: str, *attributes: str) -> list[tuple[str, ...]]:
    found = [dict(re.findall(r'([\w-]+)="([^"]*)"', each)) for each in re.findall(rf"<{name}\b([^>]*)>", drawn)]
    return [tuple(each.get(attribute, "") for attribute in attributes) for each in found]


@pytest.mark.parametrize(
    ("least", "step"),
    [(1, 1), (1.1, 2), (2, 2), (2.1, 2.5), (2.5, 2.5), (2.6, 5), (5.1, 10), (10, 10), (0.03, 0.05), (99, 100)],
)
def test_steps_of_ticks(least: float, step: float) -> None:
    assert svg.choose_step(least) == pytest.approx(step)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.5, "\N{MINUS SIGN}0.5"), (123456.5, "123456"), (1234567, "1.23457e+06")]
)
def test_numbers_at_ticks(value: float, text: str) -> None:
    assert svg.format_tick(value) == text


@pytest.mark.parametrize(
    ("value", "place"), [(-5, "0.00%"), (-2, "0.00%"), (0, "25.00%"), (6, "100.00%"), (7, "100.00%")]
)
def test_what_is_beyond_an_axis_stands_at_its_end(value: float, place: str) -> None:
    assert Axis(-2, 6, ()).place(value) == place


@pytest.mark.parametrize(
    ("values", "zero", "count", "ends"),
    [
        ([], False, 5, (0, 1)),
        ([], True, 5, (0, 1)),
        ([3.0, 3.0], False, 5, (3, 4)),
        ([0.0, 10.0], True, 2, (0, 10)),
        ([0.0, 9.9], True, 5, (0, 10)),
        ([-1.0, 9.9], True, 4, (-5, 10)),
    ],
)
def test_axes_end_at_ticks(values: list[float], zero: bool, count: int, ends: tuple[float, float]) -> None:
    axis = Axis.of(values, zero=zero, count=count)
    assert (axis.low, axis.high) == pytest.approx(ends)
    assert (axis.ticks[0], axis.ticks[-1]) == pytest.approx(ends)


@pytest.mark.parametrize(
    ("low", "high", "classes"),
    [(-1, 1, ["grid", "zero", "grid"]), (0, 2, ["grid"] * 3), (-2, 0, ["grid"] * 3), (1, 3, ["grid"] * 3)],
)
def test_the_line_of_zero_is_heavier_within_an_axis(low: float, high: float, classes: list[str]) -> None:
    drawn = "".join(Axis(low, high, (low, low + 1, high)).grid(22))
    places = ["0.00%", "50.00%", "100.00%"]
    assert list_elements(drawn, "line", "class", "x1", "x2", "y1", "y2") == [
        (name, at, at, "0", "22") for name, at in zip(classes, places)
    ]


def test_numbers_under_a_column_of_plots() -> None:
    drawn = str(Axis(-1, 1, (-1, 1)).labels())
    assert list_elements(drawn, "text", "x", "y", "class", "text-anchor") == [
        ("0.00%", "12", "tick", "middle"),
        ("100.00%", "12", "tick", "middle"),
    ]
    assert list_elements(drawn, "svg", "class", "width", "height", "aria-hidden") == [("track", "100%", "16", "true")]


@pytest.mark.parametrize(("linked", "role"), [(False, "img"), (True, "group")])
def test_a_plot_with_a_label_is_read_aloud(linked: bool, role: str) -> None:
    drawn = str(svg.draw_plot([], 9, "a\nb", "chart", is_linked=linked))
    assert list_elements(drawn, "svg", "role", "aria-label", "aria-hidden", "height") == [(role, "a\\nb", "", "9")]


@pytest.mark.parametrize(
    ("values", "focus", "lines", "dots"),
    [
        ([5.0], 0, [("stem", "0.00%", "50.00%")], [("s0", "50.00%", "5")]),
        ([math.nan], 0, [], []),
        (
            [10.0, 2.5, 5.0],
            2,
            [("link good", "100.00%", "50.00%")],
            [("s0", "100.00%", "5"), ("s1", "25.00%", "3.5"), ("s2", "50.00%", "5")],
        ),
        ([5.0, math.nan], 1, [], [("s0", "50.00%", "5")]),
        ([math.nan, 5.0], 1, [], [("s1", "50.00%", "5")]),
    ],
)
def test_dots_and_what_joins_them(
    values: list[float], focus: int, lines: list[tuple[str, ...]], dots: list[tuple[str, ...]]
) -> None:
    drawn = str(svg.draw_dumbbell(values, Axis(0, 10, ()), focus, "good"))
    assert list_elements(drawn, "line", "class", "x1", "x2", "y1", "y2") == [(*each, "11", "11") for each in lines]
    assert list_elements(drawn, "circle", "class", "cx", "r", "cy") == [(*each, "11") for each in dots]
    assert list_elements(drawn, "svg", "height") == [("22",)]


@pytest.mark.parametrize(
    ("low", "value", "high", "lines"),
    [
        (-1.0, 0.0, 1.0, [("link bad", "25.00%", "75.00%", "11", "11"), ("square bad", "50.00%", "50.00%", "6", "16")]),
        (math.nan, 1.0, 1.0, [("square bad", "75.00%", "75.00%", "6", "16")]),
        (-1.0, 1.0, math.nan, [("square bad", "75.00%", "75.00%", "6", "16")]),
        (-1.0, math.nan, 1.0, [("link bad", "25.00%", "75.00%", "11", "11")]),
    ],
)
def test_an_interval_and_its_square(low: float, value: float, high: float, lines: list[tuple[str, ...]]) -> None:
    drawn = str(svg.draw_interval(low, value, high, Axis(-2, 2, ()), "bad"))
    assert list_elements(drawn, "line", "class", "x1", "x2", "y1", "y2") == lines
    assert drawn.count('stroke-width="9"') == sum(line[0] == "square bad" for line in lines)
    assert list_elements(drawn, "svg", "height") == [("22",)]


def test_bars_stand_under_each_other() -> None:
    drawn = str(svg.draw_bars([5, 10], Axis(0, 10, ()), ["s0", "s1"]))
    assert list_elements(drawn, "rect", "class", "x", "y", "width", "height", "rx") == [
        ("s0", "0", "2", "50.00%", "6", "2"),
        ("s1", "0", "9", "100.00%", "6", "2"),
    ]
    assert list_elements(drawn, "svg", "height") == [("18",)]


def test_parts_of_a_whole_follow_each_other() -> None:
    drawn = str(svg.draw_stack([2, 0, 5], Axis(0, 10, ()), ["a", "b", "c"]))
    assert list_elements(drawn, "rect", "class", "x", "width", "y", "height") == [
        ("a", "0.00%", "20.00%", "4", "14"),
        ("b", "20.00%", "0.00%", "4", "14"),
        ("c", "20.00%", "50.00%", "4", "14"),
    ]
    assert list_elements(drawn, "svg", "height") == [("22",)]
