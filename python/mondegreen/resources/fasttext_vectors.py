"""Vectors of a fastText model, which has one for nearly any word: that of its parts, where it was never seen."""

from __future__ import annotations

from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mondegreen.digest import file_identity
from mondegreen.errors import ScoreError
from mondegreen.resources.vectors import WordVectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.cache import Cache

# The first four bytes of every model.
MAGIC = (793_712_314).to_bytes(4, "little")


class FastTextVectors(WordVectors):
    """A model's vectors; a word whose vector is zero, of which the model knows no part, has none."""

    def __init__(self, model: Any, identity: str) -> None:  # noqa: ANN401 - fastText has no types
        self.model = model
        self.identity = identity
        self.known: dict[str, NDArray[np.float32]] = {}

    def vector(self, word: str) -> NDArray[np.float32]:
        if word not in self.known:
            self.known[word] = np.asarray(self.model.get_word_vector(word), dtype=np.float32)
        return self.known[word]

    def has(self, words: Sequence[str]) -> NDArray[np.bool_]:
        return np.fromiter((bool(self.vector(word).any()) for word in words), dtype=np.bool_, count=len(words))

    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        rows = np.array([self.vector(word) for word in words], dtype=np.float32)
        return rows.reshape(len(words), self.model.get_dimension())


def load(name: str, cache: Cache | None = None) -> FastTextVectors:
    """The model in a file, by the `fasttext` package."""
    with Path(name).open("rb") as file:
        if file.read(4) != MAGIC:
            raise ScoreError("not a fastText model; save vectors of another program as text", path=name)
    try:
        import fasttext
    except ImportError as error:
        raise ScoreError(
            "fastText is not installed; install it by `pip install 'mondegreen[vectors]'`", path=name
        ) from error
    try:
        with redirect_stderr(StringIO()):  # where it tells of a change of long ago
            model = fasttext.load_model(name)
    except ValueError as error:
        what = str(error).partition("\n")[0]  # the rest is about downloads
        raise ScoreError(f"fastText cannot read this model: {what}", path=name) from error
    return FastTextVectors(model, file_identity(Path(name), cache=cache))
