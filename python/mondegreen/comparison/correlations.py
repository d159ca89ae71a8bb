"""Correlations of metrics, averaged over systems, with confidence intervals and the most influential unit of each.

Intervals are by the bootstrap over units, the same resamples for all systems. Those of Kendall's coefficient, too slow
to compute a thousand times, are by the jackknife: by how far it moves without each unit. Formulas that know nothing
but the coefficient and the number of units are of no use where many values are tied, as scores of utterances are.
Source: J. W. Tukey, Bias and confidence in not-quite large samples, 1958.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import NormalDist, fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.numbers import Numbers, group_numbers, list_numbers
from mondegreen.comparison.statistics import METHODS, kendall_without_each, spearman
from mondegreen.errors import ScoreError
from mondegreen.metrics.support.noise import SUMS, rank_values, settle_noise
from mondegreen.metrics.support.rows import Groups
from mondegreen.pairs import UTTERANCE, find_blank
from mondegreen.progress import progress
from mondegreen.results.interval import Bootstrap, Interval, find_percentiles
from mondegreen.results.run import Run, score_groups
from mondegreen.results.score import Score
from mondegreen.results.shown import Drawable

Values = NDArray[np.float64]

# What is correlated: the scores of each utterance, block, speaker or system by every metric.
NUMBER = re.compile(r"[0-9]{1,18}")
SYSTEM, BLOCKS = "system", "blocks:"
NONE: Numbers = {}


@dataclass(frozen=True, slots=True)
class Sample:
    """The `values[unit, metric]` of one system, or of all systems as units; `left_out` units are excluded."""

    names: Sequence[str]
    values: Values
    left_out: int

    def constant(self) -> list[int]:
        """The indices of the metrics that do not vary."""
        return [index for index, column in enumerate(self.values.T) if len(set(column.tolist())) < 2]


def make_samples(runs: Sequence[Run], over: str, numbers: Numbers = NONE) -> list[Sample]:
    """A sample for each system; over systems there is one of them all."""
    if over == SYSTEM:
        every = np.array([[score.value for score in run.scores.values()] for run in runs])
        return [drop_undefined([run.name for run in runs], every, runs[0])]
    return [make_sample(run, over, numbers) for run in runs]


def make_sample(run: Run, over: str, numbers: Numbers) -> Sample:
    """The scores of one system; utterances with an empty side are excluded, as in the published tables."""
    groups = group_units(run, over)
    values = np.column_stack([*score_groups(run, groups)[1].values(), *group_numbers(run, groups, numbers)])
    if over == UTTERANCE:
        for batch_start, batch in zip(batch_starts(run), run.batches(), strict=True):
            empty = np.array(list(find_blank(batch.references))) | np.array(list(find_blank(batch.hypotheses)))
            values[batch_start : batch_start + len(batch)][empty] = np.nan
    return drop_undefined(groups.names, values, run)


def batch_starts(run: Run) -> list[int]:
    found = [0]
    for batch in run.batches():
        found.append(found[-1] + len(batch))
    return found[:-1]


def drop_undefined(names: Sequence[str], values: Values, run: Run) -> Sample:
    """The units where every metric is defined; scores within a metric's noise are tied."""
    kept = np.flatnonzero(~np.isnan(values).any(axis=1))
    # Numbers from elsewhere stand behind the scores; their means are sums.
    widths = [score.noise for score in run.scores.values()] + [SUMS] * (values.shape[1] - len(run.scores))
    columns = [rank_values(column, width) for column, width in zip(values[kept].T, widths, strict=True)]
    return Sample([names[index] for index in kept.tolist()], np.column_stack(columns), len(names) - len(kept))


