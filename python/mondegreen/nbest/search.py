"""Weights of scores that optimize a metric: exact line search, as in minimum error rate training (Och, ACL 2003).

Along a line in the space of weights the score of each hypothesis is linear, so that the best of a list changes only
where the upper envelope of these lines bends. Between the bends of all lists the metric is constant, so that the best
point of a line is found without a step width: O(n log n) in the number of hypotheses. Any metric will do whose rows
are summed over utterances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Settings
from mondegreen.inputs import Source
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.rows import Row
from mondegreen.nbest.lists import LENGTH, NBest, check_unused_name, format_weights, stack_features
from mondegreen.nbest.oracle import BLOCK_SIZE, Candidates, prepare_for_references
from mondegreen.nbest.reading import Sources, open_paired, show_progress, split_blocks
from mondegreen.notes import report_notes
from mondegreen.plan.nbest import TunePlan

Floats = NDArray[np.float64]
# The weights as the user writes them, their score, and that on the test if there is one.
TunedWeights = tuple[str, float, float | None]
# The distance from the last bend of the point that stands for all beyond it.
MARGIN = 1.0
# The numbers of digits to which weights are rounded, in the order of trial.
DIGITS = range(3, 16)


@dataclass(frozen=True)
class ScoreSpace:
    """Lists as matrices: the scores of each hypothesis, and its row by a metric."""

    metric: Metric
    names: Sequence[str]
    features: Sequence[Floats]
    rows: Sequence[Floats]

    @classmethod
    def of(
        cls,
        references: Mapping[str, str],
        lists: Iterable[NBest],
        metric: Metric,
        names: Sequence[str],
        settings: Settings,
    ) -> ScoreSpace:
        """The lists, each hypothesis measured once."""
        prepare_for_references([metric], list(references.values()), settings)
        spaces, rows = [], []
        for block in split_blocks(lists, BLOCK_SIZE):
            texts = [each.texts or [""] for each in block]
            found = Candidates.of([references[each.key] for each in block], texts, settings)
            measured = found.measure(metric)
            rows += [measured.values[part.start : part.stop] for part in found.lists]
            spaces += [stack_features(each, names) if each.texts else np.zeros((1, len(names))) for each in block]
        return cls(metric, names, spaces, rows)

    def select(self, weights: Floats) -> list[int]:
        """The index of the best hypothesis of each list; the first of equals."""
        return [int((each @ weights).argmax()) for each in self.features]

    def score(self, total: Floats) -> float:
        """The metric of a sum of rows, the lower the better; an undefined one is worst."""
        value = self.metric.score(Row(zip(self.metric.columns, total.tolist(), strict=True)))
        signed = -value if self.metric.better == "higher" else value
        return float("inf") if np.isnan(signed) else signed

    def is_better(self, value: float, best: float) -> bool:
        return value < best - self.metric.noise.width(0.0 if np.isinf(best) else best).item()

    def compute_value(self, weights: Floats) -> float:
        selected = self.select(weights)
        return self.score(np.sum([rows[index] for rows, index in zip(self.rows, selected, strict=True)], axis=0))

    def compute_score(self, weights: Sequence[float]) -> float:
        value = self.compute_value(np.array(weights))
        return float("nan") if np.isinf(value) else -value if self.metric.better == "higher" else value

    def search_line(self, start: Floats, direction: Floats) -> tuple[float, Floats]:
        """The best value on a line through the weights, and the weights in the middle of its interval."""
        total = np.zeros(len(self.metric.columns))
        bends: list[tuple[float, Floats]] = []
        for each, rows in zip(self.features, self.rows, strict=True):
            hull = find_upper_envelope(each @ direction, each @ start)
            total += rows[hull[0][1]]
            bends += [(at, rows[after] - rows[before]) for (_, before), (at, after) in pairwise(hull)]
        bends.sort(key=lambda bend: bend[0])
        best, interval = self.score(total), (-np.inf, bends[0][0] if bends else np.inf)
        for index, (at, change) in enumerate(bends):
            total = total + change
            after = bends[index + 1][0] if index + 1 < len(bends) else np.inf
            if after > at and self.is_better(value := self.score(total), best):
                best, interval = value, (at, after)
        return best, start + find_midpoint(*interval) * direction


def tune_weights(plan: TunePlan, metrics: Sequence[Metric], settings: Settings) -> dict[str, TunedWeights]:
    """By metric the best weights of the scores that a plan names, their score, and that on the test if there is one."""
    names: list[str] = []
    for name in (plan.search or "").split(","):
        check_unused_name(name.strip(), names)
        names.append(name.strip())
    start = [0.0 if name == LENGTH else 1.0 for name in names]
    found: dict[str, TunedWeights] = {}
    for metric in metrics:
        space = read_space(plan, plan.reference, plan.sources, metric, names, settings)
        value, weights = search_weights(space, start, plan.restarts, plan.seed)
        test = None
        if plan.test is not None:
            test_space = read_space(plan, plan.test, plan.test_lists, metric, names, settings)
            test = test_space.compute_score(list(weights.values()))
        found[metric.label] = (format_weights(weights), value, test)
    return found


def read_space(
    plan: TunePlan, reference: Source, sources: Sources, metric: Metric, names: Sequence[str], settings: Settings
) -> ScoreSpace:
    paired = open_paired(plan, reference, sources)
    lists = (each.truncate(plan.n) for each in show_progress(paired, len(paired.references)))
    space = ScoreSpace.of(paired.references, lists, metric, names, settings)
    report_notes(paired.notes)
    return space


def find_upper_envelope(slopes: Floats, heights: Floats) -> list[tuple[float, int]]:
    """The lines that are highest somewhere, from left to right: from where on, and which; of equals the first."""
    order = np.lexsort((np.arange(len(slopes)), -heights, slopes))
    hull: list[tuple[float, int]] = []
    for line in order.tolist():
        if hull and slopes[hull[-1][1]] == slopes[line]:
            continue  # a higher one of the same slope, or the same, came before
        while hull:
            last = hull[-1][1]
            at = float((heights[last] - heights[line]) / (slopes[line] - slopes[last]))
            if at > hull[-1][0]:
                break
            hull.pop()
        hull.append((at if hull else -np.inf, line))
    return hull


def find_midpoint(low: float, high: float) -> float:
    """A point of an interval that may be unbounded."""
    if np.isinf(low) and np.isinf(high):
        return 0.0
    if np.isinf(low):
        return high - MARGIN
    return low + MARGIN if np.isinf(high) else (low + high) / 2


def climb_from(space: ScoreSpace, start: Floats, draw: np.random.Generator, turns: int = 50) -> tuple[float, Floats]:
    """Searches along each score's axis, and as many random directions, until none leads to a better point."""
    weights, best = start, space.compute_value(start)
    for _ in range(turns):
        directions = [*np.eye(len(start)), *draw.normal(size=(len(start), len(start)))]
        found = [space.search_line(weights, direction) for direction in directions]
        value, there = min(found, key=lambda each: each[0])
        # The value is recomputed: by rounding of sums a narrow interval may not be where it was found.
        if not (space.is_better(value, best) and space.is_better(real := space.compute_value(there), best)):
            break
        best, weights = real, there
    return best, weights


def search_weights(
    space: ScoreSpace, start: Sequence[float], restarts: int, seed: int = 0
) -> tuple[float, dict[str, float]]:
    """The best score from a start and from random restarts, and its weights; the same seed gives the same.

    Weights are scaled so that the largest is 1 or -1, and rounded as far as the selection stays the same; the score is
    that of the returned weights.
    """
    draw = np.random.default_rng(seed)
    starts = [np.array(start, dtype=np.float64), *draw.normal(size=(restarts, len(start)))]
    _, weights = min((climb_from(space, each, draw) for each in starts), key=lambda each: each[0])
    largest = np.abs(weights).max()
    scaled = round_weights(space, weights / largest if largest else weights)
    return space.compute_score(scaled), dict(zip(space.names, scaled, strict=True))


def round_weights(space: ScoreSpace, weights: Floats) -> list[float]:
    selected = space.select(weights)
    tries = ([float(f"{weight:.{digits}g}") for weight in weights.tolist()] for digits in DIGITS)
    return next((each for each in tries if space.select(np.array(each)) == selected), weights.tolist())
