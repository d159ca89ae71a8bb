"""How often metrics agree with people who chose between two hypotheses, and weights of metrics that fit best.

The protocol of HATS: a triplet counts where enough people voted and a large enough share of them for one side. A metric
is right where its strictly better score is on the side with strictly more votes; equal scores, and equal votes, are
wrong. So ties cost a metric as much as errors do, and are counted apart.
Source: T. Bañeras-Roux et al., HATS: An Open data set Integrating Human Perception Applied to the Evaluation of
Automatic Speech Recognition Metrics, 2023.
The weights are those of a logistic model of how many people choose a side, given how much better it is by each metric.
With weights that may not be negative, a metric that adds nothing gets none, and the sum stays one of which less is
better. The weights that judge a triplet are fitted on the half of the triplets that it does not belong to.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.paired_tests import cross_tabulate, mcnemar_test
from mondegreen.comparison.probability import correct_by_holm
from mondegreen.errors import ScoreError
from mondegreen.formats.triplets import LEAST_VOTES, Triplets
from mondegreen.metrics.base import Quantity, percent
from mondegreen.metrics.support.noise import SUMS, NoiseWidth, settle_noise
from mondegreen.pairs import Pairs
from mondegreen.results.run import Run
from mondegreen.results.score import Score

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]

# What the columns are called, and the share of votes that the larger side must have in them.
SHARES = {"100 %": 1.0, "70 %": 0.7, "all": 0.0}


@dataclass(frozen=True, slots=True)
class Choices:
    """The votes of people, `votes[triplet, side]`, and how many of them make a triplet count."""

    votes: NDArray[np.int64]
    least: int = LEAST_VOTES

    @classmethod
    def of(cls, votes: Sequence[Sequence[int]], least: int = LEAST_VOTES) -> Choices:
        """The votes of people, of which some triplet must have enough."""
        choices = cls(np.array(votes, dtype=np.int64).reshape(-1, 2), least)
        check_triplets(choices)
        return choices

    def counted(self, share: float) -> Flags:
        """Of each triplet, whether enough people voted, and so large a share of them for one side."""
        total, most = self.votes.sum(axis=1), self.votes.max(axis=1, initial=0)
        found: Flags = (total >= max(self.least, 1)) & (most >= share * total)
        return found

    @property
    def sides(self) -> NDArray[np.int64]:
        """Which side has more votes: -1 the first, 1 the second, 0 neither."""
        found: NDArray[np.int64] = np.sign(self.votes[:, 1] - self.votes[:, 0])
        return found


class Agreement(NamedTuple):
    """In how many of the triplets a metric is right, and in how many it scores both sides equally."""

    right: int
    triplets: int
    ties: int

    @property
    def percent(self) -> float:
        return percent(self.right, self.triplets)

    @property
    def error(self) -> float:
        share = self.right / self.triplets if self.triplets else math.nan
        return 100 * math.sqrt(share * (1 - share) / self.triplets) if self.triplets else math.nan


class Duel(NamedTuple):
    """Two metrics over all triplets: how often one alone is right, and McNemar's p-value."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Humans:
    """Which side each metric prefers in each triplet, -1, 1 or 0, and what people chose; and weights, if fitted."""

    preferences: Mapping[str, NDArray[np.int64]]
    choices: Choices
    fitted: Fitted | None = None

    def agreement(self, label: str, share: float) -> Agreement:
        """How often a metric agrees with people where so large a share of them does."""
        counted, preferred = self.choices.counted(share), self.preferences[label]
        return Agreement(
            int((self.right(label) & counted).sum()), int(counted.sum()), int((counted & (preferred == 0)).sum())
        )

    def right(self, label: str) -> Flags:
        """Of each triplet, whether a metric prefers what people do."""
        found: Flags = (self.preferences[label] == self.choices.sides) & (self.choices.sides != 0)
        return found

    def duels(self) -> list[Duel]:
        """Every metric against every other, by McNemar's test, corrected by Holm's method."""
        counted = self.choices.counted(0)
        found = []
        for first, second in combinations(self.preferences, 2):
            sides = (self.right(label)[counted].tolist() for label in (first, second))
            table = cross_tabulate(zip(*sides, strict=True))
            p = mcnemar_test(table)
            found.append(Duel(first, second, table.only_first_right, table.only_second_right, p, p))
        return [
            duel._replace(corrected=p)
            for duel, p in zip(found, correct_by_holm([duel.p for duel in found]), strict=True)
        ]


def metric_losses(scores: Sequence[Score]) -> Values:
    """A metric's loss of each hypothesis, `[triplet, side]`; NaN where it is not defined."""
    sign = 1 if scores[0].metric.better == "lower" else -1
    return sign * np.column_stack([score.metric.scores(score.rows) for score in scores])


def preferred_side(losses: Values, noise: NoiseWidth = SUMS) -> NDArray[np.int64]:
    """Which side is better: -1 the first, 1 the second, 0 for a tie within the metric's noise."""
    gain = settle_noise(losses[:, 0] - losses[:, 1], noise.width(*losses.T))
    return np.nan_to_num(np.sign(gain)).astype(np.int64)


