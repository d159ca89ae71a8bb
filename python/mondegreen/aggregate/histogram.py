"""How scores of utterances are distributed: how many of them lie in each of several steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = 20
# A few utterances of many insertions would leave all others in one step.
MOST = 99


@dataclass(frozen=True, slots=True)
class Histogram:
    """The edges of the steps, and for each system how many scores lie in each; in the last one all beyond it too.

    `undefined` says of each system how many utterances have no score.
    """

    edges: Sequence[float]
    counts: Sequence[Sequence[int]]
    undefined: Sequence[int]


def make_histogram(systems: Sequence[Sequence[float | None]]) -> Histogram | None:
    """The distribution of the scores of each system over the same steps; none where no score is defined."""
    defined = [np.array([score for score in scores if score is not None], dtype=np.float64) for scores in systems]
    every = np.concatenate(defined) if defined else np.empty(0)
    if not len(every):
        return None
    low, high = min(0.0, float(every.min())), float(np.percentile(every, MOST))
    edges = np.linspace(low, high if high > low else low + 1, STEPS + 1)
    counts = [np.histogram(np.minimum(each, edges[-1]), edges)[0].tolist() for each in defined]
    lacking = [len(scores) - len(each) for scores, each in zip(systems, defined, strict=True)]
    return Histogram(edges.tolist(), counts, lacking)
