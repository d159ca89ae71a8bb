"""Coefficients, against numpy and by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from mondegreen.compare.correlation import pearson, spearman

NUMBERS = some.lists(some.tuples(some.integers(-50, 50), some.integers(-50, 50)), min_size=2, max_size=30)


@given(NUMBERS)
def test_pearson_is_numpys(pairs: list[tuple[int, int]]) -> None:
    first, second = [float(one) for one, _ in pairs], [float(other) for _, other in pairs]
    found = pearson(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert math.isnan(found)
    else:
        assert found == pytest.approx(np.corrcoef(first, second)[0, 1])


@pytest.mark.parametrize(
    ("first", "second", "coefficient"),
    [
        ([1, 2, 3, 4], [1, 4, 9, 16], 1.0),  # the order is the same
        ([1, 2, 3, 4], [4, 3, 2, 1], -1.0),
        ([1, 2, 2, 4], [1, 3, 2, 4], 3 / math.sqrt(10)),  # ranks 1 2.5 2.5 4 against 1 3 2 4: 4.5 / sqrt(4.5 x 5)
        ([0.1, 0.1, 0.1], [1, 2, 3], math.nan),
        ([1], [1], math.nan),
        ([], [], math.nan),
    ],
)
def test_spearman(first: list[float], second: list[float], coefficient: float) -> None:
    assert spearman(first, second) == pytest.approx(coefficient, nan_ok=True)


def test_equal_numbers_that_do_not_add_up_exactly_have_no_spread() -> None:
    assert math.isnan(pearson([0.1] * 10, list(range(10))))
