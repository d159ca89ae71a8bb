"""What all sentences have in common, and sentences without it: the first components of all their vectors."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.encode.means import MeanEncoder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.encode.base import Values
    from mondegreen.resources import Resources
    from mondegreen.resources.frequencies import Frequencies

FREQUENCIES = "frequencies"


class WithoutComponents(MeanEncoder):
    """Weighted means, less a share of what lies along each of the first right singular vectors of all of them.

    The matrix of all means is not centred. Only its product with itself is kept, so that memory does not grow with
    the number of sentences.
    """

    def __init__(self, resources: Resources, **chosen: str) -> None:
        super().__init__(resources, **chosen)
        self.directions = np.zeros((0, 1))
        self.shares = np.zeros(0)

    def uses(self) -> Mapping[str, str | None]:
        """Vectors and frequencies."""
        return {**super().uses(), FREQUENCIES: None}

    @property
    def frequencies(self) -> Frequencies:
        """The frequencies."""
        found: Frequencies = self.resources.get(FREQUENCIES)
        return found

    @property
    @abstractmethod
    def count(self) -> int:
        """How many components are taken away."""

    @abstractmethod
    def taken(self, squares: Values) -> Values:
        """The share that is taken away along each component, from their squared singular values."""

    def fit(self, batches: Iterable[Sequence[str]]) -> None:
        """Finds the components of all sentences."""
        product = np.zeros((1, 1))  # as wide as the first found
        for sentences in batches:
            found = self.remembered(sentences)
            product = product + found.T @ found
        squares, directions = np.linalg.eigh(product)
        squares, directions = squares[::-1][: self.count].clip(0), directions.T[::-1][: self.count]
        there = squares > 0
        self.directions, self.shares = directions[there], self.taken(squares[there])

    def encode(self, sentences: Sequence[str]) -> Values:
        """The means without the components."""
        found = self.remembered(sentences)
        if not len(self.directions):
            return found
        common: Values = (found @ self.directions.T * self.shares) @ self.directions
        return found - common
