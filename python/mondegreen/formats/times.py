"""Times and channels as files write them."""

import re
from decimal import Decimal
from math import isfinite

from mondegreen.corpus import TimedWord
from mondegreen.formats.reading import Reading

# A number as people write it: not `nan`, not `1_000`, no digits of other scripts, all of which float() takes.
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")

SIDES = {"1": "A", "2": "B"}


def is_number(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None


def parse_number(word: str, what: str, reading: Reading, line: int | None = None, key: str | None = None) -> float:
    if not is_number(word) or not isfinite(value := float(word)):
        raise reading.error(f'the {what}, "{word}", is not a number', line, key)
    return value


def to_decimal(word: str) -> Decimal:
    """A number for sums that binary fractions would round."""
    return Decimal(repr(float(word)))


def parse_seconds(word: str, what: str, reading: Reading, line: int | None = None, key: str | None = None) -> float:
    value = parse_number(word, what, reading, line, key)
    if value < 0:
        raise reading.error(f"the {what}, {word}, is negative", line, key)
    return abs(value)  # -0.0 is 0


def parse_span(
    start: str, end: str, reading: Reading, line: int | None = None, key: str | None = None
) -> tuple[float, float]:
    first, last = parse_seconds(start, "start", reading, line, key), parse_seconds(end, "end", reading, line, key)
    if last < first:
        raise reading.error(f"the end, {end}, is before the start, {start}", line, key)
    return first, last


def fold_channel(channel: str) -> str:
    """A channel by one name: A and 1 are the same, and so are B and 2."""
    return SIDES.get(channel, channel.upper())


def are_in_order(word: TimedWord) -> bool:
    return 0 <= word.start <= word.end < float("inf")
