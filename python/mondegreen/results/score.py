"""A metric's score: rows summed up, and all that changes the number."""

from __future__ import annotations

import math
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
from mondegreen.results.number import Percentage


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
