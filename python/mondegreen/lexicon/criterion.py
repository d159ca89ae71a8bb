"""By what an iteration is chosen: never by the dictionary that evaluates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.seeds import RowPairs

# The source words that are looked at.
COMPARED_WORDS = 10_000


class Criterion(Protocol):
    """What is greater for a better mapping."""

    name: str

    def __call__(self, left: NDArray[np.float32], right: NDArray[np.float32], forward: NDArray[np.intp]) -> float:
        """The value, from both sides mapped, of length 1, and the translation of each left row."""


class MeanSimilarity:
    """The mean cosine between the most frequent source words and their translations by CSLS."""

    name = "similarity"

    def __call__(self, left: NDArray[np.float32], right: NDArray[np.float32], forward: NDArray[np.intp]) -> float:
        """The mean."""
        indices = forward[:COMPARED_WORDS]
        return float(np.einsum("ij,ij->i", left[: len(indices)], right[indices]).mean(dtype=np.float64))


class HeldOut:
    """The share of source words kept back from the dictionary whose translation by CSLS is in it."""

    name = "split"

    def __init__(self, pairs: RowPairs) -> None:
        self.gold: dict[int, set[int]] = {}
        for left, right in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True):
            self.gold.setdefault(left, set()).add(right)

    def __call__(
        self,
        left: NDArray[np.float32],  # noqa: ARG002 - only the translations count
        right: NDArray[np.float32],  # noqa: ARG002
        forward: NDArray[np.intp],
    ) -> float:
        """The share."""
        return sum(int(forward[headword]) in right for headword, right in self.gold.items()) / len(self.gold)


class LastIteration:
    """Takes the last iteration, whatever it is like."""

    name = "last"

    def __init__(self) -> None:
        self.seen = 0

    def __call__(
        self,
        left: NDArray[np.float32],  # noqa: ARG002 - only the order counts
        right: NDArray[np.float32],  # noqa: ARG002
        forward: NDArray[np.intp],  # noqa: ARG002
    ) -> float:
        """A greater number each time."""
        self.seen += 1
        return float(self.seen)
