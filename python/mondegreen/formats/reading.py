"""What a format's reader knows beside the lines, and how it reads numbers, times and channels."""

import re
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite

from mondegreen.corpus import TimedWord
from mondegreen.errors import ScoreError
from mondegreen.io.source import UTF8, label

# A number as people write it: not `nan`, not `1_000`, no digits of other scripts, all of which float() takes.
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")

SIDES = {"1": "A", "2": "B"}


@dataclass(frozen=True, slots=True)
class Reading:
    """The file's name for messages, its encoding, and the columns that the user names for utterance IDs and texts.

    `before` is how many lines of the file come before those that are read. `side` is "ref" or "hyp" where the file is
    one of two to be paired, `both` says that one table holds both, of which `other` is the column of the other side,
    and `keyless` that rows need no utterance ID, since they are paired by position.
    """

    name: str
    encoding: str = UTF8
    key: str | None = None
    text: str | None = None
    before: int = 0
    side: str = ""
    both: bool = False
    other: str | None = None
    keyless: bool = False

    def error(self, what: str, line: int | None = None, key: str | None = None) -> ScoreError:
        """The error of that sentence at that line, or utterance, of the file."""
        return ScoreError(what, path=self.name, line=None if line is None else self.before + line, key=key)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two files that are scored, and what the user says of it; `kind` is "ref" or "hyp".

    `among` says that it is one of several hypotheses, of which one may well be the reference itself.
    """

    path: str
    kind: str
    format: str | None = None
    encoding: str = UTF8
    key: str | None = None
    text: str | None = None
    by_order: bool = False
    among: bool = False

    def reading(self) -> Reading:
        """What the reader of its format knows beside the lines."""
        return Reading(label(self.path), self.encoding, self.key, self.text, side=self.kind, keyless=self.by_order)


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
