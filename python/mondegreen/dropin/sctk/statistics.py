"""How SCTK computes, rounds and sorts the figures of its tables.

It passes what it rounds through a 32-bit integer and a 32-bit float, adds from left to right, and sorts by a
comparison for which NaN equals every number.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c, round_to_float32, truncate_to_int32


class Moments(NamedTuple):
    """What SCTK reports of a list of figures: `variance` and `deviation` are those of a sample."""

    mean: float
    variance: float
    deviation: float
    median: float
    z: float


def round_figure(value: float, digits: int) -> float:
    """The value with that many decimals, half away from zero (SCTK's F_ROUND).

    NaN and what 32 bits do not hold print as -2147483648 (with three digits: -2147483.648).
    """
    scale = 10.0**digits
    return round_to_float32(truncate_to_int32(value * scale + (0.5 if value > 0.0 else -0.5))) / scale


def percent_of(part: float, total: float) -> float:
    """The part in percent of the total; 0 if the total is 0."""
    return 0.0 if total == 0 else part / total * 100.0


def add_up(values: Sequence[float]) -> float:
    """The sum from left to right in double precision; `sum` compensates since Python 3.12, and prints other digits."""
    return deque(accumulate(values, initial=0.0), maxlen=1)[0]


def compute_moments(values: Sequence[float]) -> Moments:
    count = len(values)
    if not count:
        return Moments(0.0, 0.0, 0.0, 0.0, 0.0)
    mean = add_up(values) / count
    squares = add_up([(value - mean) * (value - mean) for value in values])
    median = find_median(values)
    if squares == 0.0:
        return Moments(mean, 0.0, 0.0, median, 0.0)
    variance = divide_as_c(squares, float(count - 1))
    deviation = math.sqrt(variance)
    return Moments(mean, variance, deviation, median, divide_as_c(mean, deviation / math.sqrt(count)))


def find_median(values: Sequence[float]) -> float:
    """The middle of the figures, or the mean of the two in the middle; NaN of no figures."""
    if not values:
        return math.nan
    order = sort_indices(values)
    half = len(order) // 2
    middle = values[order[half]]
    return middle if len(order) % 2 else (middle + values[order[half - 1]]) / 2


def sort_indices(values: Sequence[float]) -> list[int]:
    """The indices of the figures from small to large; equal ones keep their order."""
    indices = list(range(len(values)))
    if any(map(math.isnan, values)):
        return sort_as_glibc(indices, lambda left, right: values[left] - values[right])
    return sorted(indices, key=values.__getitem__)


def sort_as_glibc(indices: list[int], difference: Callable[[int, int], float]) -> list[int]:
    """The indices as glibc's `qsort` leaves them: merge sort, O(n log n), with the smaller half first.

    The algorithm shows only if the difference is no order, as with NaN, which equals all numbers.
    """
    if len(indices) < 2:
        return indices
    half = len(indices) // 2
    left, right = sort_as_glibc(indices[:half], difference), sort_as_glibc(indices[half:], difference)
    merged: list[int] = []
    i, j = 0, 0
    while i < len(left) and j < len(right):
        if difference(left[i], right[j]) > 0.0:
            merged.append(right[j])
            j += 1
        else:
            merged.append(left[i])
            i += 1
    return merged + left[i:] + right[j:]
