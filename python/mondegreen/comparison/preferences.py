"""Weights of metrics that predict what people prefer: pairwise logistic regression with an L2 penalty.

A preference is a pair of hypotheses of one reference, and the share of people who chose the second. Its model is
p = 1 / (1 + exp(-w . g)), where g is by how much the second loses less by each metric (Bradley and Terry 1952, with
covariates). The weights maximize the mean log-likelihood of the votes less strength / 2 times the squared weights, each
in units of its metric's spread; found by Newton's method, which here is iteratively reweighted least squares. Weights
below 0 are not wanted, since nobody likes a hypothesis for what it lost: such metrics are left out one by one.

All that is said of a model is said of references that it has not seen. The strength is chosen by cross-validation
within each fold's training part, as the largest within one standard error of the best (Breiman et al. 1984). A fifth of
the references is kept aside; a model of the others judges it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]

STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3)
FOLDS, INNER, ASIDE = 10, 5, 5
STEPS, ENOUGH = 100, 1e-10
# Margins beyond this are certain in float64.
CERTAIN = 30.0
# With fewer references a fold of a fold holds too few.
LEAST_REFERENCES = 20
# Intervals of weights need a fit for each resample.
MOST_FITS = 1000


@dataclass(frozen=True)
class Preferences:
    """Pairs of hypotheses of one reference, and people's votes.

    `gains[pair, metric]` is by how much the second loses less, `shares` the part of the `votes` that chose it.
    """

    gains: Values
    shares: Values
    votes: Values
    references: NDArray[np.intp]

    def take(self, which: Flags | NDArray[np.intp]) -> Preferences:
        return Preferences(self.gains[which], self.shares[which], self.votes[which], self.references[which])

    def log_losses(self, weights: Values) -> Values:
        """The negative log-likelihood of each pair's mean vote."""
        margins = np.clip(self.gains @ weights, -CERTAIN, CERTAIN)
        return np.asarray(np.logaddexp(0, margins) - self.shares * margins)


class Fitted(NamedTuple):
    """The weights of all pairs and their intervals, and which side models prefer that have not seen the reference.

    `margins` are of the models of other folds, and of the pairs `aside` of one that has seen none of them.
    """

    weights: Values
    low: Values
    high: Values
    strength: float
    margins: Values
    aside: Flags
    folds: int

    def parts(self) -> dict[str, Flags]:
        """Which pairs each verdict is over."""
        return {"cross-validation": ~self.aside, "kept aside": self.aside}


class Verdict(NamedTuple):
    """In how many pairs of a part a model that has not seen them agrees with people, and the interval in percent."""

    part: str
    share: str
    right: int
    pairs: int
    low: float
    high: float

    @property
    def percent(self) -> float:
        return 100 * self.right / self.pairs if self.pairs else float("nan")


def fit_preferences(given: Preferences, seed: int = 0, resamples: int = MOST_FITS, level: float = 95.0) -> Fitted:
    """Fits and judges a model; the pairs without votes are judged by it, and teach it nothing."""
    if not np.isfinite(given.gains).all():
        raise ScoreError("a metric is not defined for some hypotheses, so that nothing can be fitted with it")
    taught = given.votes > 0
    names = np.unique(given.references[taught])
    if len(names) < max(LEAST_REFERENCES, 5 * given.gains.shape[1]):
        raise ScoreError(
            f"{len(names)} references with votes are too few to fit {given.gains.shape[1]} weights and to judge them; "
            f"{max(LEAST_REFERENCES, 5 * given.gains.shape[1])} would do"
        )
    chance = np.random.default_rng(seed)
    numbers = draw_folds(given.references, ASIDE, chance)
    aside = numbers == 0
    folds = draw_folds(given.references, FOLDS, chance)
    margins = np.zeros(len(given.shares))
    for fold in range(FOLDS):
        judged = ~aside & (folds == fold)
        learnt = given.take(~aside & (folds != fold) & taught)
        margins[judged] = given.gains[judged] @ maximize(learnt, choose_strength(learnt, chance))
    learnt = given.take(~aside & taught)
    margins[aside] = given.gains[aside] @ maximize(learnt, choose_strength(learnt, chance))
    every = given.take(taught)
    strength = choose_strength(every, chance)
    weights = maximize(every, strength)
    if not weights.any():
        raise ScoreError("people choose against all of the metrics, so that no weights fit")
    drawn = np.array([*resample_weights(every, strength, min(resamples, MOST_FITS), chance)])
    tail = (100 - level) / 2
    low, high = np.percentile(drawn, [tail, 100 - tail], axis=0)
    return Fitted(weights / weights.sum(), low, high, strength, margins, aside, FOLDS)


