"""Where two systems stand utterance by utterance: which got better, which worse, and by how much."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.aggregate.groups import Groups
    from mondegreen.aggregate.score import Score
    from mondegreen.measure.rows import Row

    Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standing:
    """Of each utterance, or speaker, the baseline's score and the system's, and by how much the system is better.

    The gain is in points of the metric, and NaN where it is not defined for one of the two.
    """

    base: Values
    system: Values
    gain: Values

    @property
    def better(self) -> int:
        """How many got better."""
        return int((self.gain > 0).sum())

    @property
    def worse(self) -> int:
        """How many got worse."""
        return int((self.gain < 0).sum())

    @property
    def equal(self) -> int:
        """How many did not change."""
        return int((self.gain == 0).sum())

    @property
    def undefined(self) -> int:
        """Of how many the metric says nothing."""
        return int(np.isnan(self.gain).sum())

    def top(self, count: int, *, better: bool) -> list[int]:
        """The places of those that gained, or lost, most; equals in their order."""
        gain = self.gain if better else -self.gain
        order = np.argsort(-np.nan_to_num(gain), kind="stable")
        return [place for place in order[:count].tolist() if gain[place] > 0]


def standing(base: Score, system: Score, groups: Groups) -> Standing:
    """How all groups stand by one metric."""
    one, other = (values(score, groups) for score in (base, system))
    difference = other - one
    return Standing(one, other, -difference if base.metric.better == "lower" else difference)


def values(score: Score, groups: Groups) -> Values:
    """The metric's score of each group.

    Where there is nothing of which errors could be a share, as where a reference has no words, the errors themselves
    stand for it, times 100: an insertion more is worse there too.
    """
    return np.array([value(score, row) for row in score.by(groups)], dtype=np.float64)


def value(score: Score, row: Row) -> float:
    """The metric's score of one sum of rows, or its errors."""
    found = score.metric.score(row)
    errors = score.metric.fraction(row).errors if math.isnan(found) else None
    return found if errors is None else 100 * errors
