"""Tests of pairs against their plain definitions and against published values."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.comparison.paired_tests import (
    EXACT_UP_TO,
    RightAndWrong,
    cross_tabulate,
    exact_p,
    mcnemar_test,
    sign_test,
    signed_rank_z,
    wilcoxon_test,
)
from mondegreen.comparison.statistics import average_ranks, coin_two_sided, normal_two_sided

SMALL = st.lists(st.integers(-6, 6), max_size=10)


def test_normal_distribution_at_published_points() -> None:
    assert normal_two_sided(0.0) == 1.0
    assert normal_two_sided(1.959964) == pytest.approx(0.05, abs=1e-7)
    assert normal_two_sided(-2.575829) == pytest.approx(0.01, abs=1e-7)


@given(st.integers(0, 12).flatmap(lambda tosses: st.tuples(st.integers(0, tosses // 2), st.just(tosses))))
def test_a_coin_is_tossed_in_all_ways(case: tuple[int, int]) -> None:
    fewer, tosses = case
    below = sum(sum(way) <= fewer for way in product((0, 1), repeat=tosses))
    assert coin_two_sided(fewer, tosses) == min(1.0, 2 * below / 2**tosses)


def test_many_tosses_are_exact_too() -> None:
    """No term is lost: half of all ways are one half, and the normal distribution is near."""
    assert coin_two_sided(499, 999) == 1.0
    assert coin_two_sided(450, 1000) == pytest.approx(normal_two_sided((450.5 - 500) / math.sqrt(250)), rel=1e-2)
    assert 0.0 < coin_two_sided(0, 1000) < 1e-300


@given(st.lists(st.sampled_from([0.0, 1.0, 2.5, 7.0]), max_size=12))
def test_ranks_count_the_smaller_and_half_of_the_equal(values: list[float]) -> None:
    smaller = [sum(other < value for other in values) for value in values]
    equal = [values.count(value) for value in values]
    assert average_ranks(values) == [less + (same + 1) / 2 for less, same in zip(smaller, equal)]


@given(SMALL)
def test_signs_are_counted(differences: list[int]) -> None:
    found = sign_test(differences)
    plus, minus = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    assert found[:3] == (plus, minus, len(differences) - plus - minus)
    assert found.p == coin_two_sided(min(plus, minus), plus + minus)


def test_a_small_difference_may_be_a_tie() -> None:
    assert sign_test([0.004, -0.004, 3.0, 0.006], tie=0.005)[:3] == (2, 0, 2)


def test_sign_test_of_a_textbook() -> None:
    assert sign_test([1] * 9 + [-1]).p == 0.021484375  # 22 of 1024 ways: P(X <= 1 or X >= 9 | 10, 1/2)


@given(SMALL)
def test_signed_ranks_by_all_signs(differences: list[int]) -> None:
    kept = [each for each in differences if each]
    ranks = average_ranks([abs(each) for each in kept])
    found = wilcoxon_test(differences)
    assert found.plus == sum(rank for rank, each in zip(ranks, kept) if each > 0)
    assert found.minus == sum(rank for rank, each in zip(ranks, kept) if each < 0)
    sums = [sum(rank for rank, sign in zip(ranks, signs) if sign) for signs in product((0, 1), repeat=len(ranks))]
    as_rare = sum(total <= min(found.plus, found.minus) for total in sums)
    assert found.p == min(1.0, 2 * as_rare / len(sums))


def test_wilcoxon_of_darwins_plants() -> None:
    """Heights of cross- and self-fertilised corn plants; the exact p is that of published tables and of scipy."""
    found = wilcoxon_test([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75])
    assert found == (96.0, 24.0, 0.041259765625)


def test_the_normal_distribution_takes_over_smoothly() -> None:
    differences = [(-1) ** (number % 3) * number for number in range(1, EXACT_UP_TO + 2)]
    assert wilcoxon_test(differences).p == pytest.approx(wilcoxon_test(differences[:-1]).p, abs=0.05)
    assert wilcoxon_test(differences + [0] * 5).p == wilcoxon_test(differences).p


def test_mcnemar_of_one_sided_errors() -> None:
    rights = [(True, True)] * 5 + [(True, False)] * 9 + [(False, True)] + [(False, False)] * 3
    table = cross_tabulate(rights)
    assert table == RightAndWrong(both_right=5, only_first_right=9, only_second_right=1, both_wrong=3)
    assert mcnemar_test(table) == 0.021484375
    assert mcnemar_test(RightAndWrong(5, 0, 0, 7)) == 1.0


@pytest.mark.parametrize(("count", "exact"), [(49, True), (50, True), (51, False)])
def test_up_to_fifty_differences_are_counted_exactly(count: int, exact: bool) -> None:
    """As scipy does; differences of 0 are none of them."""
    ranks = [float(rank) for rank in range(1, count + 1)]
    minus = sum(ranks[::3])
    found = wilcoxon_test([0, *(-rank if place % 3 == 0 else rank for place, rank in enumerate(ranks)), 0])
    assert (found.plus, found.minus) == (sum(ranks) - minus, minus)
    fewer = min(found.plus, found.minus)
    expected = exact_p(ranks, fewer) if exact else normal_two_sided(signed_rank_z(fewer, ranks))
    assert found.p == expected
    assert exact_p(ranks, fewer) != normal_two_sided(signed_rank_z(fewer, ranks))


def test_the_normal_distribution_of_ranks_by_hand() -> None:
    """Of ranks 1 to 4 the mean of a sum is 5, its variance 30 / 4."""
    assert signed_rank_z(1, [1, 2, 3, 4]) == pytest.approx(-4 / math.sqrt(7.5))
    assert signed_rank_z(5, [1, 2, 3, 4]) == 0


@pytest.mark.parametrize(("tie", "signs"), [(0.0, (2, 2, 1)), (1.0, (1, 1, 3)), (0.9, (2, 2, 1)), (2.0, (0, 0, 5))])
def test_a_tie_is_no_further_from_0_than_that(tie: float, signs: tuple[int, int, int]) -> None:
    assert sign_test([1, -1, 0, 2, -2], tie=tie)[:3] == signs
