"""Correlations of encoders' and metrics' scores with the distance of substitutions, and with human similarity.

At one rate, over all draws and all sentences with a substitution whose distances are known. Each has the share of its
words that were changed, and the mean phonological and semantic distance of its substitutions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.correlations import rank_many
from mondegreen.formats.rated import SimilarityPairs
from mondegreen.metrics.support.noise import SUMS, NoiseWidth, rank_values
from mondegreen.progress import progress
from mondegreen.simulation import Corrupted
from mondegreen.simulation.robustness.panel import (
    Measured,
    Noise,
    Panel,
    Subject,
    Values,
    iterate_draws,
    repeat_clean_draws,
)

SHARE, SOUND, SENSE = "share", "sound", "sense"
KINDS = (SOUND, SENSE)
BANDS = 4


class HarmCorrelations(NamedTuple):
    """Spearman's coefficients of how much worse a subject scores a sentence, with the errors in it.

    With the share of words that were changed, and with their phonological and semantic distance: as it is, and among
    sentences of equal share, by partial correlation.
    """

    share: float
    sound: float
    sense: float
    sound_alone: float
    sense_alone: float


@dataclass(frozen=True)
class Distances:
    """Each subject's correlations at a rate, and its score in bands of distance, the most similar substitutions first.

    `bands[kind]` holds the minimum and maximum distance of each band, `values[label][kind]` a value for each.
    """

    rate: float
    sentences: int
    subjects: Sequence[Subject]
    correlations: Mapping[str, HarmCorrelations]
    bands: Mapping[str, Sequence[tuple[float, float]]]
    values: Mapping[str, Mapping[str, Sequence[float]]]


def measure_distances(
    texts: Sequence[str], panel: Panel, noise: Noise, rate: float, *, ids: Sequence[str] | None = None
) -> Distances:
    """Scores the texts with errors at one rate by all subjects, and correlates with the distances."""
    ids = ids or [str(number) for number in range(1, len(texts) + 1)]
    features: list[dict[str, Values]] = []
    measurements: dict[str, list[Measured]] = {subject.label: [] for subject in panel.subjects}
    with progress("distances", len(noise.seeds) * len(measurements)) as advance:
        for seed in noise.seeds:
            corrupted = noise.draw(texts, ids, rate, seed)
            features.append(extract_features(corrupted, texts))
            for label, measured in panel.measure(texts, corrupted.texts):
                measurements[label].append(measured)
                advance(1)
    pooled = {name: np.concatenate([each[name] for each in features]) for name in (SHARE, *KINDS)}
    defined = ~np.isnan(pooled[SOUND]) & ~np.isnan(pooled[SENSE])
    edges = {kind: compute_band_edges(pooled[kind][defined]) for kind in KINDS}
    harm = {s.label: -s.sign * np.concatenate([each.each for each in measurements[s.label]]) for s in panel.subjects}
    return Distances(
        rate,
        int(defined.sum()),
        panel.subjects,
        {each.label: correlate_harm(harm[each.label], pooled, defined, each.noise) for each in panel.subjects},
        {kind: list(zip(each[:-1].tolist(), each[1:].tolist(), strict=True)) for kind, each in edges.items()},
        {
            label: {kind: average_by_band(each, features, kind, edges[kind]) for kind in KINDS}
            for label, each in measurements.items()
        },
    )


def extract_features(corrupted: Corrupted, texts: Sequence[str]) -> dict[str, Values]:
    """Of each sentence the share of words that were changed, and mean distances; NaN where nothing is known."""
    rows = np.full((len(texts), 3), np.nan)
    for row, edits, text in zip(rows, corrupted.edits, texts, strict=True):
        known = [(each.phonological, each.semantic) for each in edits if not np.isnan(each[3] + each[4])]
        if known:
            row[:] = (len(known) / max(len(text.split()), 1), *np.mean(known, axis=0))
    return dict(zip((SHARE, *KINDS), rows.T, strict=True))


def compute_band_edges(values: Values) -> Values:
    """The bounds of bands that hold about as many values each."""
    found: Values = np.quantile(values, np.linspace(0, 1, BANDS + 1)) if len(values) else np.full(BANDS + 1, np.nan)
    return found


def average_by_band(
    measurements: Sequence[Measured], features: Sequence[Mapping[str, Values]], kind: str, edges: Values
) -> list[float]:
    """The mean score over draws of the sentences of each band; the last band includes its upper bound."""
    found = np.full((len(measurements), BANDS), np.nan)
    for row, measured, each in zip(found, measurements, features, strict=True):
        known = ~np.isnan(each[SOUND]) & ~np.isnan(each[SENSE])
        index = np.clip(np.searchsorted(edges, each[kind], side="right") - 1, 0, BANDS - 1)
        for band in range(BANDS):
            inside = known & (index == band)
            row[band] = measured.score_subset(inside) if inside.any() else np.nan
    counts = (~np.isnan(found)).sum(axis=0)
    sums = np.nansum(found, axis=0)
    return [float(total / count) if count else float("nan") for total, count in zip(sums, counts, strict=True)]


def correlate_harm(
    harm: Values, features: Mapping[str, Values], defined: NDArray[np.bool_], noise: NoiseWidth
) -> HarmCorrelations:
    """The coefficients of one subject."""
    used = defined & ~np.isnan(harm)
    ranks_of = {name: rank_many(rank_values(each[used], SUMS)) for name, each in features.items()}
    own = rank_many(rank_values(harm[used], noise))
    share, sound, sense = (compute_pearson(own, ranks_of[name]) for name in (SHARE, *KINDS))
    alone = (
        compute_partial(each, share, compute_pearson(ranks_of[kind], ranks_of[SHARE]))
        for kind, each in zip(KINDS, (sound, sense), strict=True)
    )
    return HarmCorrelations(share, sound, sense, *alone)


def compute_pearson(first: Values, second: Values) -> float:
    """Pearson's coefficient of two columns; NaN where one does not vary."""
    if len(first) < 2 or not np.ptp(first) or not np.ptp(second):
        return float("nan")
    one, other = first - first.mean(), second - second.mean()
    return float(np.clip(one @ other / np.sqrt((one @ one) * (other @ other)), -1, 1))


