"""What the metrics share whose substitutions weigh by word vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mondegreen.measure.metric import Metric, Option, percent
from mondegreen.measure.only import summed, tallied, wanted
from mondegreen.measure.steps import steps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.batch import Batch
    from mondegreen.measure.rows import Row, Rows
    from mondegreen.resources.vectors import WordVectors
    from mondegreen.weights import Weights


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
        self.only = wanted(self)
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
        vectors = {"vectors": None if name == "default" else name}
        return {**vectors, "analyser": None} if self.only else vectors

    def vectors(self, batch: Batch) -> WordVectors:
        """The vectors, loaded when they are first asked for."""
        found: WordVectors = batch.settings.resources.get("vectors", self.uses()["vectors"])
        return found

    def weights(self, batch: Batch) -> Weights:
        """What the errors of a batch weigh."""
        vectors = self.vectors(batch)
        return vectors.weights(() if vectors.whole else batch.words(), **self.scale)

    def measure(self, batch: Batch) -> Rows:
        """What the errors weigh, counts of them and of reference words, and words of both sides without a vector."""
        if self.only:
            return self.measure_only(batch)
        weights = self.weights(batch)
        found = batch.weighed(weights, self.goal)
        counts = (found.reference_lengths, found.substitutions, found.deletions, found.insertions)
        ends = [batch.weighed(weights, column).weights for column in self.columns if column in {"least", "greatest"}]
        return self.rows(found.weights, *counts, found.unknown, *ends)

    def measure_only(self, batch: Batch) -> Rows:
        """The same of the words that count."""
        these = steps(self, batch)
        lacks = np.append(False, ~self.vectors(batch).has(these.words[1:])).astype(np.float64)  # place 0 is no word
        unknown = (lacks[these.references] + lacks[these.hypotheses]) * these.counts
        _, *counts = tallied(these.found, these.counts)
        return self.rows(summed(these.found, these.weights), *counts, summed(these.found, unknown))

    def score(self, total: Row) -> float:
        """The weight of the errors per hundred reference words."""
        return percent(total.weight, total.words)

    def range(self, total: Row) -> tuple[float, float] | None:
        """The scores of the alignments of least and of greatest weight."""
        if self.chosen.get("ties") != "range":
            return None
        low, high = (self.score(type(total)(total, weight=total[end])) for end in ("least", "greatest"))
        return low, high
