"""Kendall's coefficient (tau-b): how many more pairs stand in the same order in two lists than in opposite orders.

Pairs that are equal in one of the lists are taken out of what the excess is a share of. All is found from what each
unit adds, so that the coefficient without any of them is found too.
Source: M. G. Kendall, The treatment of ties in ranking problems, 1945.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence


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
    """The excess, as a share of the pairs of so many units of which so many are equal in either list."""
    every = units * (units - 1) // 2
    scale = math.sqrt((every - ours) * (every - theirs))
    return excess / scale if scale else math.nan


def concordance_excess(first: Sequence[float], second: Sequence[float]) -> list[int]:
    """Of each unit, with how many more of the others it stands in the same order than in opposite orders."""
    found = [0] * len(first)
    rising = sorted(range(len(first)), key=first.__getitem__)
    for order, sign in ((rising, 1), (rising[::-1], -1)):
        before: list[float] = []
        for _, equals in groupby(order, key=first.__getitem__):
            places = list(equals)
            for place in places:
                above = len(before) - bisect_right(before, second[place])
                found[place] += sign * (bisect_left(before, second[place]) - above)
            for place in places:
                insort(before, second[place])
    return found


def count_ties(values: Sequence[Hashable]) -> list[int]:
    """Of each value how many others are equal."""
    counts = Counter(values)
    return [counts[value] - 1 for value in values]


def has_nan(values: Sequence[float]) -> bool:
    """Whether some are not defined, so that nothing has an order."""
    return any(map(math.isnan, values))
