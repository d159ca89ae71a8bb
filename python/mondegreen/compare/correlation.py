"""How closely two lists of numbers go together, by the coefficients of Pearson, Spearman and Kendall.

Pearson's asks whether one is a straight line of the other, and a single odd pair may decide it. The others look at
ranks alone: Spearman's is Pearson's of the ranks, Kendall's (tau-b) how many more pairs stand in the same order in
both than in opposite orders, with pairs that are equal in one of them taken out.
Sources: M. G. Kendall, The treatment of ties in ranking problems, 1945; counted as by W. R. Knight, A computer method
for calculating Kendall's tau with ungrouped data, 1966.
"""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import Counter
from typing import TYPE_CHECKING

from mondegreen.compare.ranks import average_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence


def pearson(first: Sequence[float], second: Sequence[float]) -> float:
    """How closely the numbers lie to a line, from -1 to 1; NaN where one list is all the same, or of less than two."""
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
    """Tau-b: the excess of pairs in the same order, among those that are equal in neither; NaN if there are none."""
    if any(math.isnan(value) for values in (first, second) for value in values):
        return float("nan")
    pairs = sorted(zip(first, second, strict=True))
    every = len(pairs) * (len(pairs) - 1) // 2
    ours, theirs, both = ties(first), ties(second), ties(pairs)
    scale = math.sqrt((every - ours) * (every - theirs))
    excess = every - ours - theirs + both - 2 * inversions(other for _, other in pairs)
    return excess / scale if scale else float("nan")


METHODS: dict[str, Callable[[Sequence[float], Sequence[float]], float]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}


def ties(values: Iterable[Hashable]) -> int:
    """How many pairs of the values are equal."""
    return sum(count * (count - 1) // 2 for count in Counter(values).values())


def inversions(values: Iterable[float]) -> int:
    """How many pairs stand in falling order."""
    found = 0
    before: list[float] = []
    for value in values:
        found += len(before) - bisect_right(before, value)
        insort(before, value)
    return found