def check_triplets(choices: Choices) -> None:
    if not choices.counted(0).any():
        most = int(choices.votes.sum(axis=1).max(initial=0))
        raise ScoreError(f"no triplet has {choices.least} votes; the most that any has is {most}")


# What the fitted sum of metrics is called beside them.
FITTED = "fitted"
STEPS = 5000
# Smaller steps than that change no digit that is shown.
ENOUGH = 1e-9


class Fitted(NamedTuple):
    """The weights of all triplets, those of either half, and which side the weights of the other half prefer."""

    weights: Values
    halves: tuple[Values, Values]
    preferences: NDArray[np.int64]


def fit_weights(losses: Sequence[Values], choices: Choices, seed: int, noises: Sequence[NoiseWidth] = ()) -> Fitted:
    """Fits on all triplets that count, and on either half of them to judge the other; others are judged by all.

    Differences within a metric's noise count as 0; the default noise is that of a sum.
    """
    widths = (noise.width(*each.T) for each, noise in zip(losses, noises or [SUMS] * len(losses), strict=True))
    gains = np.column_stack(
        [settle_noise(each[:, 0] - each[:, 1], width) for each, width in zip(losses, widths, strict=True)]
    )
    if np.isnan(gains).any():
        raise ScoreError("a metric is not defined for some hypotheses, so that nothing can be fitted with it")
    counted = np.flatnonzero(choices.counted(0) & (choices.votes.sum(axis=1) > 0))
    if len(counted) < 2 * max(len(losses), 2):
        raise ScoreError(f"{len(counted)} triplets are too few to fit {len(losses)} weights and to judge them")
    order = np.random.default_rng(seed).permutation(counted)
    halves = np.array_split(order, 2)
    whole = maximize_likelihood(gains[counted], choices.votes[counted])
    one, other = (maximize_likelihood(gains[half], choices.votes[half]) for half in halves)
    judged = gains @ whole
    for half, of_the_other in zip(halves, (other, one), strict=True):
        judged[half] = gains[half] @ of_the_other
    return Fitted(whole, (one, other), preferred_side(np.column_stack([judged, np.zeros(len(judged))])))


def maximize_likelihood(gains: Values, votes: NDArray[np.int64]) -> Values:
    """The weights under which the votes are likeliest, by the projected gradient with Nesterov's momentum.

    `gains` are points by which the second side is better. The weights are for metrics in their own units, and sum to 1.
    """
    scale = np.sqrt((gains**2).mean(axis=0))
    scaled = np.divide(gains, scale, out=np.zeros_like(gains), where=scale > 0)
    share = votes[:, 1] / votes.sum(axis=1)
    size = 4 * len(scaled) / max(np.linalg.eigvalsh(scaled.T @ scaled)[-1], ENOUGH)
    found = ahead = np.full(gains.shape[1], 0.1)
    for step in range(STEPS):
        gradient = scaled.T @ (1 / (1 + np.exp(-(scaled @ ahead).clip(-30, 30))) - share) / len(scaled)
        after = np.maximum(0, ahead - size * gradient)
        ahead = np.maximum(0, after + step / (step + 3) * (after - found))
        moved, found = np.abs(after - found).max(), after
        if moved < ENOUGH:
            break
    own: Values = np.divide(found, scale, out=np.zeros_like(found), where=scale > 0)
    if not own.any():
        raise ScoreError("people choose against all of the metrics, so that no weights fit")
    total: Values = own / own.sum()
    return total


def write_formula(metrics: Sequence[Quantity], weights: Values) -> str:
    """The sum as `--metrics` takes it; metrics of which more is better are subtracted."""
    parts = []
    for metric, weight in zip(metrics, weights.tolist(), strict=True):
        text = f"{weight:.6f}".rstrip("0").rstrip(".")
        if text != "0":
            parts.append(f"{'' if metric.better == 'lower' else '-'}{text}*{metric.label}")
    return "fitted=" + "+".join(parts)


def pair_sides(triplets: Triplets) -> list[Pairs]:
    """The references with the first hypotheses, and with the second."""
    reference, *hypotheses = triplets.texts
    ids = [str(line) for line in triplets.lines]
    return [
        Pairs(ids, reference, texts, (triplets.path, f"{triplets.path} ({name})"))
        for name, texts in zip("AB", hypotheses, strict=True)
    ]


def judge_metrics(first: Run, second: Run, choices: Choices, seed: int | None) -> Humans:
    """What the metrics of both sides' runs prefer; with a seed also the sum of them that fits the votes best."""
    metrics = [score.metric for score in first.scores.values()]
    losses = [metric_losses([first[metric.label], second[metric.label]]) for metric in metrics]
    noises = [metric.noise for metric in metrics]
    sides = map(preferred_side, losses, noises)
    preferences = dict(zip((metric.label for metric in metrics), sides, strict=True))
    weights = None if seed is None else fit_weights(losses, choices, seed, noises)
    return Humans(preferences if weights is None else preferences | {FITTED: weights.preferences}, choices, weights)
