"""How closely two lists of numbers go together, by the coefficients of Pearson, Spearman and Kendall.

Pearson's asks whether one is a straight line of the other, and a single odd pair may decide it. The others look at
ranks alone: Spearman's is Pearson's of the ranks, Kendall's counts pairs in the same order.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mondegreen.compare.kendall import kendall
from mondegreen.compare.ranks import average_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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


METHODS: dict[str, Callable[[Sequence[float], Sequence[float]], float]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}
