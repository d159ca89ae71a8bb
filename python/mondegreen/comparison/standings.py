"""Two systems compared utterance by utterance: which got better, which worse, by how much, and where marks are.

Marks are counts of what is marked in utterances, such as unfinished words: the mean number in those that a system has
worse than the baseline, over that in all others. Over 1 the system does worse where marks are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError
from mondegreen.formats.kaldi_files import read_mapping
from mondegreen.metrics.base import Quantity
from mondegreen.metrics.support.noise import settle_noise
from mondegreen.metrics.support.rows import Groups, Rows
from mondegreen.results.interval import Bootstrap, find_percentiles, resample_rows
from mondegreen.results.score import Score

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standing:
    """The baseline's and the system's score of each utterance or group, and the gain of the system.

    The gain is in points of the metric, 0 within the metric's noise, and NaN where the metric is not defined for one of
    the two.
    """

    base: Values
    system: Values
    gain: Values

    @property
    def better(self) -> int:
        return int((self.gain > 0).sum())

    @property
    def worse(self) -> int:
        return int((self.gain < 0).sum())

    @property
    def equal(self) -> int:
        return int((self.gain == 0).sum())

    @property
    def undefined(self) -> int:
        """For how many the metric is not defined."""
        return int(np.isnan(self.gain).sum())

    def top(self, count: int, *, better: bool) -> list[int]:
        """The indices of those that gained, or lost, most; ties in their order."""
        gain = self.gain if better else -self.gain
        order = np.argsort(-np.nan_to_num(gain), kind="stable")
        return [index for index in order[:count].tolist() if gain[index] > 0]


def read_marks(path: str, encoding: str = "utf-8") -> dict[str, float]:
    """How many marks each utterance has, from a file of lines `utterance number`."""
    found = {}
    for key, value in read_mapping(path, encoding).items():
        try:
            found[key] = float(value)
        except ValueError:
            raise ScoreError(f'"{value}" is not a number', path=path, key=key) from None
        if not 0 <= found[key] < float("inf"):
            raise ScoreError(f"{value} is not a number of marks, which is 0 or more", path=path, key=key)
    return found


def compare_standings(base: Score, system: Score, groups: Groups) -> Standing:
    """How all groups stand by one metric."""
    before, after = base.rows.by(groups), system.rows.by(groups)
    one, other = score_groups(base.metric, before), score_groups(base.metric, after)
    exact = base.metric.differences(before, after)
    difference = settle_noise(np.where(np.isnan(exact), other - one, exact), base.noise.width(one, other))
    return Standing(one, other, 0.0 - difference if base.metric.better == "lower" else difference)


def score_groups(metric: Quantity, sums: Rows) -> Values:
    """The metric's score of each group.

    Where there is nothing of which errors could be a share, as where a reference has no words, the errors themselves
    stand for it, times 100: an insertion more is worse there too.
    """
    found = metric.scores(sums)
    for index in np.flatnonzero(np.isnan(found)).tolist():
        errors = metric.fraction(sums[index]).errors
        found[index] = np.nan if errors is None else 100 * errors
    return found


class Marked(NamedTuple):
    """How many utterances got worse, how many did not, their mean marks, the ratio of these and its interval."""

    worse: int
    others: int
    mean_worse: float
    mean_others: float
    ratio: float
    low: float
    high: float


def compare_marks(
    marks: Values, standing: Standing, groups: Groups, how: Bootstrap, threads: int | None = None
) -> Marked:
    """The ratio, with an interval by the bootstrap; NaN where a side has no utterances, or the others no marks."""
    worse = standing.gain < 0
    rows = np.column_stack([marks * worse, worse, marks * ~worse, ~worse]).astype(np.float64)
    sums: Values = np.column_stack([np.bincount(groups.index, each, len(groups.names)) for each in rows.T]).astype(
        float
    )
    drawn = mean_ratios(resample_rows(sums, how, threads)) if len(groups.names) > 1 else np.array([])
    between = find_percentiles(drawn, how)
    total = sums.sum(axis=0)
    means = mean_or_nan(total[0], total[1]), mean_or_nan(total[2], total[3])
    return Marked(int(total[1]), int(total[3]), *means, float(mean_ratios(total[None])[0]), between.low, between.high)


def mean_ratios(sums: Values) -> Values:
    above, below = sums[:, 0] * sums[:, 3], sums[:, 1] * sums[:, 2]
    found: Values = np.divide(above, below, out=np.full(len(sums), np.nan), where=below > 0)
    return found


def mean_or_nan(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")
