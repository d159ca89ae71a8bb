"""Error rates over lemmas or tags of words instead of the words themselves."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.alignment import Alignment
from mondegreen.batch import Batch, End, Tokens
from mondegreen.metrics.base import Option
from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.tied import TIES, Tied
from mondegreen.resources.analysis import level_of

UNITS = Option(
    "units", ("tokens", "text"), "what is analyzed: the run's tokens, or the text as the analyzer tokenizes it"
)
MODEL = Option("model", ("default",), "an analyzer for this metric alone: a spaCy pipeline by name or path", str)


class AnnotatedErrorRate(Tied):
    """What the metrics over lemmas and tags share."""

    version = 1
    better = "lower"
    columns: ClassVar[tuple[str, ...]] = ("errors", "words", "substitutions", "deletions", "insertions")
    options: ClassVar[tuple[Option, ...]] = (UNITS, MODEL, TIES)
    level: ClassVar[str]
    # Whether the lemmas or tags themselves are counted, and not only which of them agree.
    inside: bool = False

    @property
    def unit(self) -> str:
        """The words of the run, unless the analyzer finds its own."""
        return "words" if self.chosen["units"] == "tokens" else "text"

    @property
    def model(self) -> str | None:
        return self.changes.get("model")

    def uses(self) -> dict[str, str | None]:
        return {"analyzer": self.model}

    def tokens(self, batch: Batch) -> Tokens:
        """The lemmas or tags of both sides; where both have the same words, these do, and nobody need be asked."""
        words = self.chosen["units"] == "tokens" and not self.inside
        annotator = batch.settings.resources.get("analyzer", self.model).identity
        references, hypotheses = (
            level_of(side, self.level, annotator)
            for side in batch.analysis(self.chosen["units"], self.model, differing=words)
        )
        if words:
            for place, pair in enumerate(zip(*batch.tokens(), strict=True)):
                if pair[0] == pair[1]:
                    references[place] = hypotheses[place] = pair[0]
        return references, hypotheses

    def aligned(self, batch: Batch, end: End | None = None) -> Alignment:
        return batch.aligned(self.label, lambda: self.tokens(batch), end)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred lemmas or tags."""
        return total.errors, total.words
