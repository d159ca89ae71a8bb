"""Word vectors: from a file, from fastText, or a spaCy pipeline's own, loaded without the pipeline."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.digest import digest_blocks, digest_bytes, digest_text, file_identity
from mondegreen.errors import ScoreError
from mondegreen.io.source import check_unchanged
from mondegreen.resources import matrix as filed
from mondegreen.resources.matrix import SHORT
from mondegreen.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from mondegreen.cache import Cache
    from mondegreen.resources.matrix import FiledRows

# Rows of an array whose bytes are copied at a time.
ROWS = 4096


class WordVectors(ABC):
    """Vectors of words; `identity` names them with their digest."""

    identity: str
    whole: bool = False
    """Whether `weights` holds all words there are, whichever it is asked for."""

    @abstractmethod
    def has(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Of each word, whether it has a vector."""

    @abstractmethod
    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of words that have one."""

    def cosine(self, left: str, right: str) -> float | None:
        """The cosine of the angle between two words; none where one of them has no vector."""
        if not self.has([left, right]).all():
            return None
        one, other = self.rows([left, right]).astype(np.float64)
        lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
        return float(one @ other) / lengths if lengths else 0.0

    def weights(
        self, words: Sequence[str], *, above: float | None = None, close: float = 0.1, missing: float = 1.0
    ) -> Weights:
        """What it weighs to take one of these words for another; see `Weights.from_vectors`."""
        known = self.has(words)
        kept = [word for word, yes in zip(words, known.tolist(), strict=True) if yes]
        return Weights.from_vectors(kept, self.rows(kept), above=above, close=close, missing=missing)

    @staticmethod
    def of(vectors: Mapping[str, ArrayLike]) -> Listed:
        """Vectors of your own, by word."""
        matrix = np.array([np.asarray(vector, dtype=np.float32) for vector in vectors.values()], dtype=np.float32)
        words, matrix = list(vectors), matrix.reshape(len(vectors), -1)
        return Listed(words, matrix, f"own-{digest_vectors(words, matrix)}")


class Listed(WordVectors):
    """Words, and a row of a matrix for each; where a word is a duplicate, its first row counts."""

    def __init__(self, words: Sequence[str], matrix: NDArray[np.float32] | FiledRows, identity: str) -> None:
        if matrix.ndim != 2 or len(matrix) != len(words):
            raise ScoreError(f"{len(words)} words cannot have the vectors of a matrix of shape {matrix.shape}")
        self.made: dict[tuple[float | None, float, float], Weights] = {}
        self.places = {word: len(words) - 1 - place for place, word in enumerate(reversed(words))}
        self.matrix = matrix
        self.identity = identity
        self.whole = matrix.size <= SHORT  # whose weights are made once

    def has(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Whether a word is in the list."""
        return np.fromiter((word in self.places for word in words), dtype=np.bool_, count=len(words))

    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        """The rows of words in the list."""
        return self.matrix[[self.places[word] for word in words]]

    def weights(
        self, words: Sequence[str], *, above: float | None = None, close: float = 0.1, missing: float = 1.0
    ) -> Weights:
        """Weights of all words of a short list, made once; of a long one, of the words asked for."""
        if not self.whole:
            return super().weights(words, above=above, close=close, missing=missing)
        key = (above, close, missing)
        if key not in self.made:
            self.made[key] = super().weights(list(self.places), above=above, close=close, missing=missing)
        return self.made[key]


def digest_vectors(words: Sequence[str], matrix: NDArray[np.float32]) -> str:
    return digest_text(repr(list(words)), digest_matrix(matrix))


def digest_matrix(matrix: NDArray[np.float32]) -> str:
    starts = range(0, len(matrix), ROWS)
    values = digest_blocks(np.ascontiguousarray(matrix[at : at + ROWS], dtype="<f4").tobytes() for at in starts)
    return digest_bytes(repr(matrix.shape).encode(), values.encode())


def load(name: str | None, language: str | None, cache: Cache | None = None) -> WordVectors:
    """The vectors of that name, a file's or a spaCy pipeline's; else those of the language's pipeline."""
    from mondegreen.resources import fasttext_vectors, spacy_vectors

    if name is None:
        name = spacy_vectors.find_default(language)
    path = Path(name)
    if not path.is_file():
        return spacy_vectors.load(name, cache)
    with check_unchanged(name):  # so that the digest is that of what was read
        if path.suffix == ".npy":
            words = filed.find_words_file(path)
            return Listed(*filed.read_matrix(path), file_identity(path, words, cache=cache))
        if path.suffix == ".bin":
            return fasttext_vectors.load(name, cache)
        from mondegreen.resources import text_vectors

        return text_vectors.load(path, cache)


def load_other(name: str | None, language: str | None, cache: Cache | None = None) -> WordVectors | None:
    """Those of hypotheses in another language; none where none are named, for then it is the same."""
    return None if name is None else load(name, language, cache)
