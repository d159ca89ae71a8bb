"""How SCTK computes and rounds the figures of its tables.

It divides and takes logarithms as C does (no error, but an infinity or no number), passes what it rounds through a
32-bit integer and a 32-bit float, and sorts by a comparison for which no number equals every number.
"""

import math
import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple

# What a processor makes of a number that no 32-bit integer holds.
UNREPRESENTABLE = -(2**31)
# Beyond this a 32-bit float does not hold every integer.
EXACT_IN_FLOAT32 = 2**24


class Moments(NamedTuple):
    """What SCTK tells of a list of figures."""

    mean: float
    variance: float
    deviation: float
    median: float
    z: float


NOTHING = Moments(0.0, 0.0, 0.0, 0.0, 0.0)


def rounded(value: float, digits: int) -> float:
    """The value with that many decimals, half away from zero.

    A NaN or what is too large prints as -2147483648 (with three digits: -2147483.648).
    """
    scale = 10.0**digits
    return _shortened(int32(value * scale + (0.5 if value > 0.0 else -0.5))) / scale


def int32(value: float) -> int:
    """The value without what is behind its point; one that 32 bits do not hold is UNREPRESENTABLE."""
    if not -2147483649.0 < value < 2147483648.0:
        return UNREPRESENTABLE
    return int(value)


def percent(part: float, whole: float) -> float:
    """The part in percent of the whole; of nothing it is 0."""
    return 0.0 if whole == 0 else part / whole * 100.0


def quotient(dividend: float, divisor: float) -> float:
    """The quotient as C gives it: by zero it is an infinity, or NaN."""
    if divisor != 0.0:
        return dividend / divisor
    if dividend == 0.0 or math.isnan(dividend):
        return math.nan
    return math.copysign(math.inf, dividend) * math.copysign(1.0, divisor)


def logarithm(value: float) -> float:
    """The natural logarithm as C gives it: of zero it is minus infinity, of less NaN."""
    if value > 0.0:
        return math.log(value)
    return -math.inf if value == 0.0 else math.nan


def printed(form: bytes, value: float) -> bytes:
    """A figure that may be none: of nothing divided by nothing, C prints the sign that the processor gave it."""
    if math.isnan(value):
        return b"-nan".rjust(int(form[1:].partition(b".")[0] or 0))
    return form % value


def float32(value: float) -> float:
    """The nearest 32-bit float."""
    held: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return held


def total(values: Sequence[float]) -> float:
    """The sum from left to right, in double precision: anything better would print other digits."""
    result = 0.0
    for value in values:
        result += value
    return result


def moments(values: Sequence[float]) -> Moments:
    """Mean, sample variance and deviation, median and Z of the figures; of none all are 0."""
    count = len(values)
    if not count:
        return NOTHING
    mean = total(values) / count
    squares = total([(value - mean) * (value - mean) for value in values])
    middle = median(values)
    if squares == 0.0:
        return Moments(mean, 0.0, 0.0, middle, 0.0)
    variance = quotient(squares, float(count - 1))
    deviation = math.sqrt(variance)
    return Moments(mean, variance, deviation, middle, quotient(mean, deviation / math.sqrt(count)))


def median(values: Sequence[float]) -> float:
    """The middle of the figures, or the mean of the two in the middle; of none, no number."""
    if not values:
        return math.nan
    order = increasing(values)
    half = len(order) // 2
    if len(order) % 2:
        return values[order[half]]
    return (values[order[half]] + values[order[half - 1]]) / 2


def increasing(values: Sequence[float]) -> list[int]:
    """The places of the figures from small to large; equal ones keep their order."""
    places = list(range(len(values)))
    if any(math.isnan(value) for value in values):
        return glibc_sorted(places, lambda left, right: values[left] - values[right])
    return sorted(places, key=values.__getitem__)


def glibc_sorted(places: list[int], difference: Callable[[int, int], float]) -> list[int]:
    """The places as glibc's qsort leaves them: a merge sort whose first half is the smaller one.

    The way matters only if the difference is not an order, which it is not if NaNs are about: they equal all.
    """
    if len(places) < 2:
        return places
    half = len(places) // 2
    left, right = glibc_sorted(places[:half], difference), glibc_sorted(places[half:], difference)
    merged: list[int] = []
    at, of = 0, 0
    while at < len(left) and of < len(right):
        if difference(left[at], right[of]) > 0.0:
            merged.append(right[of])
            of += 1
        else:
            merged.append(left[at])
            at += 1
    return merged + left[at:] + right[of:]


def _shortened(value: int) -> float:
    return float(value) if abs(value) <= EXACT_IN_FLOAT32 else float32(value)