def compute_partial(both: float, first: float, second: float) -> float:
    """The coefficient of two columns among rows that are equal in a third, from those of each pair of columns."""
    if np.isnan(first) or np.isnan(second):  # the third does not vary
        return both
    scale = (1 - first**2) * (1 - second**2)
    return float((both - first * second) / np.sqrt(scale)) if scale > 1e-12 else float("nan")


def compute_spearman(first: Values, second: Values) -> float:
    return compute_pearson(rank_many(first), rank_many(second))


METHODS: dict[str, Callable[[Values, Values], float]] = {"pearson": compute_pearson, "spearman": compute_spearman}


@dataclass(frozen=True)
class Task:
    """A set of pairs: the coefficients of each subject, `values[label][method][rate, draw]`, at the rates.

    Pairs that a subject cannot score are excluded; `defined[label]` is the least number of pairs that it scored.
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


def measure_tasks(sets: Sequence[SimilarityPairs], panel: Panel, noise: Noise, rates: Sequence[float]) -> list[Task]:
    """Corrupts both sides of all pairs, at each rate and in each draw."""
    total = len(sets) * len(rates) * len(noise.seeds) * len(panel.subjects)
    with progress("pairs, rates and draws", total) as advance:
        return [measure_task(each, panel, noise, sorted(rates), advance) for each in sets]


def measure_task(
    pairs: SimilarityPairs, panel: Panel, noise: Noise, rates: Sequence[float], advance: Callable[[int], None]
) -> Task:
    shape = (len(rates), len(noise.seeds))
    scores = np.asarray(pairs.scores, dtype=np.float64)
    values = {each.label: {name: np.full(shape, np.nan) for name in METHODS} for each in panel.subjects}
    defined = {each.label: len(pairs) for each in panel.subjects}
    subjects = {each.label: each for each in panel.subjects}
    ids = [[f"{pairs.name}-{index}-{side}" for index in range(1, len(pairs) + 1)] for side in (1, 2)]
    for at, draws in iterate_draws(rates, noise.seeds):
        rate, seed = rates[at[0]], noise.seeds[at[1]]
        sides = [noise.draw(*side, rate, seed).texts for side in zip((pairs.left, pairs.right), ids, strict=True)]
        for label, measured in panel.measure(*sides):
            known = ~np.isnan(measured.each)
            defined[label] = min(defined[label], int(known.sum()))
            similarities = subjects[label].sign * rank_values(measured.each[known], subjects[label].noise)
            for name, method in METHODS.items():
                values[label][name][at] = method(similarities, scores[known])
            advance(draws)
    for each in values.values():
        for found in each.values():
            repeat_clean_draws(found, rates)
    return Task(pairs.name, len(pairs), rates, panel.subjects, values, defined)
