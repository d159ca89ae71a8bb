"""Where two systems stand utterance by utterance: which got better, which worse, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.measure.noise import settled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.aggregate.groups import Groups
    from mondegreen.aggregate.score import Score
    from mondegreen.measure.metric import Quantity
    from mondegreen.measure.rows import Rows

    Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standing:
    """Of each utterance, or speaker, the baseline's score and the system's, and by how much the system is better.

    The gain is in points of the metric, 0 where both are the same but for the metric's noise, and NaN where it is not
    defined for one of the two.
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


def compare_standings(base: Score, system: Score, groups: Groups) -> Standing:
    """How all groups stand by one metric."""
    before, after = base.by(groups), system.by(groups)
    one, other = score_groups(base.metric, before), score_groups(base.metric, after)
    exact = base.metric.differences(before, after)
    difference = settled(np.where(np.isnan(exact), other - one, exact), base.noise.width(one, other))
    return Standing(one, other, 0.0 - difference if base.metric.better == "lower" else difference)


def score_groups(metric: Quantity, sums: Rows) -> Values:
    """The metric's score of each group.

    Where there is nothing of which errors could be a share, as where a reference has no words, the errors themselves
    stand for it, times 100: an insertion more is worse there too.
    """
    found = metric.scores(sums)
    for place in np.flatnonzero(np.isnan(found)).tolist():
        errors = metric.fraction(sums[place]).errors
        found[place] = np.nan if errors is None else 100 * errors
    return found
