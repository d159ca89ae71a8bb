"""Weights of scores that make a metric best: exact line search, as in minimum error rate training.

Along a line in the space of weights each hypothesis' score is a line too, so that the best of a list changes only where
the upper envelope of these lines bends. Between the bends of all lists the metric is constant: of all points of a line
the best is found without a step width (Och, ACL 2003). Any metric will do whose rows are summed over utterances.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.measure.rows import Row
from mondegreen.nbest.oracle import BLOCK, Candidates, prepare
from mondegreen.nbest.reading import blocks
from mondegreen.nbest.weights import features

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.lists import NBest

    Floats = NDArray[np.float64]

# How far beyond the last bend a point is taken that stands for all beyond it.
BEYOND = 1.0
# How many digits of weights are tried.
DIGITS = range(3, 16)


@dataclass(frozen=True)
class Space:
    """Lists as matrices: of each hypothesis the scores of these names, and the rows of a metric."""

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
    ) -> Space:
        """The lists, each hypothesis measured once."""
        prepare([metric], list(references.values()), settings)
        spaces, rows = [], []
        for block in blocks(lists, BLOCK):
            whole = [each._replace(texts=each.texts or [""]) for each in block]
            found = Candidates.of([references[each.key] for each in block], [each.texts for each in whole], settings)
            measured = found.measured(metric)
            rows += [measured.values[places.start : places.stop] for places in found.lists]
            spaces += [features(each, names) if each.texts else np.zeros((1, len(names))) for each in block]
        return cls(metric, names, spaces, rows)

    def choice(self, weights: Floats) -> list[int]:
        """The place of the best hypothesis of each list; the first of equals."""
        return [int((each @ weights).argmax()) for each in self.features]

    def score(self, total: Floats) -> float:
        """The metric of a sum of rows, the lower the better; what is not defined is worst."""
        value = self.metric.score(Row(zip(self.metric.columns, total.tolist(), strict=True)))
        signed = -value if self.metric.better == "higher" else value
        return float("inf") if np.isnan(signed) else signed

    def gains(self, value: float, best: float) -> bool:
        """Whether a value is better than the best, and by more than noise."""
        return value < best - self.metric.noise.width(0.0 if np.isinf(best) else best).item()

    def value(self, weights: Floats) -> float:
        """The metric of what these weights choose."""
        places = self.choice(weights)
        return self.score(np.sum([rows[place] for rows, place in zip(self.rows, places, strict=True)], axis=0))

    def reached(self, weights: Sequence[float]) -> float:
        """The metric's own score of what these weights choose."""
        value = self.value(np.array(weights))
        return float("nan") if np.isinf(value) else -value if self.metric.better == "higher" else value

    def line(self, start: Floats, direction: Floats) -> tuple[float, Floats]:
        """The best value on a line through the weights, and weights in the middle of where it holds."""
        total = np.zeros(len(self.metric.columns))
        bends: list[tuple[float, Floats]] = []
        for each, rows in zip(self.features, self.rows, strict=True):
            hull = envelope(each @ direction, each @ start)
            total += rows[hull[0][1]]
            bends += [(at, rows[place] - rows[before]) for (_, before), (at, place) in pairwise(hull)]
        bends.sort(key=lambda bend: bend[0])
        best, interval = self.score(total), (-np.inf, bends[0][0] if bends else np.inf)
        for place, (at, change) in enumerate(bends):
            total = total + change
            after = bends[place + 1][0] if place + 1 < len(bends) else np.inf
            if after > at and self.gains(value := self.score(total), best):
                best, interval = value, (at, after)
        return best, start + middle(*interval) * direction


def envelope(slopes: Floats, heights: Floats) -> list[tuple[float, int]]:
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


def middle(low: float, high: float) -> float:
    """A point of an interval that may have no end."""
    if np.isinf(low) and np.isinf(high):
        return 0.0
    if np.isinf(low):
        return high - BEYOND
    return low + BEYOND if np.isinf(high) else (low + high) / 2


def climb(space: Space, start: Floats, draw: np.random.Generator, turns: int = 50) -> tuple[float, Floats]:
    """Goes along each score's direction, and as many directions drawn, until none leads to a better place."""
    weights, best = start, space.value(start)
    for _ in range(turns):
        directions = [*np.eye(len(start)), *draw.normal(size=(len(start), len(start)))]
        found = [space.line(weights, direction) for direction in directions]
        value, there = min(found, key=lambda each: each[0])
        # The value is taken anew: in the arithmetic of sums a narrow interval may not be where it was found.
        if not (space.gains(value, best) and space.gains(real := space.value(there), best)):
            break
        best, weights = real, there
    return best, weights


def searched(space: Space, start: Sequence[float], restarts: int = 10, seed: int = 0) -> tuple[float, dict[str, float]]:
    """The best score from a start and from others drawn at random, and its weights; the same seed gives the same.

    Weights are scaled so that the largest is 1 or -1, which changes no choice, and rounded as far as none changes; the
    score is that of what is given back.
    """
    draw = np.random.default_rng(seed)
    starts = [np.array(start, dtype=np.float64), *draw.normal(size=(restarts, len(start)))]
    _, weights = min((climb(space, each, draw) for each in starts), key=lambda each: each[0])
    largest = np.abs(weights).max()
    scaled = rounded(space, weights / largest if largest else weights)
    return space.reached(scaled), dict(zip(space.names, scaled, strict=True))


def rounded(space: Space, weights: Floats) -> list[float]:
    """The weights with as few digits as make the same choices, if any do."""
    choice = space.choice(weights)
    tries = ([float(f"{weight:.{digits}g}") for weight in weights.tolist()] for digits in DIGITS)
    return next((each for each in tries if space.choice(np.array(each)) == choice), weights.tolist())
