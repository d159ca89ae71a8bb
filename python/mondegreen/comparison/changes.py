"""The change from a baseline by every metric, whether it is significant, and conditions on it, such as `wer>+0.2`.

Two tests assume nothing of a metric. The paired bootstrap resamples utterances, the same for both systems, and
measures the spread of the change. Approximate randomization exchanges the two systems' rows of random utterances, and
counts how often as large a change comes about. Both can resample all utterances of a speaker, or of any other column's
value, together; they must where those depend on each other.
Sources: M. Bisani and H. Ney, Bootstrap estimates for confidence intervals in ASR performance evaluation, 2004;
E. W. Noreen, Computer-intensive methods for testing hypotheses, 1989.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.statistics import percent_change
from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
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


WRITTEN = re.compile(
    r"\s*(?P<metric>.+?)\s*(?P<sign>[<>])\s*(?P<value>[+-]?\d+(?:\.\d*)?|[+-]?\.\d+)\s*(?P<unit>%?)\s*"
)
GRAMMAR = "write it as wer>+0.2 (more than the baseline by over 0.2), wer>+2% (by over 2 % of it) or wer>15"
# What is left of a difference that is none: scores are quotients, and their differences have a last digit.
ROUNDING = 1e-9


class Finding(NamedTuple):
    """The outcome of a condition on a system: the value compared, such as the change, and whether the system fails."""

    condition: str
    system: str
    metric: str
    base: float
    score: float
    looked_at: float
    fails: bool

    def __str__(self) -> str:
        beside = f"{self.metric} is {self.score:.2f} in {self.system} and {self.base:.2f} in the baseline"
        return f"{beside}; {'failed' if self.fails else 'passed'}: {self.condition}"


class Condition(NamedTuple):
    """A metric's change, its change in percent of the baseline, or the score itself, and its limit."""

    text: str
    metric: str
    kind: str
    above: bool
    value: float

    @classmethod
    def parse(cls, text: str) -> Condition:
        """The condition that a text describes: a sign before the number makes it one on the change."""
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise ScoreError(f'"{text}" is not a condition; {GRAMMAR}')
        if not {"<", ">"}.isdisjoint(found["metric"]):
            raise ScoreError(f'"{text}" is several conditions; give each of them by itself')
        changes = found["value"][0] in "+-"
        if found["unit"] and not changes:
            raise ScoreError(f'"{text}" is not a condition: a percentage is of a change, which needs a sign; {GRAMMAR}')
        kind = "relative" if found["unit"] else "change" if changes else "score"
        return cls(text.strip(), found["metric"], kind, found["sign"] == ">", float(found["value"]))

    def check(self, base: Mapping[str, Score], system: Run) -> Finding:
        """Whether a system fails; one whose value is not defined does."""
        if self.metric not in base:
            raise unmeasured_error(self.metric, base)
        before, after = base[self.metric].value, system[self.metric].value
        number = {"score": after, "change": after - before, "relative": relative_change(before, after)}[self.kind]
        beyond = number - self.value if self.above else self.value - number
        width = base[self.metric].noise.width(before, after).item()
        if self.kind == "relative" and before:
            width = percent_change(width, before)
        fails = math.isnan(beyond) or beyond > max(ROUNDING, width)
        return Finding(self.text, system.name, self.metric, before, after, number, fails)


def unmeasured_error(name: str, base: Mapping[str, Score]) -> ScoreError:
    """The error for a metric that the runs do not have: how to measure it, if there is such a metric."""
    try:
        make_metric(name)
    except ScoreError:
        return unknown_name("metric in the runs", name, base)
    return ScoreError(f"{name} was not measured in all runs; name it with --metrics {','.join([*base, name])}")


def relative_change(before: float, after: float) -> float:
    """A change in percent of the value before; infinite from 0."""
    if before:
        return percent_change(after - before, before)
    return math.inf * after if after else 0.0


def check_conditions(conditions: Sequence[Condition], runs: Sequence[Run]) -> list[Finding]:
    base, *systems = runs
    return [condition.check(base.scores, system) for system in systems for condition in conditions]
