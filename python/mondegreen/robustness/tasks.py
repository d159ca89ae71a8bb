"""How closely subjects go with what people find alike, the more errors both sentences of a pair have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.compare.correlations import rank_many
from mondegreen.measure.noise import ranked
from mondegreen.progress import progress
from mondegreen.robustness.distances import pearson

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mondegreen.read.similarity import SimilarityPairs
    from mondegreen.robustness.noise import Noise
    from mondegreen.robustness.panel import Panel, Subject, Values


def spearman(first: Values, second: Values) -> float:
    """Pearson's coefficient of the ranks."""
    return pearson(rank_many(first), rank_many(second))


METHODS: dict[str, Callable[[Values, Values], float]] = {"pearson": pearson, "spearman": spearman}


@dataclass(frozen=True)
class Task:
    """A set of pairs: the coefficients of each subject, `values[label][method][rate, draw]`, at the rates.

    Pairs of which a subject says nothing are left out; `defined[label]` is how many it says something of, at least.
    """

    name: str
    pairs: int
    rates: Sequence[float]
    subjects: Sequence[Subject]
    values: Mapping[str, Mapping[str, Values]]
    defined: Mapping[str, int]

    def ratio(self, label: str, method: str) -> float:
        """The mean at the highest rate over that at the lowest."""
        means = self.values[label][method].mean(axis=1)
        return float(means[-1] / means[0]) if means[0] else float("nan")


def tasks(sets: Sequence[SimilarityPairs], panel: Panel, noise: Noise, rates: Sequence[float]) -> list[Task]:
    """Corrupts both sides of all pairs, at each rate and in each draw."""
    total = len(sets) * len(rates) * len(noise.seeds) * len(panel.subjects)
    with progress("pairs, rates and draws", total) as advance:
        return [task(each, panel, noise, sorted(rates), advance) for each in sets]


def task(
    pairs: SimilarityPairs, panel: Panel, noise: Noise, rates: Sequence[float], advance: Callable[[int], None]
) -> Task:
    """The coefficients on one set."""
    shape = (len(rates), len(noise.seeds))
    scores = np.asarray(pairs.scores, dtype=np.float64)
    values = {each.label: {name: np.full(shape, np.nan) for name in METHODS} for each in panel.subjects}
    defined = {each.label: len(pairs) for each in panel.subjects}
    subjects = {each.label: each for each in panel.subjects}
    keys = [[f"{pairs.name}-{place}-{side}" for place in range(1, len(pairs) + 1)] for side in (1, 2)]
    for at in np.ndindex(*shape):
        rate, seed = rates[at[0]], noise.seeds[at[1]]
        if not rate and at[1]:  # without errors all draws are the same
            for each in values.values():
                for found in each.values():
                    found[at] = found[at[0], 0]
            advance(len(values))
            continue
        sides = [noise.draw(*side, rate, seed).texts for side in zip((pairs.left, pairs.right), keys, strict=True)]
        for label, measured in panel.measure(*sides):
            there = ~np.isnan(measured.each)
            defined[label] = min(defined[label], int(there.sum()))
            said = subjects[label].sign * ranked(measured.each[there], subjects[label].noise)
            for name, method in METHODS.items():
                values[label][name][at] = method(said, scores[there])
            advance(1)
    return Task(pairs.name, len(pairs), rates, panel.subjects, values, defined)
