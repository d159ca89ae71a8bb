"""Vectors of all words that a file or a pipeline has, from which candidates are taken."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.lexicon import space
from mondegreen.lexicon.space import ALL, Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def load(name: str | None, language: str = "en", limit: int = ALL) -> Space:
    """The first words of a file, or of a spaCy pipeline (the language's, where none is named), in small letters."""
    from mondegreen.resources import fasttext_vectors, spacy_vectors

    if limit < 1:
        raise ScoreError(f"{limit} words make no space; give 1 or more")
    chosen = name or spacy_vectors.default(language)
    path = Path(chosen)
    if path.suffix == ".bin" and path.is_file():
        found = fasttext_vectors.load(chosen)
        words = found.model.get_words()[:limit]
        return listed(words, found.rows(words), found.identity, chosen)
    if path.is_file():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # words that come twice, and zeros, are no candidates in any case
            return space.load(chosen, limit)
    pipeline = spacy_vectors.load(chosen)
    vectors = pipeline.vectors
    rows: dict[int, str] = {}
    for key, row in vectors.key2row.items():
        rows.setdefault(int(row), vectors.strings[key])  # the others of a row are aliases of its word
        if len(rows) == limit:
            break
    return listed(list(rows.values()), vectors.data[list(rows)], pipeline.identity, chosen)


def listed(words: Sequence[str], matrix: NDArray[np.float32], identity: str, name: str) -> Space:
    """Words and their vectors."""
    return space.lowered(Space(words, np.asarray(matrix, dtype=np.float32), f"{identity}:{len(words)}", name))
