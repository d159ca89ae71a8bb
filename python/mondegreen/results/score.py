"""A metric's score: rows summed up, and all that changes the number; it behaves as the number that it has."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mondegreen import tokenization
from mondegreen._core import __version__
from mondegreen.batch import Settings
from mondegreen.metrics.base import Quantity
from mondegreen.metrics.support.noise import NoiseWidth
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.normalization import format_signature
from mondegreen.pairs import FLAGS, Pairs
from mondegreen.results.interval import Interval


class Percentage(ABC):
    """A number in percent; arithmetic gives plain floats, so that a sum of two scores is no score of both corpora."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> float:
        """The number in percent, never rounded; NaN where it is not defined."""

    @property
    def percent(self) -> float:
        """The same as `value`: 10.34 of a score of 10.34 %."""
        return self.value

    @property
    def fraction(self) -> float:
        """The number as a fraction of 1, as jiwer gives it: 0.1034 of a score of 10.34 %."""
        return self.value / 100

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:.2f} %"

    def __format__(self, spec: str) -> str:
        """As a float of that many percent is written; the type `%` writes the fraction, so that 10.34 % stays that."""
        if not spec:
            return str(self)
        return format(self.fraction if spec.endswith("%") else self.value, spec)

    def __round__(self, digits: int | None = None) -> float:
        return round(self.value, digits)

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return self.value == float(other) if isinstance(other, Percentage | float | int) else NotImplemented

    def __lt__(self, other: Percentage | float) -> bool:
        return self.value < float(other)

    def __le__(self, other: Percentage | float) -> bool:
        return self.value <= float(other)

    def __gt__(self, other: Percentage | float) -> bool:
        return self.value > float(other)

    def __ge__(self, other: Percentage | float) -> bool:
        return self.value >= float(other)

    def __add__(self, other: Percentage | float) -> float:
        return self.value + float(other)

    def __radd__(self, other: float) -> float:
        return other + self.value

    def __sub__(self, other: Percentage | float) -> float:
        return self.value - float(other)

    def __rsub__(self, other: float) -> float:
        return other - self.value

    def __mul__(self, other: Percentage | float) -> float:
        return self.value * float(other)

    def __rmul__(self, other: float) -> float:
        return other * self.value

    def __truediv__(self, other: Percentage | float) -> float:
        return self.value / float(other)

    def __rtruediv__(self, other: float) -> float:
        return other / self.value

    def __neg__(self) -> float:
        return -self.value

    def __abs__(self) -> float:
        return abs(self.value)


@dataclass(frozen=True, repr=False, eq=False)
class Score(Percentage):
    """A metric's value over a corpus in percent, the rows it was made from, and all that changes the number.

    It formats, rounds, compares and adds as the number does: `f"{score:.1f}"`, `score < 10`, `new - base`.
    """

    metric: Quantity
    rows: Rows
    total: Row
    signature: str
    interval: Interval | None = None

    @property
    def value(self) -> float:
        """The score, never rounded; NaN where it is not defined."""
        return self.metric.score(self.total)

    def values(self) -> list[float | None]:
        """The metric of each pair alone, and nothing where it is not defined."""
        return [nan_to_none(self.metric.score(row)) for row in self.rows]

    @property
    def noise(self) -> NoiseWidth:
        """How far apart two such scores may lie and be the same."""
        return self.metric.noise

    def __repr__(self) -> str:
        spread = "" if self.interval is None else f" [{self.interval.low:.2f}, {self.interval.high:.2f}]"
        return f"{self}{spread}"

    def to_dict(self) -> dict[str, Any]:
        """The score as JSON has it."""
        interval = {} if self.interval is None else {"interval": self.interval.to_dict()}
        return {**score_to_dict(self.metric, self.total), "signature": self.signature, **interval}


def score_to_dict(metric: Quantity, total: Row) -> dict[str, Any]:
    """The score of a sum of rows, as JSON has it: whole numbers as such, and nothing in the place of NaN."""
    ends = metric.range(total)
    return {
        "score": nan_to_none(metric.score(total)),
        "columns": {name: int_if_whole(part) for name, part in total.items()},
        **({} if ends is None else {"range": [nan_to_none(end) for end in ends]}),
    }


def make_signature(metric: Quantity, pairs: Pairs, settings: Settings) -> str:
    """All that changes the number, in one line."""
    parts = [
        metric.signature,
        f"policy:{metric.policy or settings.policy}",
        f"norm:{format_signature(settings.normalize)}",
        f"tok:{tokenization.format_signature(settings.tokenize, metric.unit)}",
        *(f"{kind}:{identity}" for kind, identity in settings.resources.identities(metric.uses())),
        *pairs.flags(),
        *(["empties:drop"] if settings.empties == "drop" else []),
        f"utts:{len(pairs)}",
        f"mondegreen:{__version__}",
    ]
    return "|".join(parts)


def update_signature(signature: str, pairs: int, flags: Sequence[str]) -> str:
    """The same signature for so many pairs, of which other things did not fit."""
    parts = [part for part in signature.split("|") if part not in FLAGS]
    at = max(place for place, part in enumerate(parts) if part.startswith("utts:"))
    parts[at] = f"utts:{pairs}"
    before = at - (parts[at - 1] == "empties:drop")
    return "|".join([*parts[:before], *flags, *parts[before:]])


def nan_to_none(value: float) -> float | None:
    return None if math.isnan(value) else value


def int_if_whole(number: float) -> float:
    """A count without the point that float64 gives it; other numbers as they are."""
    return int(number) if number.is_integer() else number
