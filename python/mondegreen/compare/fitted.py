"""Weights of metrics whose sum agrees best with people: none below 0, and judged on triplets they were not fitted on.

The weights are those of a logistic model of how many people choose a side, given how much better it is by each metric.
With weights that may not be negative, a metric that adds nothing gets none, and the sum stays one of which less is
better. The weights that judge a triplet are fitted on the half of the triplets that it does not belong to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.compare.humans import preferred_side
from mondegreen.errors import ScoreError
from mondegreen.measure.noise import SUMS, settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.compare.humans import Choices
    from mondegreen.measure.metric import Metric
    from mondegreen.measure.noise import NoiseWidth

    Values = NDArray[np.float64]

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

    What is within the noise of a metric is no gain by it; of a metric whose noise is not told, within that of a sum.
    """
    widths = (noise.width(*each.T) for each, noise in zip(losses, noises or [SUMS] * len(losses), strict=True))
    gains = np.column_stack(
        [settled(each[:, 0] - each[:, 1], width) for each, width in zip(losses, widths, strict=True)]
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


def write_formula(metrics: Sequence[Metric], weights: Values) -> str:
    """The sum as `--metrics` takes it: of what is better the more there is, it takes away."""
    parts = []
    for metric, weight in zip(metrics, weights.tolist(), strict=True):
        text = f"{weight:.6f}".rstrip("0").rstrip(".")
        if text != "0":
            parts.append(f"{'' if metric.better == 'lower' else '-'}{text}*{metric.label}")
    return "fitted=" + "+".join(parts)
