"""How metrics correlate: each with each, averaged over systems, with intervals and the one unit that matters most.

The intervals draw units anew, the same for all systems. Those of Kendall's coefficient, which cannot be found a
thousand times in good time, are by the jackknife: by how far it moves without each unit. Formulas that know of nothing
but the coefficient and the number of units are of no use where many values are equal, as scores of utterances are.
Source: J. W. Tukey, Bias and confidence in not-quite large samples, 1958.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.aggregate.interval import Interval, find_percentiles
from mondegreen.compare.coefficients import KENDALL, coefficient, correlation_matrix, mean_matrix, mean_of_defined
from mondegreen.compare.influence import find_influence, leave_out_each
from mondegreen.compare.samples import make_samples
from mondegreen.errors import ScoreError
from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.aggregate.run import Run
    from mondegreen.compare.influence import Influence
    from mondegreen.compare.samples import Sample

    Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Correlation:
    """Two metrics, their coefficient with its interval, and who matters most for it, if anybody does."""

    first: str
    second: str
    value: float
    interval: Interval
    influence: Influence | None


@dataclass(frozen=True, slots=True)
class Correlations:
    """All pairs of metrics over some units; `constant` are the metrics that do not vary, by system."""

    labels: Sequence[str]
    pairs: Sequence[Correlation]
    samples: Sequence[Sample]
    method: str
    how: Bootstrap

    def value(self, first: str, second: str) -> float:
        """The coefficient of two metrics; 1 of one with itself."""
        if first == second:
            return 1.0
        return next(each.value for each in self.pairs if {each.first, each.second} == {first, second})

    @property
    def constant(self) -> list[str]:
        """The metrics that do not vary in some sample, so that nothing goes together with them."""
        return [self.labels[place] for place in sorted({at for each in self.samples for at in each.constant()})]


def correlate_metrics(runs: Sequence[Run], method: str, how: Bootstrap) -> Correlations:
    """The correlations of all metrics over the units that `how` names."""
    labels = list(runs[0].scores)
    if len(labels) < 2:
        raise ScoreError(f"{labels[0]} alone correlates with nothing; name two metrics or more by --metrics")
    found = make_samples(runs, how.over)
    for each in found:
        if len(each.names) < 3:
            undefined = f", and {each.left_out} not defined" if each.left_out else ""
            said = f"{len(each.names)} by {how.over}{undefined}"
            raise ScoreError(f"{said}: too few to correlate; three or more are needed")
    places = list(combinations(range(len(labels)), 2))
    values = [mean_of_defined([coefficient(each, pair, method) for each in found]) for pair in places]
    without = [leave_out_each(found, pair, method) for pair in places]
    if method == KENDALL:
        between = [
            jackknife_interval(value, list(each.values()), how) for value, each in zip(values, without, strict=True)
        ]
    else:
        between = bootstrap_intervals(found, places, method, how)
    pairs = [
        Correlation(labels[first], labels[second], value, interval, find_influence(value, each))
        for (first, second), value, interval, each in zip(places, values, between, without, strict=True)
    ]
    return Correlations(labels, pairs, found, method, how)


def bootstrap_intervals(
    found: Sequence[Sample], places: Sequence[tuple[int, int]], method: str, how: Bootstrap
) -> list[Interval]:
    """The interval of each pair's coefficient, by the bootstrap."""
    drawn = np.array([each[tuple(zip(*places, strict=True))] for each in resample_matrices(found, method, how)])
    return [find_percentiles(column, how) for column in drawn.T]


def jackknife_interval(value: float, without: Sequence[float], how: Bootstrap) -> Interval:
    """The interval of a coefficient, by what it is without each unit and by Fisher's transformation."""
    defined = np.array([each for each in without if not math.isnan(each)])
    if math.isnan(value) or len(defined) < 3 or abs(value) == 1:
        return Interval(math.nan, math.nan, how)
    error = math.sqrt((len(defined) - 1) * defined.var()) / (1 - value**2)
    wide = NormalDist().inv_cdf(0.5 + how.level / 200) * error
    return Interval(math.tanh(math.atanh(value) - wide), math.tanh(math.atanh(value) + wide), how)


def resample_matrices(found: Sequence[Sample], method: str, how: Bootstrap) -> list[Values]:
    """The matrix of coefficients, in the mean over systems, of each resample of the units."""
    names = list(dict.fromkeys(name for each in found for name in each.names))
    at = [{name: place for place, name in enumerate(each.names)} for each in found]
    rows = [np.array([each.get(name, -1) for name in names]) for each in at]
    random = np.random.default_rng(how.seed)
    drawn = []
    with progress("resamples", how.resamples) as advance:
        for _ in range(how.resamples):
            units = random.integers(0, len(names), len(names))
            chosen = (each.values[row[units][row[units] >= 0]] for each, row in zip(found, rows, strict=True))
            drawn.append(np.stack([correlation_matrix(values, method) for values in chosen]))
            advance(1)
    return [mean_matrix(each) for each in drawn]
