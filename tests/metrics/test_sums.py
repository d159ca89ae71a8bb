"""Sums that are rounded once: order and division change no digit."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.metrics.support.rows import Rows, simplify_column, sum_exactly, total

FLOATS = st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-9, 9), max_size=30)


@given(FLOATS, st.integers(0, 30))
def test_parts_in_any_order_add_up_to_the_exact_sum(numbers: list[float], cut: int) -> None:
    wanted = float(sum(map(Fraction, numbers)))
    parts = [numbers[cut:][::-1], numbers[:cut]]
    sums = [each for part in parts for each in sum_exactly(np.array(part, dtype=np.float64))]
    assert total(["a"], [sums]).a == wanted
    assert sum(map(Fraction, sums)) == sum(map(Fraction, numbers))


def test_where_plain_sums_go_wrong() -> None:
    column = np.array([1e16, 1.0, -1e16, 0.1, 1e-9])
    assert total(["a"], [sum_exactly(column)]).a == math.fsum(column)
    assert Rows(("a",), column[:, None]).total().a == math.fsum(column) == 1.100000001


@pytest.mark.parametrize(
    ("numbers", "wanted"),
    [([math.inf, 1.0], math.inf), ([math.inf, -math.inf], math.nan), ([math.nan, 1.0], math.nan), ([], 0.0)],
)
def test_what_has_no_finite_sum(numbers: list[float], wanted: float) -> None:
    found = total(["a"], [sum_exactly(np.array(numbers, dtype=np.float64))]).a
    assert found == wanted or (math.isnan(found) and math.isnan(wanted))


def test_whole_numbers_are_written_as_such() -> None:
    assert list(map(repr, simplify_column(np.array([1.0, 2.0])))) == ["1", "2"]
    assert list(map(repr, simplify_column(np.array([1.0, 0.5])))) == ["1", "0.5"]
    assert simplify_column(np.array([1e300])) == [int(1e300)]
