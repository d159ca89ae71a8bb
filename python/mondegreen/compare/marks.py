"""Whether what is marked in some utterances, such as unfinished words, goes with those that got worse.

The mean number of marks in the utterances that a system has worse than the baseline, over that in all others. Over 1
the system does worse where marks are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.aggregate.interval import percentiles, resampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.aggregate.groups import Groups
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.compare.standings import Standing

    Values = NDArray[np.float64]


class Marked(NamedTuple):
    """How many utterances got worse, how many did not, their mean marks, the ratio of these and its interval."""

    worse: int
    others: int
    mean_worse: float
    mean_others: float
    ratio: float
    low: float
    high: float


def marked(marks: Values, standing: Standing, groups: Groups, how: Bootstrap, threads: int | None = None) -> Marked:
    """The ratio, with an interval by the bootstrap; NaN where a side has no utterances, or the others no marks."""
    worse = standing.gain < 0
    rows = np.column_stack([marks * worse, worse, marks * ~worse, ~worse]).astype(np.float64)
    sums: Values = np.column_stack([np.bincount(groups.index, each, len(groups.names)) for each in rows.T]).astype(
        float
    )
    drawn = ratios(resampled(sums, how, threads)) if len(groups.names) > 1 else np.array([])
    between = percentiles(drawn, how)
    total = sums.sum(axis=0)
    means = share(total[0], total[1]), share(total[2], total[3])
    return Marked(int(total[1]), int(total[3]), *means, float(ratios(total[None])[0]), between.low, between.high)


def ratios(sums: Values) -> Values:
    """The ratio of means of each sum of rows."""
    above, below = sums[:, 0] * sums[:, 3], sums[:, 1] * sums[:, 2]
    found: Values = np.divide(above, below, out=np.full(len(sums), np.nan), where=below > 0)
    return found


def share(part: float, whole: float) -> float:
    """A mean; NaN of nothing."""
    return float(part / whole) if whole else float("nan")