def draw_folds(references: NDArray[np.intp], folds: int, chance: np.random.Generator) -> NDArray[np.intp]:
    """A fold for each pair, by its reference, of about equally many references."""
    _, places = np.unique(references, return_inverse=True)
    places = places.reshape(-1)
    return np.asarray((chance.permutation(int(places.max(initial=-1)) + 1) % folds)[places], dtype=np.intp)


def choose_strength(given: Preferences, chance: np.random.Generator) -> float:
    """The largest penalty whose loss on unseen references is within one standard error of the least."""
    folds = draw_folds(given.references, INNER, chance)
    losses = np.zeros((len(STRENGTHS), len(given.shares)))
    for fold in range(INNER):
        learnt, judged = given.take(folds != fold), folds == fold
        for place, strength in enumerate(STRENGTHS):
            losses[place, judged] = given.take(judged).log_losses(maximize(learnt, strength))
    means = np.average(losses, axis=1, weights=given.votes)
    best = int(means.argmin())
    apart = losses - losses[best]
    errors = apart.std(axis=1) / np.sqrt(len(given.shares))
    return max(each for each, mean, error in zip(STRENGTHS, means - means[best], errors, strict=True) if mean <= error)


def maximize(given: Preferences, strength: float) -> Values:
    """The weights of the likeliest model, of metrics in their own units; none below 0."""
    scale = np.sqrt(np.average(given.gains**2, axis=0, weights=given.votes))
    kept = np.flatnonzero(scale > 0)
    found = np.zeros(given.gains.shape[1])
    while len(kept):
        weights = newton(given.gains[:, kept] / scale[kept], given.shares, given.votes, strength)
        if weights.min() >= 0:
            found[kept] = weights / scale[kept]
            break
        kept = np.delete(kept, weights.argmin())
    return found


def newton(gains: Values, shares: Values, votes: Values, strength: float) -> Values:
    """Where the gradient of the penalized mean log-likelihood is 0, by Newton's steps, halved where they go too far."""
    part = votes / votes.sum()
    found = np.zeros(gains.shape[1])

    def loss(weights: Values) -> float:
        margins = gains @ weights
        return float(part @ (np.logaddexp(0, margins) - shares * margins) + strength / 2 * weights @ weights)

    before = loss(found)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(gains @ found, -CERTAIN, CERTAIN)))
        gradient = gains.T @ (part * (chances - shares)) + strength * found
        curvature = (gains * (part * chances * (1 - chances))[:, None]).T @ gains
        step = np.linalg.solve(curvature + strength * np.eye(len(found)), gradient)
        size = 1.0
        while (after := loss(found - size * step)) > before and size > ENOUGH:
            size /= 2
        found, before = found - size * step, after
        if np.abs(size * step).max() < ENOUGH:
            break
    return found


def resample_weights(
    given: Preferences, strength: float, resamples: int, chance: np.random.Generator
) -> Iterator[Values]:
    """The weights, of sum 1, of as many references drawn with replacement."""
    _, places = np.unique(given.references, return_inverse=True)
    count = int(places.max()) + 1
    for _ in range(resamples):
        times = np.bincount(chance.integers(count, size=count), minlength=count)[places.reshape(-1)]
        drawn = given.take(times > 0)
        weights = maximize(
            Preferences(drawn.gains, drawn.shares, drawn.votes * times[times > 0], drawn.references), strength
        )
        if weights.any():
            yield weights / weights.sum()


def shown_weights(specs: Sequence[str], weights: Values) -> Mapping[str, float]:
    """The weights as a model holds them: four digits of those that are not nothing."""
    found = {spec: round(float(weight), 4) for spec, weight in zip(specs, weights, strict=True)}
    return {spec: weight for spec, weight in found.items() if weight}
