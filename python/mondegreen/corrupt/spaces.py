"""Vectors of all words that a file or a pipeline has, from which candidates are taken."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.lexicon import space
from mondegreen.lexicon.space import ALL, Space
from mondegreen.lexicon.spelling import folded


def load(name: str | None, language: str = "en", limit: int = ALL) -> Space:
    """The first words of a file, or of a spaCy pipeline (the language's, where none is named), in small letters."""
    from mondegreen.resources import spacy_vectors

    if limit < 1:
        raise ScoreError(f"{limit} words make no space; give 1 or more")
    chosen = name or spacy_vectors.find_default(language)
    if Path(chosen).is_file():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # words that come twice, and zeros, are no candidates in any case
            return space.load(chosen, limit)
    pipeline = spacy_vectors.load(chosen)
    rows: dict[int, str] = {}
    for key, row in pipeline.vectors.key2row.items():
        if len(rows) == limit:
            break
        rows.setdefault(int(row), pipeline.vectors.strings[key])  # the others of a row are aliases of its word
    matrix = np.asarray(pipeline.vectors.data[list(rows)], dtype=np.float32)
    whole = Space(list(rows.values()), matrix, f"{pipeline.identity}:{len(rows)}", chosen)
    return space.compared([folded(word, keep_case=False) for word in whole.words], whole, keep_case=False)
