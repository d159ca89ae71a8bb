"""Aggregate: rows become scores, and scores a run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen._core import __version__
from mondegreen.normalise import named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.measure.rows import Row, Rows
    from mondegreen.pairs import Pairs


@dataclass(frozen=True, repr=False)
class Score:
    """A metric's value over a corpus, the rows it was made from, and all that changes the number."""

    metric: Metric
    rows: Rows
    total: Row
    signature: str

    @property
    def value(self) -> float:
        """The score, never rounded; NaN where it is not defined."""
        return self.metric.score(self.total)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        columns = ", ".join(f"{name}={whole(number)}" for name, number in self.total.items())
        return f"<{self.metric.label} {self.value:.2f} ({columns})>"

    def to_dict(self) -> dict[str, Any]:
        """The score as JSON has it: whole numbers as such, and nothing in the place of NaN."""
        return {
            "score": None if math.isnan(self.value) else self.value,
            "signature": self.signature,
            "columns": {name: whole(number) for name, number in self.total.items()},
        }


@dataclass(frozen=True, repr=False)
class Run:
    """The scores of one hypothesis over one reference, by the metrics' labels."""

    pairs: Pairs
    scores: Mapping[str, Score]
    version: str = __version__

    @property
    def reference(self) -> str:
        """What the reference is called."""
        return self.pairs.names[0]

    @property
    def name(self) -> str:
        """What the hypothesis is called."""
        return self.pairs.names[1]

    def __getitem__(self, label: str) -> Score:
        """The score of a metric, such as `wer` or `cer:blanks=no`."""
        return self.scores[label]

    def __repr__(self) -> str:
        scores = ", ".join(f"{label} {score.value:.2f}" for label, score in self.scores.items())
        odd = ", ".join(f"{count} {what}" for what, count in self.pairs.counts().items() if count)
        return f"<Run {self.name}: {scores} ({odd or 'no pairs'})>"

    def to_dict(self) -> dict[str, Any]:
        """The run as `--as json` prints it."""
        system = {
            "name": self.name,
            "pairs": self.pairs.counts(),
            "metrics": {label: score.to_dict() for label, score in self.scores.items()},
        }
        return {"version": self.version, "reference": self.reference, "systems": [system]}


def aggregate(metric: Metric, rows: Rows, pairs: Pairs, settings: Settings) -> Score:
    """The score of a metric over all its rows."""
    return Score(metric, rows, rows.total(), signature(metric, pairs, settings))


def signature(metric: Metric, pairs: Pairs, settings: Settings) -> str:
    """All that changes the number, in one line."""
    parts = [
        metric.signature,
        f"align:{settings.align}",
        f"norm:{named(settings.normalise)}",
        f"tok:{metric.unit}",
        *(["missing:skip"] if pairs.missing and pairs.policy == "skip" else []),
        f"utts:{len(pairs)}",
        f"mondegreen:{__version__}",
    ]
    return "|".join(parts)


def whole(number: float) -> float:
    """A count without the point that float64 gives it; other numbers as they are."""
    return int(number) if number.is_integer() else number
