"""Small numbers that tests share: tail probabilities, ranks, relative changes, and Holm's correction.

Holm's correction says what probabilities are worth where several comparisons are made at once. Among ten systems that
are all as good as the baseline, one will seem better at 5 per cent often enough. Corrected, the chance that any
difference is found where there is none stays below the level, however the systems depend on each other.
Source: S. Holm, A simple sequentially rejective multiple test procedure, 1979.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def normal_two_sided(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2.0))


def coin_two_sided(fewer: int, tosses: int) -> float:
    """The exact two-sided binomial p-value of `fewer` of so many tosses of a fair coin."""
    below, ways = 0, 1
    for count in range(fewer + 1):
        below += ways
        ways = ways * (tosses - count) // (count + 1)
    return min(1.0, 2 * below / (1 << tosses))


def average_ranks(values: Sequence[float]) -> list[float]:
    """The ranks of the values from 1 for the smallest; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for index in order[begin:end]:
            ranks[index] = (begin + end + 1) / 2
        begin = end
    return ranks


def percent_change(change: float, before: float) -> float:
    """The change in percent, whose sign is that of the change; NaN of 0."""
    return 100 * change / abs(before) if before else math.nan


def correct_by_holm(probabilities: Sequence[float]) -> list[float]:
    """The corrected p-values, in their order; NaN is no comparison, and stays NaN."""
    defined = [index for index, p in enumerate(probabilities) if not math.isnan(p)]
    found = list(probabilities)
    least = 0.0
    for rank, index in enumerate(sorted(defined, key=probabilities.__getitem__)):
        least = max(least, min(1.0, (len(defined) - rank) * probabilities[index]))
        found[index] = least
    return found
