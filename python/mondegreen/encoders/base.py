"""The base class of encoders."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mondegreen.component import Component
from mondegreen.metrics.support.noise import NoiseWidth
from mondegreen.resources import Resources

Values = NDArray[np.float64]


# Of similarities, of which the greatest is 1 and not 100.
FLOAT64, FLOAT32 = NoiseWidth(points=1e-9), NoiseWidth(points=1e-6)


class Encoder(Component, ABC):
    """Sentences to vectors, or to whatever `similarity` compares. A changed definition is a new `version`.

    Similarities no further apart than the `noise` are the same.
    """

    noise: NoiseWidth = FLOAT64

    def __init__(self, resources: Resources, **chosen: str) -> None:
        super().__init__(**chosen)
        self.resources = resources

    def uses(self) -> Mapping[str, str | None]:
        """The resources it uses: by kind, the name of one, or None for that of the run."""
        return {}

    @property
    def identity(self) -> str:
        """All that changes its numbers."""
        used = (f"{kind}:{self.resources.get(kind, name).identity}" for kind, name in self.uses().items())
        return "|".join([self.signature, *used])

    def fit(self, batches: Iterable[Sequence[str]]) -> None:
        """Looks at all sentences of the run, a batch at a time, before any is encoded."""

    @abstractmethod
    def encode(self, sentences: Sequence[str]) -> Values:
        """A vector for each sentence, zero where it knows none of its words."""

    def similarity(self, left: Values, right: Values) -> Values:
        """The cosine of each pair; 0 where one is zero."""
        lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
        products = (left * right).sum(axis=1)
        found: Values = np.divide(products, lengths, out=np.zeros(len(left)), where=lengths > 0)
        return found.clip(-1, 1)


def make_number_check(least: float, parse: Callable[[str], float] = float) -> Callable[[str], None]:
    """A check of an option: a finite number from `least` on."""

    def check_number(value: str) -> None:
        if not least <= parse(value) < np.inf:
            raise ValueError(value)

    return check_number


def make_count_check(least: int) -> Callable[[str], None]:
    return make_number_check(least, parse=int)
