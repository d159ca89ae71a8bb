"""What the metrics share whose substitutions weigh by word vectors."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mondegreen.measure.metric import Metric, Option, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Batch
    from mondegreen.measure.rows import Row, Rows
    from mondegreen.resources.vectors import WordVectors


def named(name: str) -> str:
    """A name, of which there must be something."""
    if not name.strip():
        raise ValueError(name)
    return name


VECTORS = Option("vectors", ("default",), "name a file of vectors or a spaCy pipeline", named)


class Weighed(Metric):
    """A metric of weighed errors: what the words' own alignment weighs, by vectors."""

    better = "lower"
    columns: ClassVar[tuple[str, ...]] = ("weight", "words", "substitutions", "deletions", "insertions", "oov")
    unit = "words"
    goal = "after"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        if self.chosen.get("ties") == "best":
            self.goal = "least"
        elif self.chosen.get("ties") == "range":
            self.columns = (*self.columns, "least", "greatest")  # type: ignore[misc] # one alignment more for each

    @property
    def scale(self) -> Mapping[str, Any]:
        """How a cosine becomes a weight: the options of `WordVectors.weights`."""
        return {}

    def uses(self) -> Mapping[str, str | None]:
        """The vectors of its own, or those of the run."""
        name = self.chosen["vectors"]
        return {"vectors": None if name == "default" else name}

    def measure(self, batch: Batch) -> Rows:
        """What the errors weigh, counts of them and of reference words, and words of both sides without a vector."""
        vectors: WordVectors = batch.settings.resources.get("vectors", self.uses()["vectors"])
        sides = batch.tokens(self.unit)
        words = list(set[str]().union(*sides[0], *sides[1]))
        weights = vectors.weights(words, **self.scale)
        found = batch.weighed(weights, self.goal)
        counts = (found.reference_lengths, found.substitutions, found.deletions, found.insertions)
        ends = [batch.weighed(weights, column).weights for column in self.columns if column in {"least", "greatest"}]
        return self.rows(found.weights, *counts, lacking(vectors, words, sides), *ends)

    def score(self, total: Row) -> float:
        """The weight of the errors per hundred reference words."""
        return percent(total.weight, total.words)

    def range(self, total: Row) -> tuple[float, float] | None:
        """The scores of the alignments of least and of greatest weight."""
        if self.chosen.get("ties") != "range":
            return None
        low, high = (self.score(type(total)(total, weight=total[end])) for end in ("least", "greatest"))
        return low, high


def lacking(
    vectors: WordVectors, words: Sequence[str], sides: tuple[list[Sequence[str]], list[Sequence[str]]]
) -> NDArray[np.intp]:
    """How many words of each pair have no vector."""
    without = {word for word, yes in zip(words, vectors.has(words).tolist(), strict=True) if not yes}
    if not without:
        return np.zeros(len(sides[0]), dtype=np.intp)
    pairs = zip(*sides, strict=True)
    counts = (sum(map(without.__contains__, chain(*pair))) for pair in pairs)
    return np.fromiter(counts, dtype=np.intp, count=len(sides[0]))
