"""The change from a baseline by every metric, and whether it is statistically significant: from additive rows alone.

Two tests that assume nothing of a metric. The paired bootstrap resamples utterances, the same for both systems, and
measures the spread of the change. Approximate randomization exchanges the two systems' rows of random utterances, and
counts how often as large a change comes about. Both can resample all utterances of a speaker, or of any other column's
value, together; they must where those depend on each other.
Sources: M. Bisani and H. Ney, Bootstrap estimates for confidence intervals in ASR performance evaluation, 2004;
E. W. Noreen, Computer-intensive methods for testing hypotheses, 1989.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.statistics import percent_change
from mondegreen.metrics.support.noise import SLACK, settle_noise
from mondegreen.metrics.support.rows import Groups, Rows
from mondegreen.results.interval import (
    Bootstrap,
    draw_in_portions,
    find_percentiles,
    make_resampler,
    resample_rows,
    split_columns,
)
from mondegreen.results.run import Run
from mondegreen.results.score import Score

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Change:
    """A metric of the baseline and of a system: both scores, the interval of their difference, and two probabilities.

    `units` are what was resampled. Of one unit the interval and the probabilities are NaN.
    """

    metric: str
    base: float
    system: float
    low: float
    high: float
    bootstrap: float
    randomization: float
    units: int
    better: bool | None

    @property
    def absolute(self) -> float:
        return self.system - self.base

    @property
    def relative(self) -> float:
        """The change in percent of the baseline; NaN of 0."""
        return percent_change(self.absolute, self.base)


def find_changes(runs: Sequence[Run], how: Bootstrap, groups: Groups, threads: int | None = None) -> list[list[Change]]:
    """The change of every metric from the first run, the baseline, to each other."""
    base, *systems = runs
    drawn = bootstrap_runs(runs, how, groups, threads)
    found = []
    for system, values in zip(systems, drawn[1:], strict=True):
        resampled_changes = split_differences(base, drawn[0], values)
        shuffled = split_differences(base, *randomize_runs(base, system, how, groups, threads))
        found.append(
            [
                find_change(label, base[label], system[label], resampled_changes[label], shuffled[label], how, groups)
                for label in base.scores
            ]
        )
    return found


def find_change(
    label: str, base: Score, system: Score, drawn: Values, shuffled: Values, how: Bootstrap, groups: Groups
) -> Change:
    """One metric's change, from the differences of its resamples and those of its shuffles."""
    width, units = float(base.noise.width(base.value, system.value)[0]), len(groups.names)
    (difference,) = settle_noise(base.metric.differences(sum_rows(base), sum_rows(system)), width).tolist()
    between = find_percentiles(drawn if units > 1 else np.array([]), how)
    bootstrap, randomization = (
        estimate_p(values, difference, width) if units > 1 else np.nan for values in (drawn - difference, shuffled)
    )
    low, high = between.low, between.high
    better = None if not difference or np.isnan(difference) else (difference < 0) == (base.metric.better == "lower")
    return Change(label, base.value, system.value, low, high, bootstrap, randomization, units, better)


def sum_rows(score: Score) -> Rows:
    return Rows(tuple(score.total), np.array([list(score.total.values())], dtype=np.float64))


def estimate_p(differences: Values, observed: float, width: float) -> float:
    """The p-value: the share of differences as large as the observed one, which counts as one of them.

    One that is smaller by no more than the noise width is as large.
    """
    defined = differences[~np.isnan(differences)]
    if np.isnan(observed) or not len(defined):
        return float("nan")
    as_large = np.abs(defined) >= abs(observed) - width * (1 + SLACK)
    return float((as_large.sum() + 1) / (len(defined) + 1))


def stack_rows(run: Run, groups: Groups) -> Values:
    return np.column_stack([score.rows.by(groups).values for score in run.scores.values()])


def bootstrap_runs(runs: Sequence[Run], how: Bootstrap, groups: Groups, threads: int | None) -> list[Values]:
    """The sums of all resamples of each run; all runs share the resamples."""
    sums = resample_rows(np.hstack([stack_rows(run, groups) for run in runs]), how, threads)
    return np.split(sums, len(runs), axis=1)


def randomize_runs(
    base: Run, system: Run, how: Bootstrap, groups: Groups, threads: int | None
) -> tuple[Values, Values]:
    sums = [stack_rows(run, groups) for run in (base, system)]
    exchanged = draw_in_portions(make_resampler(sums[1] - sums[0]).halves, how, threads)
    return sums[0].sum(axis=0) + exchanged, sums[1].sum(axis=0) - exchanged


def split_differences(base: Run, before: Values, after: Values) -> dict[str, Values]:
    """The differences of each metric's scores of many sums of rows."""
    scores = base.scores.values()
    parts = zip(base.scores.items(), split_columns(before, scores), split_columns(after, scores), strict=True)
    return {
        label: score.metric.differences(*(Rows(score.rows.columns, side) for side in sides))
        for (label, score), *sides in parts
    }
