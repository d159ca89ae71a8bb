"""Encoders and metrics that are shown errors, resampled for each seed; and the curves of their scores by error rate.

A curve has a value for each rate and draw, and the least-squares line through their means.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.batch import Settings
from mondegreen.encoders import measure_similarities
from mondegreen.encoders.base import Encoder
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.noise import SUMS, NoiseWidth
from mondegreen.metrics.support.rows import Groups
from mondegreen.pairs import Pairs
from mondegreen.progress import progress
from mondegreen.results.score import Score
from mondegreen.runner import measure_pairs
from mondegreen.simulation import Corrupted, Table, corrupt
from mondegreen.simulation.drawing import Beyond, count_words
from mondegreen.simulation.profile import (
    Profile,
    classify_by_length,
    estimate_rates,
    make_beyond,
    mix_tables,
    scale_rates,
)
from mondegreen.simulation.rates import ErrorWeights, TargetRates, override_weights

Kind = Literal["encoder", "metric"]
Flags = NDArray[np.bool_]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Noise:
    """A substitution table, and how errors are sampled from it; of the errors so many delete or insert a word."""

    table: Table
    seeds: Sequence[int]
    mode: str = "bernoulli"
    threads: int | None = None
    deletions: float = 0.0
    insertions: float = 0.0
    profile: Profile | None = None

    def __post_init__(self) -> None:
        parts = (self.deletions, self.insertions)
        if min(parts) < 0 or sum(parts) > 1:
            raise ScoreError(
                f"--deletions and --insertions are {self.deletions:g} and {self.insertions:g}; give fractions of all "
                "errors, of 0 or more and 1 at most together"
            )

    def draw(self, texts: Sequence[str], ids: Sequence[str], rate: float, seed: int) -> Corrupted:
        """The texts with errors; without any at the rate 0."""
        rest = 1 - self.deletions - self.insertions
        target = TargetRates(*(rate * part for part in (rest, self.deletions, self.insertions)))
        beyond = Beyond(target.deletions, target.insertions)
        if self.profile is not None and rate:
            target = scale_rates(self.profile, rate).check()
            beyond = make_beyond(self.profile, target, self.weigh_words(texts, self.profile))
        corrupted = corrupt(texts, self.table, target.substitutions, seed, ids, self.mode, beyond, self.threads)
        for note in corrupted.notes:
            warnings.warn(f"at the rate {rate:g}: {note}", ScoreWarning, stacklevel=2)
        return corrupted

    def like(self, profile: Profile, texts: Sequence[str]) -> Noise:
        """The same draws with the proportions and the confusions of a system, for the words of these texts."""
        return replace(self, table=mix_tables(profile, self.table, count_plain(texts)), profile=profile)

    def weigh_words(self, texts: Sequence[str], profile: Profile) -> ErrorWeights:
        """How likely each word of the texts is wrong, by its own errors and those of words of its length."""
        counts = count_plain(texts)
        classes = classify_by_length({*counts, *profile.spoken, *profile.confusions, *profile.lost})
        counted = count_words(_core.plain_texts(Strings.of(texts)), self.table)
        return override_weights(estimate_rates(profile, classes, counts), self.table, counted)


def count_plain(texts: Sequence[str]) -> Counter[str]:
    return Counter(word for text in _core.plain_texts(Strings.of(texts)) for word in text.split())


def iterate_draws(rates: Sequence[float], seeds: Sequence[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """The indices of each rate and seed, and for how many draws that one stands: without errors all are the same."""
    for row, rate in enumerate(rates):
        yield from (((row, column), 1) for column in range(len(seeds))) if rate else [((row, 0), len(seeds))]


def repeat_clean_draws(values: Values, rates: Sequence[float]) -> Values:
    """The values of all draws, those without errors repeated."""
    for row, rate in enumerate(rates):
        if not rate:
            values[row] = values[row, 0]
    return values


class Subject(NamedTuple):
    """An encoder or a metric; `sign` is 1 where a greater value is of sentences more alike, else -1.

    Values no further apart than its `noise` are the same.
    """

    label: str
    kind: Kind
    sign: int
    noise: NoiseWidth = SUMS


class Measured(NamedTuple):
    """A subject's scores of each pair, and of subsets of them; NaN where none is defined."""

    each: Values
    score_subset: Callable[[Flags], float]
    signature: str

    @property
    def value(self) -> float:
        return self.score_subset(np.ones(len(self.each), dtype=np.bool_))


@dataclass(frozen=True)
class Panel:
    """The subjects, and how metrics tokenize and align."""

    encoders: Sequence[Encoder] = ()
    metrics: Sequence[Metric] = ()
    settings: Settings = field(default_factory=Settings)

    @property
    def subjects(self) -> list[Subject]:
        encoders = (Subject(each.label, "encoder", 1, each.noise) for each in self.encoders)
        metrics = (
            Subject(each.label, "metric", 1 if each.better == "higher" else -1, each.noise) for each in self.metrics
        )
        return [*encoders, *metrics]

    def measure(self, left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, Measured]]:
        """Each subject's scores of pairs of sentences, encoders first."""
        for encoder in self.encoders:
            yield encoder.label, measure_encoder(encoder, left, right)
        if self.metrics:
            ids = [str(number) for number in range(1, len(left) + 1)]
            run = measure_pairs(Pairs(ids, left, right, ("texts", "texts with errors")), self.metrics, self.settings)
            yield from ((label, measure_metric(score)) for label, score in run.scores.items())


def measure_encoder(encoder: Encoder, left: Sequence[str], right: Sequence[str]) -> Measured:
    found = measure_similarities(encoder, left, right)
    return Measured(found, lambda subset: average_defined(found[subset]), encoder.identity)


def measure_metric(score: Score) -> Measured:
    """Scores of single pairs, and of several in one."""
    each = score.metric.scores(score.rows)

    def score_subset(subset: Flags) -> float:
        return score.metric.score(score.rows.by(Groups("subset", ("without", "within"), subset.astype(np.intp)))[1])

    return Measured(each, score_subset, score.signature)


def average_defined(values: Values) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")


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
