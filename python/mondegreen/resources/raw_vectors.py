"""Word vectors as long as they were made: what averages of them need, for a short vector counts less."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mondegreen._core import load_vectors
from mondegreen.digest import file_identity
from mondegreen.errors import ScoreError
from mondegreen.io.source import check_unchanged
from mondegreen.progress import counted_progress
from mondegreen.resources import vectors
from mondegreen.resources.compressed import decompress_file
from mondegreen.resources.vectors import Listed, WordVectors

if TYPE_CHECKING:
    from mondegreen.cache import Cache

# More words than any list has.
ALL = 1 << 31
NO_TEXT = (".npy", ".bin")


def load(name: str | None, language: str | None, cache: Cache | None = None) -> WordVectors:
    """The vectors that `vectors.load` gives, those of a text with their own lengths."""
    path = None if name is None else Path(name)
    if path is None or not path.is_file() or path.suffix in NO_TEXT:
        return vectors.load(name, language, cache)
    try:
        with (
            check_unchanged(str(path)),
            decompress_file(path) as place,
            counted_progress(path.name, place.stat().st_size) as told,
        ):
            identity = file_identity(path, cache=cache)
            words, values, dimension = load_vectors(place, ALL, told)
    except ValueError as error:
        what, *line = error.args
        raise ScoreError(str(what), path=name, line=line[0] if line else None) from error
    return Listed(words, np.frombuffer(values, dtype="<f4").reshape(len(words), dimension), identity)
