"""Tests on paired differences: the sign test, Wilcoxon's signed rank test, and McNemar's test.

The sign test asks only in which direction each block (a speaker, an utterance) differs, so it needs no distribution of
the differences, and sees little. Ties say nothing of the direction and are left out (W. J. Dixon and A. M. Mood, The
statistical sign test, 1946). Wilcoxon's sees more, as large differences weigh more than small ones, and asks less than
Student's test; differences of 0 are left out (F. Wilcoxon, Individual comparisons by ranking methods, 1945). McNemar's
asks whether the utterances that one system alone got right are as often one's as the other's; it is exact, by the
binomial distribution (L. Gillick and S. J. Cox, Some statistical issues in the comparison of speech recognition
algorithms, 1989).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mondegreen.comparison.probability import average_ranks, coin_two_sided, normal_two_sided


class Signs(NamedTuple):
    """The numbers of differences above, below and at 0, and the two-sided p-value."""

    plus: int
    minus: int
    ties: int
    p: float


def sign_test(differences: Sequence[float], *, tie: float = 0.0) -> Signs:
    """The test on paired differences; those not further from 0 than `tie` are ties."""
    signs = count_signs(differences, tie=tie)
    return signs._replace(p=coin_two_sided(min(signs.plus, signs.minus), signs.plus + signs.minus))


def count_signs(differences: Sequence[float], *, tie: float) -> Signs:
    ties = sum(abs(difference) <= tie for difference in differences)
    plus = sum(difference > 0 and abs(difference) > tie for difference in differences)
    return Signs(plus, len(differences) - ties - plus, ties, 1.0)


# Up to here every way to put signs to the ranks is counted; beyond, the normal distribution is as good.
EXACT_UP_TO = 50


class SignedRanks(NamedTuple):
    """The sums of the ranks of the differences above and below 0, and the two-sided p-value."""

    plus: float
    minus: float
    p: float


def wilcoxon_test(differences: Sequence[float]) -> SignedRanks:
    """The test on paired differences."""
    kept = [difference for difference in differences if difference != 0]
    ranks = average_ranks([abs(difference) for difference in kept])
    plus = math.fsum(rank for rank, difference in zip(ranks, kept, strict=True) if difference > 0)
    minus = math.fsum(ranks) - plus
    if len(ranks) <= EXACT_UP_TO:
        return SignedRanks(plus, minus, exact_p(ranks, min(plus, minus)))
    return SignedRanks(plus, minus, normal_two_sided(signed_rank_z(min(plus, minus), ranks)))


def exact_p(ranks: Sequence[float], fewer: float) -> float:
    """The two-sided p-value: the share of sign assignments whose smaller rank sum is `fewer` or less."""
    ways = Counter({0: 1})  # by twice the sum, as shared ranks may end in one half
    for rank in ranks:
        twice = round(2 * rank)
        for total, count in list(ways.items()):
            ways[total + twice] += count
    below = sum(count for total, count in ways.items() if total <= round(2 * fewer))
    return min(1.0, 2 * below / (1 << len(ranks)))


def signed_rank_z(total: float, ranks: Sequence[float]) -> float:
    mean = math.fsum(ranks) / 2
    deviation = math.sqrt(math.fsum(rank * rank for rank in ranks)) / 2  # also right where ranks are shared
    return (total - mean) / deviation


class RightAndWrong(NamedTuple):
    """Utterances by whether the first and the second system got them right."""

    both_right: int
    only_first_right: int
    only_second_right: int
    both_wrong: int


def mcnemar_test(table: RightAndWrong) -> float:
    fewer, more = sorted((table.only_first_right, table.only_second_right))
    return coin_two_sided(fewer, fewer + more)


def cross_tabulate(rights: Iterable[tuple[bool, bool]]) -> RightAndWrong:
    """The 2 x 2 table of utterances, by whether the first and the second system got them right."""
    counts = Counter(rights)
    return RightAndWrong(*(counts[pair] for pair in [(True, True), (True, False), (False, True), (False, False)]))
