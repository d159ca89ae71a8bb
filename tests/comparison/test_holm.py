"""Holm's correction, by hand."""

import math

import pytest

from mondegreen.comparison.statistics import correct_by_holm

CASES = [
    ([], []),
    ([0.03], [0.03]),  # one comparison needs no correction
    ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),  # 3 x 0.01, 2 x 0.03, never less than before, 4 x 0.005
    ([0.5, 0.9], [1.0, 1.0]),  # 2 x 0.5, and no probability is over 1
    ([0.02, 0.02], [0.04, 0.04]),
]


@pytest.mark.parametrize(("given", "expected"), CASES)
def test_by_hand(given: list[float], expected: list[float]) -> None:
    assert correct_by_holm(given) == pytest.approx(expected)


def test_what_is_not_defined_is_no_comparison() -> None:
    found = correct_by_holm([math.nan, 0.02, math.nan, 0.01])
    assert [found[1], found[3]] == pytest.approx([0.02, 0.02])
    assert math.isnan(found[0])
