"""Whether what is marked in some utterances, such as unfinished words, goes with those that got worse.

The mean number of marks in the utterances that a system has worse than the baseline, over that in all others. Over 1
the system does worse where marks are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.aggregate.interval import find_percentiles, resample_rows

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
    """The ratio of means of each sum of rows."""
    above, below = sums[:, 0] * sums[:, 3], sums[:, 1] * sums[:, 2]
    found: Values = np.divide(above, below, out=np.full(len(sums), np.nan), where=below > 0)
    return found


def mean_or_nan(part: float, whole: float) -> float:
    """A mean; NaN of nothing."""
    return float(part / whole) if whole else float("nan")
