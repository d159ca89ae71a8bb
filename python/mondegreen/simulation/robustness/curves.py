"""Curves of scores by error rate: a value for each rate and draw, and the least-squares line through their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.progress import progress
from mondegreen.simulation.robustness.panel import Noise, Panel, Subject, iterate_draws, repeat_clean_draws

Values = NDArray[np.float64]


class Line(NamedTuple):
    """The straight line nearest to the means of a curve, and how closely they lie to it; NaN of less than two rates."""

    slope: float
    intercept: float
    r: float


class Curve(NamedTuple):
    """A subject's score at each rate in each draw, `values[rate, draw]`."""

    subject: Subject
    rates: Sequence[float]
    values: Values
    signature: str

    @property
    def means(self) -> Values:
        found: Values = self.values.mean(axis=1)
        return found

    @property
    def spreads(self) -> Values:
        """The standard deviation over the draws; NaN of a single one."""
        return compute_spread(self.values)

    @property
    def line(self) -> Line:
        defined = ~np.isnan(self.means)
        rates, means = np.asarray(self.rates)[defined], self.means[defined]
        if len(rates) < 2:
            return Line(np.nan, np.nan, np.nan)
        across, along = rates - rates.mean(), means - means.mean()
        slope = float(across @ along / (across @ across))
        scale = float(np.sqrt((across @ across) * (along @ along)))
        return Line(
            slope, float(means.mean() - slope * rates.mean()), float(across @ along) / scale if scale else np.nan
        )


@dataclass(frozen=True)
class Curves:
    """All curves, and the share of words that were changed, `realised[rate, draw]`."""

    rates: Sequence[float]
    realized: Values
    curves: Sequence[Curve]
    sentences: int


def measure_curves(
    texts: Sequence[str], panel: Panel, noise: Noise, rates: Sequence[float], *, ids: Sequence[str] | None = None
) -> Curves:
    """Scores the texts against themselves with errors by all subjects, at each rate and in each draw."""
    ids = ids or [str(number) for number in range(1, len(texts) + 1)]
    shape = (len(rates), len(noise.seeds))
    values = {subject.label: np.full(shape, np.nan) for subject in panel.subjects}
    signatures: dict[str, str] = {}
    realized = np.zeros(shape)
    with progress("rates and draws", realized.size * len(values)) as advance:
        for at, draws in iterate_draws(rates, noise.seeds):
            corrupted = noise.draw(texts, ids, rates[at[0]], noise.seeds[at[1]])
            realized[at] = corrupted.rate
            for label, measured in panel.measure(texts, corrupted.texts):
                values[label][at], signatures[label] = measured.value, measured.signature
                advance(draws)
    curves = [
        Curve(each, rates, repeat_clean_draws(values[each.label], rates), signatures[each.label])
        for each in panel.subjects
    ]
    return Curves(rates, realized, curves, len(texts))


def compute_spread(values: Values) -> Values:
    """The standard deviation of each row, as of a sample; NaN of one value."""
    if values.shape[1] < 2:
        return np.full(len(values), np.nan)
    found: Values = values.std(axis=1, ddof=1)
    return found
