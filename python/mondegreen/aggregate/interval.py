"""Confidence intervals by the bootstrap: how far a score might have come out elsewhere by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Interval:
    """Between these lies the score of so many in a hundred resamples of the pairs, or of groups of pairs."""

    low: float
    high: float
    level: float
    over: str
    resamples: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """The interval as JSON has it."""
        return {name: getattr(self, name) for name in self.__slots__}
