"""What the metrics share whose substitutions weigh by word vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Metric, percent
from mondegreen.metrics.support import across
from mondegreen.metrics.support.across import Sides
from mondegreen.metrics.support.only import get_wanted, sum_steps, tally_counted
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.metrics.support.steps import weigh_steps
from mondegreen.weights import Weights


class Weighed(Metric):
    """A metric of weighed errors: what the words' own alignment weighs, by vectors."""

    better = "lower"
    columns: ClassVar[tuple[str, ...]] = ("weight", "words", "substitutions", "deletions", "insertions", "oov")
    unit = "words"
    goal = "after"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.only = get_wanted(self)
        if self.chosen.get("ties") == "best":
            self.goal = "least"
        elif self.chosen.get("ties") == "range":
            self.columns = (*self.columns, "least", "greatest")  # type: ignore[misc] # one alignment more for each

    @property
    def scale(self) -> Mapping[str, Any]:
        """How a cosine becomes a weight: the options of `WordVectors.weights`."""
        return {}

    def uses(self) -> Mapping[str, str | None]:
        return {**across.name_vectors(self), "analyzer": None} if self.only else across.name_vectors(self)

    def vectors(self, batch: Batch) -> Sides:
        return across.load_sides(self, batch.settings)

    def weights(self, batch: Batch) -> Weights:
        """What the errors of a batch weigh."""
        found = across.load_sides(self, batch.settings)
        if not found.across:
            return found.reference.weights(() if found.reference.whole else batch.words(), **self.scale)
        references, hypotheses = (across.list_distinct(side) for side in batch.tokens("words"))
        found.tell(references, hypotheses)
        return found.weights(references, hypotheses, **self.scale)

    def measure(self, batch: Batch) -> Rows:
        """What the errors weigh, counts of them and of reference words, and words of both sides without a vector."""
        if self.only:
            return self.measure_only(batch)
        weights = self.weights(batch)
        found = batch.weighed(weights, self.goal)
        _, *counts = found.tally()
        ends = [batch.weighed(weights, column).weights for column in self.columns if column in {"least", "greatest"}]
        return self.rows(found.weights, *counts, found.unknown, *ends)

    def measure_only(self, batch: Batch) -> Rows:
        """The same of the words that count."""
        vectors = self.vectors(batch)
        if vectors.across:
            raise ScoreError(f"{self.name}: parts of speech need one language; remove only, or hyp-vectors")
        these = weigh_steps(self, batch)
        lacks = np.append(False, ~vectors.reference.has(these.words[1:])).astype(np.float64)  # place 0 is no word
        unknown = (lacks[these.references] + lacks[these.hypotheses]) * these.counts
        _, *counts = tally_counted(these.found, these.counts)
        return self.rows(sum_steps(these.found, these.weights), *counts, sum_steps(these.found, unknown))

    def score(self, total: Row) -> float:
        """The weight of the errors per hundred reference words."""
        return percent(total.weight, total.words)

    def range(self, total: Row) -> tuple[float, float] | None:
        """The scores of the alignments of least and of greatest weight."""
        if self.chosen.get("ties") != "range":
            return None
        low, high = (self.score(type(total)(total, weight=total[end])) for end in ("least", "greatest"))
        return low, high
