"""Wilcoxon's signed rank test, of whether the differences of the blocks lie about 0.

It sees more than the sign test, as large differences weigh more than small ones, and asks less than Student's test.
Differences of 0 are left out, as Wilcoxon did.
Source: F. Wilcoxon, Individual comparisons by ranking methods, 1945.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mondegreen.compare.distribution import normal_two_sided
from mondegreen.compare.ranks import average_ranks

# Up to here every way to put signs to the ranks is counted; beyond, the normal distribution is as good.
EXACT_UP_TO = 50


class SignedRanks(NamedTuple):
    """The sums of the ranks of the differences above and below 0, and how likely so uneven sums are by chance."""

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
    """Of all ways to give signs to the ranks, the part in which the ranks of one sign sum up to `fewer` or less."""
    ways = Counter({0: 1})  # by twice the sum, as shared ranks may end in one half
    for rank in ranks:
        twice = round(2 * rank)
        for total, count in list(ways.items()):
            ways[total + twice] += count
    below = sum(count for total, count in ways.items() if total <= round(2 * fewer))
    return min(1.0, 2 * below / (1 << len(ranks)))


def signed_rank_z(total: float, ranks: Sequence[float]) -> float:
    """How many standard deviations the sum of the ranks of one sign lies from the half of all."""
    mean = math.fsum(ranks) / 2
    deviation = math.sqrt(math.fsum(rank * rank for rank in ranks)) / 2  # also right where ranks are shared
    return (total - mean) / deviation
