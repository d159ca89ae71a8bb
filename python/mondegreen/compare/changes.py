"""What a system changes of a baseline, by every metric, and whether that could be chance: from additive rows alone.

Two tests that ask nothing of a metric. The paired bootstrap draws utterances anew, the same for both systems, and looks
how far the change spreads about what it is. Approximate randomisation exchanges the two systems' rows of some
utterances, as a coin says, and looks how often as large a change comes about. Both may draw all utterances of a
speaker, or of any other column's value, together; they must where those depend on each other.
Sources: M. Bisani and H. Ney, Bootstrap estimates for confidence intervals in ASR performance evaluation, 2004;
E. W. Noreen, Computer-intensive methods for testing hypotheses, 1989.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.aggregate.interval import percentiles, portions, resampled, resampler, scored, split
from mondegreen.compare.relative import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.groups import Groups
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.score import Score

    Values = NDArray[np.float64]

# By how much of themselves sums may differ that were added up in another order.
ROUNDING = 1e-10


@dataclass(frozen=True, slots=True)
class Change:
    """A metric of the baseline and of a system: both scores, the interval of their difference, and two probabilities.

    `units` are what was drawn. With one unit nothing is known of chance, and the interval and probabilities are NaN.
    """

    metric: str
    base: float
    system: float
    low: float
    high: float
    bootstrap: float
    randomisation: float
    units: int
    better: bool | None

    @property
    def absolute(self) -> float:
        """How much more the system has."""
        return self.system - self.base

    @property
    def relative(self) -> float:
        """How much more that is in per cent of the baseline; NaN of 0."""
        return percent(self.absolute, self.base)


def changes(runs: Sequence[Run], how: Bootstrap, groups: Groups, threads: int | None = None) -> list[list[Change]]:
    """Of each system but the first, which is the baseline, the change of every metric."""
    base, *systems = runs
    drawn = [split_scores(run, sums) for run, sums in zip(runs, bootstrapped(runs, how, groups, threads), strict=True)]
    found = []
    for system, values in zip(systems, drawn[1:], strict=True):
        shuffled = randomised(base, system, how, groups, threads)
        found.append(
            [
                change(label, base[label], system[label], values[label] - drawn[0][label], shuffled[label], how, groups)
                for label in base.scores
            ]
        )
    return found


def change(
    label: str, base: Score, system: Score, drawn: Values, shuffled: Values, how: Bootstrap, groups: Groups
) -> Change:
    """One metric's change, from the differences of its resamples and those of its shuffles."""
    difference, units = system.value - base.value, len(groups.names)
    between = percentiles(drawn if units > 1 else np.array([]), how)
    bootstrap, randomisation = (
        chance(values, difference) if units > 1 else np.nan for values in (drawn - difference, shuffled)
    )
    low, high = between.low, between.high
    better = None if not difference or np.isnan(difference) else (difference < 0) == (base.metric.better == "lower")
    return Change(label, base.value, system.value, low, high, bootstrap, randomisation, units, better)


def chance(differences: Values, observed: float) -> float:
    """How often a difference comes about that is as large as the one observed, which counts as one of them."""
    defined = differences[~np.isnan(differences)]
    if np.isnan(observed) or not len(defined):
        return float("nan")
    as_large = np.abs(defined) >= abs(observed) * (1 - ROUNDING)
    return float((as_large.sum() + 1) / (len(defined) + 1))


def wide(run: Run, groups: Groups) -> Values:
    """The rows of all metrics side by side, summed up by what is drawn together."""
    return np.column_stack([score.by(groups).values for score in run.scores.values()])


def bootstrapped(runs: Sequence[Run], how: Bootstrap, groups: Groups, threads: int | None) -> list[Values]:
    """The sums of all resamples of each run; all runs are drawn alike."""
    sums = resampled(np.hstack([wide(run, groups) for run in runs]), how, threads)
    return np.split(sums, len(runs), axis=1)


def randomised(base: Run, system: Run, how: Bootstrap, groups: Groups, threads: int | None) -> dict[str, Values]:
    """The differences of all metrics after each shuffle of the rows of two runs."""
    sums = [wide(run, groups) for run in (base, system)]
    exchanged = portions(resampler(sums[1] - sums[0]).halves, how, threads)
    first, second = (
        split_scores(run, each.sum(axis=0) + sign * exchanged)
        for run, each, sign in zip((base, system), sums, (1, -1), strict=True)
    )
    return {label: second[label] - first[label] for label in first}


def split_scores(run: Run, sums: Values) -> dict[str, Values]:
    """Each metric's scores of many sums of rows."""
    parts = split(sums, run.scores.values())
    return {label: scored(score, part) for (label, score), part in zip(run.scores.items(), parts, strict=True)}
