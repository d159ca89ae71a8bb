"""Coefficients of correlation, by hand, by definition, and as scipy finds them."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.comparison.statistics import METHODS, kendall, kendall_without_each, pearson, spearman

# Pairs with few different values, so that many are equal.
ROWS = st.lists(st.tuples(st.integers(-3, 3).map(float), st.integers(0, 4).map(float)), min_size=2, max_size=30)

WHOLE = st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=30)

CASES = [
    ([1, 2, 3], [2, 4, 6], 1, 1, 1),
    ([1, 2, 3], [6, 4, 2], -1, -1, -1),
    ([1, 2, 3, 4], [1, 4, 9, 16], 25 / math.sqrt(5 * 129), 1, 1),  # in order, but no straight line
    # Five of six pairs in the same order; ranks differ by 1 twice, so Spearman's is 1 - 6 x 2 / (4 x 15).
    ([1, 2, 3, 4], [1, 3, 2, 4], 0.8, 0.8, 4 / 6),
    # Ties: 5 pairs in order, one equal in the first row: 5 / sqrt(5 x 6).
    ([1, 1, 2, 3], [1, 2, 3, 4], 3.5 / math.sqrt(2.75 * 5), 4.5 / math.sqrt(4.5 * 5), 5 / math.sqrt(30)),
    ([1, 2], [5, 3], -1, -1, -1),
]


@pytest.mark.parametrize(("first", "second", "straight", "ranked", "ordered"), CASES)
def test_by_hand(first: list[float], second: list[float], straight: float, ranked: float, ordered: float) -> None:
    assert pearson(first, second) == pytest.approx(straight)
    assert spearman(first, second) == pytest.approx(ranked)
    assert kendall(first, second) == pytest.approx(ordered)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("first", "second"), [([], []), ([1], [2]), ([0.1] * 3, [1, 2, 3]), ([1, 2, 3], [0.1] * 3)])
def test_nothing_varies(method: str, first: list[float], second: list[float]) -> None:
    assert math.isnan(METHODS[method](first, second))


@pytest.mark.parametrize("method", METHODS)
def test_what_is_not_defined_goes_with_nothing(method: str) -> None:
    for sides in (([1, math.nan, 3], [1, 2, 3]), ([1, 2, 3], [math.nan, 2, 3])):
        assert math.isnan(METHODS[method](*sides))
    assert all(map(math.isnan, kendall_without_each([1, math.nan, 3], [1, 2, 3])))
    assert len(kendall_without_each([1, 2, 3], [1, 2, math.nan])) == 3


@given(ROWS)
def test_kendall_by_definition(rows: list[tuple[float, float]]) -> None:
    def sign(number: float) -> int:
        return (number > 0) - (number < 0)

    signs = [(sign(a - c), sign(b - d)) for (a, b), (c, d) in itertools.combinations(rows, 2)]
    scale = math.sqrt(sum(one != 0 for one, _ in signs) * sum(other != 0 for _, other in signs))
    found = kendall(*zip(*rows))
    assert (math.isnan(found) and not scale) or found == pytest.approx(sum(a * b for a, b in signs) / scale)


@given(ROWS)
def test_kendall_without_each(rows: list[tuple[float, float]]) -> None:
    expected = [kendall(*zip(*(rows[:place] + rows[place + 1 :]))) for place in range(len(rows))]
    assert kendall_without_each(*zip(*rows)) == pytest.approx(expected, nan_ok=True)


@given(ROWS, st.floats(0.1, 100), st.floats(-1e6, 1e6))
def test_scale_and_place_do_not_matter(rows: list[tuple[float, float]], scale: float, place: float) -> None:
    first, second = zip(*rows)
    for method in METHODS.values():
        found = method(first, [scale * each + place for each in second])
        assert found == pytest.approx(method(first, second), abs=1e-6, nan_ok=True)
        assert method(second, first) == pytest.approx(method(first, second), nan_ok=True)
        assert math.isnan(found) or -1 <= found <= 1


@given(ROWS)
def test_scipy_says_the_same(rows: list[tuple[float, float]]) -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    first, second = zip(*rows)
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert pearson(first, second) == pytest.approx(stats.pearsonr(first, second).statistic, abs=1e-9)
        assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second).statistic, abs=1e-9)
        assert kendall(first, second) == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-9)


@given(WHOLE)
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
