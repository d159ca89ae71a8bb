"""How scores of two systems, and their changes, correlate with numbers from elsewhere, such as the noise of audio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.correlation import spearman
from mondegreen.comparison.correlations import Correlation, Sample, correlate_samples
from mondegreen.comparison.numbers import Numbers, list_numbers
from mondegreen.metrics.support.noise import rank_values, settle_noise
from mondegreen.pairs import UTTERANCE
from mondegreen.results.interval import Bootstrap
from mondegreen.results.run import Run
from mondegreen.results.score import Score

Values = NDArray[np.float64]

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
