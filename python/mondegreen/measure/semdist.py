"""Semantic distance of sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.measure.metric import Metric, Option, percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.batch import Batch
    from mondegreen.measure.rows import Row, Rows


class SemanticDistance(Metric):
    """Semantic distance.

    Measures: how far the sense of the hypothesis is from that of the reference, as a sentence encoder sees it.
    Formula: 100 times the mean over the utterances of 1 - cos(u, v); u and v are the vectors of the two sentences.

    Example:
        >>> import mondegreen as mg
        >>> from mondegreen.resources.sentences import Sentences
        >>> toy = Sentences.of({"the cat sat": [1, 0], "the cat sad": [3, 4]})
        >>> run = mg.score(
        ...     ["the cat sat"], ["the cat sad"], metrics=["semdist"], resources=mg.Resources(None, {"sentences": toy})
        ... )
        >>> round(run["semdist"].value, 4)
        40.0

    Caveats: a mean over utterances: a short one counts as much as a long one. 0 for equal texts, and up to 200. Where a
        side is empty, its vector is what the model makes of the empty text. Encoders differ in what they hold near, so
        that numbers of different models do not compare. A model sees no more of a sentence than its window; what was
        cut is told. NaN without any utterance.
    Source: Kim et al., "Semantic Distance: A New Metric for ASR Performance Analysis Towards Spoken Language
        Understanding", Interspeech 2021.
    """

    name = "semdist"
    version = 1
    better = "lower"
    columns = ("distance", "utterances")
    unit = "sentences"
    options = (
        Option("model", ("default",), "a name or folder of sentence-transformers", str),
        Option("long", ("cut", "window"), "of a sentence longer than the model's window: its beginning, or all"),
    )

    @property
    def model(self) -> str | None:
        """The model's name, if it has one of its own."""
        return None if self.chosen["model"] == "default" else self.chosen["model"]

    def uses(self) -> Mapping[str, str | None]:
        """A sentence encoder."""
        return {"sentences": self.model}

    def measure(self, batch: Batch) -> Rows:
        """The distance of each pair, and 1 for the pair; equal texts need no model."""
        pairs = list(zip(batch.references, batch.hypotheses, strict=True))
        differ = [index for index, (one, other) in enumerate(pairs) if one != other]
        distances = np.zeros(len(pairs))
        if differ:
            texts = [pairs[index][side] for side in (0, 1) for index in differ]
            resources = batch.settings.resources
            vectors = resources.get("sentences", self.model).encode(texts, self.chosen["long"], resources.cache)
            cosines = (vectors[: len(differ)].astype(float) * vectors[len(differ) :]).sum(axis=1)
            distances[differ] = np.clip(1 - cosines, 0, 2)
        return self.rows(distances, np.ones(len(pairs)))

    def score(self, total: Row) -> float:
        """The mean distance, times 100."""
        return percent(total.distance, total.utterances)
