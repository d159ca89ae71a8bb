"""How SCTK computes, rounds and sorts the figures of its tables.

It passes what it rounds through a 32-bit integer and a 32-bit float, adds from left to right, and sorts by a
comparison for which NaN equals every number.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c, round_to_float32, truncate_to_int32

# The chi-square distribution as SCTK prints it, with 22 degrees of freedom at 50 % misprinted: the probabilities of
# more than the value, what is left of 100 %, and the values from 1 degree of freedom on.
LEVELS = b"99% 98% 95% 90% 80% 70% 50% 30% 20% 10% 5% 2% 1% .1%".split()
COMPLEMENTS = [b"%g%%" % (100 - float(level[:-1])) for level in LEVELS]
TESTED = LEVELS.index(b"5%")
CHI_SQUARE = """
0.00016 0.00063 0.0039 0.016 0.064 0.15 0.46 1.07 1.64 2.71 3.84 5.41 6.64 10.83
0.02 0.04 0.10 0.21 0.45 0.71 1.39 2.41 3.22 4.60 5.99 7.82 9.21 13.82
0.12 0.18 0.35 0.58 1.00 1.42 2.37 3.66 4.64 6.25 7.82 9.84 11.34 16.27
0.30 0.43 0.71 1.06 1.65 2.20 3.36 4.88 5.99 7.78 9.49 11.67 13.28 18.46
0.55 0.75 1.14 1.61 2.34 3.00 4.35 6.06 7.29 9.24 11.07 13.39 15.09 20.52
0.87 1.13 1.64 2.20 3.07 3.83 5.35 7.23 8.56 10.64 12.59 15.03 16.81 22.46
1.24 1.56 2.17 2.83 3.82 4.67 6.35 8.38 9.80 12.02 14.07 16.62 18.48 24.32
1.65 2.03 2.73 3.49 4.59 5.53 7.34 9.52 11.03 13.36 15.51 18.17 20.09 26.12
2.09 2.53 3.32 4.17 5.38 6.39 8.34 10.66 12.24 14.68 16.92 19.68 21.67 27.88
2.56 3.06 3.94 4.86 6.18 7.27 9.34 11.78 13.44 15.99 18.31 21.16 23.21 29.59
3.05 3.61 4.58 5.58 6.99 8.15 10.34 12.90 14.63 17.28 19.68 22.62 24.72 31.26
3.57 4.18 5.23 6.30 7.81 9.03 11.34 14.01 15.81 18.55 21.03 24.05 26.22 32.91
4.11 4.76 5.89 7.04 8.63 9.93 12.34 15.12 16.98 19.81 22.36 25.47 27.69 34.53
4.66 5.37 6.57 7.79 9.47 10.82 13.34 16.22 18.15 21.06 23.68 26.87 29.14 36.12
5.23 5.98 7.26 8.55 10.31 11.72 14.34 17.32 19.31 22.31 25.00 28.26 30.58 37.70
5.81 6.61 7.96 9.31 11.15 12.62 15.34 18.42 20.46 23.54 26.30 29.63 32.00 39.29
6.41 7.26 8.67 10.08 12.00 13.53 16.34 19.51 21.62 24.77 27.59 31.00 33.41 40.75
7.02 7.91 9.39 10.86 12.86 14.44 17.34 20.60 22.76 25.99 28.87 32.35 34.80 42.31
7.63 8.57 10.12 11.65 13.72 15.35 18.34 21.69 23.90 27.20 30.14 33.69 36.19 43.82
8.26 9.24 10.85 12.44 14.58 16.27 19.34 22.78 25.04 28.41 31.41 35.02 37.57 45.32
8.90 9.92 11.59 13.24 15.44 17.18 20.34 23.86 26.17 29.62 32.67 36.34 38.93 46.80
9.54 10.60 12.34 14.04 16.31 18.10 21.24 24.94 27.30 30.81 33.92 37.66 40.29 48.27
10.20 11.29 13.09 14.85 17.19 19.02 22.34 26.02 28.43 32.01 35.17 38.97 41.64 49.73
10.86 11.99 13.85 15.66 18.06 19.94 23.34 27.10 29.55 33.20 36.42 40.27 42.98 51.18
11.52 12.70 14.61 16.47 18.94 20.87 24.34 28.17 30.68 34.38 37.65 41.57 44.31 52.62
12.20 13.41 15.38 17.29 19.82 21.79 25.34 29.25 31.80 35.56 38.88 42.86 45.64 54.05
12.88 14.12 16.15 18.11 20.70 22.72 26.34 30.32 32.91 36.74 40.11 44.14 46.96 55.48
13.56 14.85 16.93 18.94 21.59 23.65 27.34 31.39 34.03 37.92 41.34 45.42 48.28 56.89
14.26 15.57 17.71 19.77 22.48 24.58 28.34 32.46 35.14 39.09 42.56 46.69 49.59 58.30
14.95 16.31 18.49 20.60 23.36 25.51 29.34 33.53 36.25 40.26 43.77 47.96 50.89 59.70
"""
CHI_SQUARE_VALUES = [[float(value) for value in line.split()] for line in CHI_SQUARE.split("\n")[1:-1]]


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
    result = 0.0
    for value in values:
        result += value
    return result


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
    if any(math.isnan(value) for value in values):
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
