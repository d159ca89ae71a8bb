"""What gives sentences their vectors: a model of sentence-transformers, or a table of vectors that are known."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

ENDLESS = 1_000_000


class Encoder(Protocol):
    """What is asked of a model."""

    @property
    def window(self) -> int:
        """How many tokens of a sentence it takes."""

    def length(self, text: str) -> int:
        """How many tokens a sentence has."""

    def ids(self, text: str) -> Sequence[int]:
        """The token IDs that it sees of a sentence; sentences of the same IDs have the same vector."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each sentence."""


class Table:
    """An encoder that knows what it was told."""

    window = ENDLESS

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.vectors = vectors

    def length(self, text: str) -> int:
        """Words."""
        return len(text.split())

    def ids(self, text: str) -> Sequence[int]:
        """The text itself, letter by letter."""
        return list(map(ord, text))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """The vectors that were given."""
        for text in texts:
            if text not in self.vectors:
                raise ScoreError(f'there is no vector for "{text}"')
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)


class Transformer:
    """A model of sentence-transformers, loaded when the first sentence is not known yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def model(self) -> Any:  # noqa: ANN401 - the library is not imported for its type
        """The model itself."""
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # we show our own, and on a terminal only
        try:
            return SentenceTransformer(str(self.folder), local_files_only=True)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ScoreError(
                f"sentence-transformers cannot load it: {str(error).splitlines()[0]}", path=str(self.folder)
            ) from error

    @cached_property
    def window(self) -> int:
        """Without the two tokens at the ends that the model adds."""
        limit = self.model.max_seq_length
        return int(limit) - 2 if limit else ENDLESS

    def length(self, text: str) -> int:
        """Tokens as the model's own tokeniser cuts them."""
        tokens = self.model.tokenizer(text, add_special_tokens=False, truncation=False, verbose=False)
        return len(tokens["input_ids"])

    def ids(self, text: str) -> Sequence[int]:
        """As the model's own tokeniser cuts the beginning that fits; of one that says no IDs, the text itself."""
        if not callable(self.model.tokenizer):
            return list(map(ord, text))
        limit = self.model.max_seq_length
        tokens = self.model.tokenizer(text, truncation=limit is not None, max_length=limit, verbose=False)
        return list(tokens["input_ids"])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row for each sentence."""
        vectors: Vectors = self.model.encode(list(texts), convert_to_numpy=True, show_progress_bar=False)
        # Models of word vectors know no word of some sentences, and the greatest of nothing is no number.
        vectors[np.isneginf(vectors).all(axis=1)] = 0
        return vectors
