"""Plots as SVG: axes on which all values lie, elements in which nothing becomes markup, and colors of systems."""

import math

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


def test_systems_without_a_value_have_no_dot() -> None:
    found = svg.draw_dumbbell([10.0, math.nan, 5.0], Axis(0, 10, (0, 10)), 2, "good")
    assert found.count("<circle") == 2
    assert 'class="s0" cx="100.00%"' in found
    assert 'class="s2" cx="50.00%"' in found
    assert found.count('class="link good"') == 1
    assert svg.draw_dumbbell([math.nan, 5.0], Axis(0, 10, ()), 1).count('class="link') == 0


def test_bars_begin_at_zero() -> None:
    found = svg.draw_bars([5, 0], Axis(0, 10, ()), ["s0", "s1"])
    assert found.count('x="0"') == 2
    assert 'width="50.00%"' in found
    assert 'width="0.00%"' in found


def test_an_interval_that_is_not_known_is_not_drawn() -> None:
    assert "link" not in svg.draw_interval(math.nan, 1.0, math.nan, Axis(0, 2, ()), "")
    found = svg.draw_interval(-1.0, 0.0, 1.0, Axis(-2, 2, ()), "bad")
    assert 'class="link bad" x1="25.00%" x2="75.00%"' in found


def test_the_baseline_is_never_another_system() -> None:
    colors = [svg.color_system(index) for index in range(20)]
    assert colors[:8] == [f"s{index}" for index in range(8)]
    assert colors.count("s0") == 1
    assert colors[8:10] == ["s1", "s2"]
