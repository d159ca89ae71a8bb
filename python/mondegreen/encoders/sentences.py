"""Any model of sentence-transformers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from mondegreen.component import Option
from mondegreen.encoders.base import FLOAT32, Encoder, Values


class SentenceModel(Encoder):
    """A sentence-transformers model, compared by cosine similarity.

    Formula: the model's own.
    Caveats: our own encoder computes models of the BERT family, sentence-transformers all others. A model sees no more
        of a sentence than its window. A recurrent model that sentence-transformers can read from its directory (word
        vectors, an LSTM, the greatest value over time) is one too.
    Source: Reimers and Gurevych, "Sentence-BERT", EMNLP 2019.
    """

    name = "sentences"
    version = 2
    noise = FLOAT32
    options: ClassVar[tuple[Option, ...]] = (
        Option("model", ("default",), "a sentence-transformers model by name or directory", str),
        Option("long", ("cut", "window"), "sentences longer than the model's window: truncate, or encode by windows"),
    )

    @property
    def model(self) -> str | None:
        return None if self.chosen["model"] == "default" else self.chosen["model"]

    def uses(self) -> Mapping[str, str | None]:
        return {"sentences": self.model}

    def encode(self, sentences: Sequence[str]) -> Values:
        """The model's vectors; zero of a sentence without a word."""
        found = self.resources.get("sentences", self.model)
        vectors: Values = found.encode(sentences, self.chosen["long"], self.resources.cache).astype(np.float64)
        vectors[[not sentence.strip() for sentence in sentences]] = 0
        return vectors