def group_units(run: Run, over: str) -> Groups:
    """The units: the values of a column, or blocks of so many consecutive utterances."""
    if not over.startswith(BLOCKS):
        return run.groups(over)
    size = over.removeprefix(BLOCKS)
    if not NUMBER.fullmatch(size) or not int(size):
        raise ScoreError(f'"{over}" says no number of utterances; write it as {BLOCKS}100')
    ends = range(0, len(run.pairs), int(size))
    names = [f"{start + 1}-{min(start + int(size), len(run.pairs))}" for start in ends]
    return Groups(over, tuple(names), np.arange(len(run.pairs)) // int(size))


@dataclass(frozen=True, slots=True)
class Correlation:
    """Two metrics, their coefficient with its interval, and the most influential unit, if there is one."""

    first: str
    second: str
    value: float
    interval: Interval
    influence: Influence | None


@dataclass(frozen=True, slots=True)
class Correlations(Drawable):
    """The correlations of all pairs of metrics over some units."""

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
        """The metrics that do not vary in some sample, so that nothing correlates with them."""
        return [self.labels[index] for index in sorted({at for each in self.samples for at in each.constant()})]


def correlate_metrics(runs: Sequence[Run], method: str, how: Bootstrap, numbers: Numbers = NONE) -> Correlations:
    """The correlations of all metrics, and of numbers from elsewhere, over the units that `how` names."""
    labels = [*runs[0].scores, *numbers]
    if len(labels) < 2:
        raise ScoreError(f"{labels[0]} alone correlates with nothing; name two or more with --metrics")
    if numbers and how.over == SYSTEM:
        raise ScoreError(f"{', '.join(numbers)}: the same for all systems, so that nothing over {SYSTEM} correlates")
    return correlate_samples(make_samples(runs, how.over, numbers), labels, method, how)


def correlate_samples(
    found: Sequence[Sample],
    labels: Sequence[str],
    method: str,
    how: Bootstrap,
    indices: Sequence[tuple[int, int]] | None = None,
) -> Correlations:
    """The correlations of pairs of columns of the samples, by default of all; a sample is of one system."""
    for each in found:
        if len(each.names) < 3:
            undefined = f", and {each.left_out} not defined" if each.left_out else ""
            said = f"{len(each.names)} by {how.over}{undefined}"
            raise ScoreError(f"{said}: too few to correlate; three or more are needed")
    indices = indices or list(combinations(range(len(labels)), 2))
    values = [mean_of_defined([coefficient(each, pair, method) for each in found]) for pair in indices]
    without = [leave_out_each(found, pair, method) for pair in indices]
    if method == KENDALL:
        between = [
            jackknife_interval(value, list(each.values()), how) for value, each in zip(values, without, strict=True)
        ]
    else:
        between = bootstrap_intervals(found, indices, method, how)
    pairs = [
        Correlation(labels[first], labels[second], value, interval, find_influence(value, each))
        for (first, second), value, interval, each in zip(indices, values, between, without, strict=True)
    ]
    return Correlations(labels, pairs, found, method, how)


def bootstrap_intervals(
    found: Sequence[Sample], indices: Sequence[tuple[int, int]], method: str, how: Bootstrap
) -> list[Interval]:
    drawn = np.array([each[tuple(zip(*indices, strict=True))] for each in resample_matrices(found, method, how)])
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
    """The matrix of coefficients of each resample of the units, averaged over systems."""
    names = list(dict.fromkeys(name for each in found for name in each.names))
    at = [{name: index for index, name in enumerate(each.names)} for each in found]
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


RANKED, KENDALL = "spearman", "kendall"


def coefficient(sample: Sample, pair: tuple[int, int], method: str, without: int | None = None) -> float:
    columns = sample.values[:, pair] if without is None else np.delete(sample.values[:, pair], without, axis=0)
    return METHODS[method](*columns.T.tolist())


def mean_of_defined(values: Sequence[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return fmean(defined) if defined else math.nan


def correlation_matrix(values: Values, method: str) -> Values:
    """The coefficients of each column with each."""
    columns = np.column_stack([rank_many(column) for column in values.T]) if method == RANKED else values
    centred = np.where(np.ptp(columns, axis=0) > 0, columns - columns.mean(axis=0), 0.0)
    products = centred.T @ centred
    scale = np.sqrt(np.outer(np.diag(products), np.diag(products)))
    found: Values = np.divide(products, scale, out=np.full_like(products, np.nan), where=scale > 0)
    return found.clip(-1, 1)


def rank_many(values: Values) -> Values:
    """The ranks of many values; see `average_ranks`, which needs no numpy."""
    _, indices, counts = np.unique(values, return_inverse=True, return_counts=True)
    shared: Values = (np.cumsum(counts) - (counts - 1) / 2)[indices]
    return shared


def mean_matrix(each: Values) -> Values:
    there = ~np.isnan(each)
    count = there.sum(axis=0)
    total = np.where(there, each, 0.0).sum(axis=0)
    found: Values = np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0)
    return found


# The number of units, the most influential by rank, that a coefficient is recomputed without.
CANDIDATES = 10
# What part of itself a sum of squares may keep by rounding where nothing should be left.
ROUNDING = 1e-12
# Coefficients no further apart are the same.
SAME = 1e-9


class Influence(NamedTuple):
    """The unit whose removal changes a coefficient most, and the coefficient without it."""

    name: str
    without: float


def find_influence(whole: float, without: Mapping[str, float]) -> Influence | None:
    """The most influential unit; None where the coefficient is not defined."""
    defined = [name for name, value in without.items() if not math.isnan(value)]
    if not defined or math.isnan(whole):
        return None
    changes = settle_noise([abs(without[name] - whole) for name in defined], SAME)
    most = defined[int(changes.argmax())]  # the first of those without whom it differs as much
    return Influence(most, without[most])


def leave_out_each(found: Sequence[Sample], pair: tuple[int, int], method: str) -> dict[str, float]:
    """The mean coefficient of two metrics without each unit, or without the likely most influential ones."""
    whole = [coefficient(each, pair, method) for each in found]
    without = [leave_out_of_sample(each, pair, method) for each in found]
    names = dict.fromkeys(name for each in without for name in each)
    return {
        name: mean_of_defined([each.get(name, all_of) for each, all_of in zip(without, whole, strict=True)])
        for name in names
    }


def leave_out_of_sample(sample: Sample, pair: tuple[int, int], method: str) -> dict[str, float]:
    """One system's coefficient without each unit, or by Spearman without the likely most influential ones."""
    columns = sample.values[:, pair]
    if method == KENDALL:
        return dict(zip(sample.names, kendall_without_each(*columns.T.tolist()), strict=True))
    if method != RANKED:
        return dict(zip(sample.names, pearson_without_each(columns).tolist(), strict=True))
    ranked = np.column_stack([rank_many(column) for column in columns.T])
    change = np.abs(pearson_without_each(ranked) - correlation_matrix(ranked, "pearson")[0, 1])
    indices = np.argsort(-settle_noise(np.nan_to_num(change), SAME), kind="stable")[:CANDIDATES].tolist()
    return {sample.names[index]: coefficient(sample, pair, method, index) for index in indices}


def pearson_without_each(columns: Values) -> Values:
    """Pearson's r of two columns without each of their rows, by subtracting the row from the sums."""
    centred = columns - columns.mean(axis=0)
    parts = np.column_stack([centred, centred**2, centred.prod(axis=1)])
    first, second, first_square, second_square, product = (parts.sum(axis=0) - parts).T
    count = len(columns) - 1
    spreads = first_square - first**2 / count, second_square - second**2 / count
    # What is left of a sum of squares by rounding is no spread.
    floors = (centred**2).sum(axis=0) * ROUNDING
    there = (spreads[0] > floors[0]) & (spreads[1] > floors[1])
    scale = np.sqrt(np.maximum(spreads[0], 0) * np.maximum(spreads[1], 0))
    found = np.divide(product - first * second / count, scale, out=np.full(len(columns), np.nan), where=there)
    bounded: Values = np.clip(found, -1, 1)
    return bounded


# What is correlated with the numbers: both systems' scores, and the change between them.
SIDES = ("base", "system", "change")


class Beside(NamedTuple):
    """How a number correlates with the base, the system or the change of a metric: Pearson's, and Spearman's rho."""

    metric: str
    what: str
    name: str
    pearson: Correlation
    spearman: float
    units: int


def correlate_changes(base: Run, system: Run, numbers: Numbers, how: Bootstrap) -> list[Beside]:
    """Each metric of two systems, and its change, correlated with each of the numbers over utterances.

    Utterances for which a metric is not defined, as where a reference is empty, are excluded with it.
    """
    over = replace(how, over=UTTERANCE)
    pairs = [(side, len(SIDES)) for side in range(len(SIDES))]
    found = []
    for name, each in numbers.items():
        values = list_numbers(base, name, each)
        for label, score in base.scores.items():
            sample = take_known(base.pairs.keys, np.column_stack([*list_sides(score, system[label]), values]))
            correlated = correlate_samples([sample], [*SIDES, name], "pearson", over, pairs).pairs
            for (side, last), pearson in zip(pairs, correlated, strict=True):
                rho = spearman(*sample.values[:, [side, last]].T.tolist())
                found.append(Beside(label, SIDES[side], name, pearson, rho, len(sample.names)))
    return found


def list_sides(base: Score, system: Score) -> list[Values]:
    """Both scores of each utterance and their difference, equal within noise; NaN where one is not defined."""
    one, other = (score.metric.scores(score.rows) for score in (base, system))
    exact = base.metric.differences(base.rows, system.rows)
    change = settle_noise(np.where(np.isnan(exact), other - one, exact), base.noise.width(one, other))
    return [rank_values(one, base.noise), rank_values(other, base.noise), change]


def take_known(names: Sequence[str], values: Values) -> Sample:
    """The utterances for which all is known."""
    kept = np.flatnonzero(~np.isnan(values).any(axis=1))
    return Sample([names[index] for index in kept.tolist()], values[kept], len(names) - len(kept))
