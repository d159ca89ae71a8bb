"""Small numbers that tests and studies share: tail probabilities, ranks, Holm's correction, correlation coefficients.

Holm's correction says what probabilities are worth where several comparisons are made at once. Among ten systems that
are all as good as the baseline, one will seem better at 5 per cent often enough. Corrected, the chance that any
difference is found where there is none stays below the level, however the systems depend on each other.
Source: S. Holm, A simple sequentially rejective multiple test procedure, 1979.

Pearson's asks whether one is a straight line of the other, and a single odd pair may decide it. The others look at
ranks alone: Spearman's is Pearson's of the ranks, Kendall's (tau-b) counts how many more pairs stand in the same order
than in opposite orders, in O(n log n) comparisons. Pairs that are equal in one of the lists are taken out of what the
excess is a share of. All is found from what each unit adds, so that the coefficient without any of them is found too.
Source: M. G. Kendall, The treatment of ties in ranking problems, 1945.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import groupby


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


def pearson(first: Sequence[float], second: Sequence[float]) -> float:
    """Pearson's r, from -1 to 1; NaN where a list is constant or shorter than two."""
    pairs = list(zip(first, second, strict=True))
    if len(pairs) < 2:
        return float("nan")
    means = [math.fsum(values) / len(pairs) for values in (first, second)]
    centred = [(one - means[0], other - means[1]) for one, other in pairs]
    spreads = [math.fsum(each[side] ** 2 for each in centred) for side in (0, 1)]
    # Rounding leaves a little spread where there is none.
    least = [len(pairs) * (1e-14 * abs(mean)) ** 2 for mean in means]
    if not all(spread > floor for spread, floor in zip(spreads, least, strict=True)):
        return float("nan")
    found = math.fsum(one * other for one, other in centred) / (math.sqrt(spreads[0]) * math.sqrt(spreads[1]))
    return max(-1.0, min(1.0, found))


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Pearson's coefficient of the ranks, equal values sharing the mean of theirs."""
    if any(math.isnan(value) for values in (first, second) for value in values):
        return float("nan")
    return pearson(average_ranks(first), average_ranks(second))


def kendall(first: Sequence[float], second: Sequence[float]) -> float:
    """The coefficient; NaN where all pairs are equal in one list."""
    if has_nan(first) or has_nan(second):
        return math.nan
    return kendall_share(
        sum(concordance_excess(first, second)) // 2,
        len(first),
        sum(count_ties(first)) // 2,
        sum(count_ties(second)) // 2,
    )


def kendall_without_each(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """The coefficient without each unit, in their order."""
    if has_nan(first) or has_nan(second):
        return [math.nan] * len(first)
    each = list(zip(concordance_excess(first, second), count_ties(first), count_ties(second), strict=True))
    whole = [sum(column) // 2 for column in zip(*each, strict=True)]
    rest = ([one - less for one, less in zip(whole, unit, strict=True)] for unit in each)
    return [kendall_share(more, len(first) - 1, ours, theirs) for more, ours, theirs in rest]


def kendall_share(excess: int, units: int, ours: int, theirs: int) -> float:
    """Tau-b from the excess of concordant pairs and the numbers of ties in both lists."""
    every = units * (units - 1) // 2
    scale = math.sqrt((every - ours) * (every - theirs))
    return excess / scale if scale else math.nan


def concordance_excess(first: Sequence[float], second: Sequence[float]) -> list[int]:
    """For each unit, its concordant pairs less its discordant ones."""
    found = [0] * len(first)
    rising = sorted(range(len(first)), key=first.__getitem__)
    for order, sign in ((rising, 1), (rising[::-1], -1)):
        before: list[float] = []
        for _, equals in groupby(order, key=first.__getitem__):
            indices = list(equals)
            for index in indices:
                above = len(before) - bisect_right(before, second[index])
                found[index] += sign * (bisect_left(before, second[index]) - above)
            for index in indices:
                insort(before, second[index])
    return found


def count_ties(values: Sequence[Hashable]) -> list[int]:
    counts = Counter(values)
    return [counts[value] - 1 for value in values]


def has_nan(values: Sequence[float]) -> bool:
    return any(map(math.isnan, values))


METHODS: dict[str, Callable[[Sequence[float], Sequence[float]], float]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}
