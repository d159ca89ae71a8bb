"""Greedy matching of tokens by their vectors: what BERTScore makes of two sentences."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.digest import digest_text
from mondegreen.resources.grid import DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from mondegreen.resources.contextual import Tokens

    Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Weights:
    """How much each token counts: equally, or the more the fewer references hold it. The ends do not count."""

    special: frozenset[int]
    documents: int = 0
    holding: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def inverse(cls, special: frozenset[int], documents: Iterable[tuple[list[int], int]]) -> Weights:
        """Weights from each reference's tokens and how often it occurs: log((N + 1) / (n + 1)), as in bert-score."""
        holding: Counter[int] = Counter()
        total = 0
        for ids, times in documents:
            total += times
            for each in set(ids):
                holding[each] += times
        return cls(special, total, holding)

    @property
    def digest(self) -> str:
        """What tells them from the weights of other references."""
        if not self.documents:
            return "equal"
        counts = [self.documents, *sorted(self.holding.items())]
        return digest_text(repr(counts))

    def of(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        """The weight of each token, of sum 1; equal ones where no token of the sentence is rarer than others."""
        inside = np.array([each not in self.special for each in ids.tolist()], dtype=float)
        if self.documents:
            found = [math.log((self.documents + 1) / (self.holding.get(each, 0) + 1)) for each in ids.tolist()]
            if any(found):
                inside = np.array(found)
        total = inside.sum()
        return inside / total if total else inside


def match_tokens(
    reference: Tokens, hypothesis: Tokens, weights: Weights, counts: tuple[Mask, Mask] | None = None
) -> tuple[float, float, float]:
    """Precision, recall and their harmonic mean: each token's cosine with the nearest on the other side, weighted.

    They are 1 for the same token IDs, never above, and rounded to the grid of what models say. With `counts`, which say
    of each side's tokens which count, the others are there only to be near to. Where no token of one side counts, it
    has the value of the other.
    """
    if np.array_equal(reference.ids, hypothesis.ids) and (
        counts is None or (np.array_equal(*counts) and counts[0].any())
    ):
        return (1.0, 1.0, 1.0)
    empty = [set(side.ids.tolist()) <= weights.special for side in (reference, hypothesis)]
    if any(empty):
        return (1.0, 1.0, 1.0) if all(empty) else (0.0, 0.0, 0.0)
    # bert-score pads its batches with tokens at right angles to all, so that a token is never nearer to nothing than 0.
    cosines = np.clip(hypothesis.vectors @ reference.vectors.T, 0, 1)
    ours, theirs = weights.of(reference.ids), weights.of(hypothesis.ids)
    if counts is not None:
        ours, theirs = share_weights(ours, counts[0]), share_weights(theirs, counts[1])
    precision = float(cosines.max(axis=1) @ theirs)
    recall = float(cosines.max(axis=0) @ ours)
    if not (ours.any() and theirs.any()):
        precision = recall = max(precision, recall)
    total = precision + recall
    found = precision, recall, 2 * precision * recall / total if total else 0.0
    return round(found[0], DIGITS), round(found[1], DIGITS), round(found[2], DIGITS)


def share_weights(weights: NDArray[np.float64], counts: Mask) -> NDArray[np.float64]:
    """The weights of the tokens that count, of sum 1, or all 0 where none does; equal ones where they weigh nothing."""
    found = weights * counts
    if not found.any():
        found = counts.astype(np.float64)
    total = found.sum()
    return np.asarray(found / total if total else found)
