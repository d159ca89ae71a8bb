"""Words and their vectors, as a mapping needs them: the most frequent ones, as long as they were made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mondegreen._core import load_vectors
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.spelling import folded
from mondegreen.progress import counted_progress
from mondegreen.resources.matrix import find_words_file
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# More words than any list has.
ALL = 1 << 31


@dataclass(frozen=True)
class Space:
    """Words, the most frequent first, and a row of a matrix for each; `identity` tells them from others."""

    words: Sequence[str]
    matrix: NDArray[np.float32]
    identity: str
    name: str = ""

    def __len__(self) -> int:
        return len(self.words)

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        return int(self.matrix.shape[1])

    @cached_property
    def places(self) -> dict[str, int]:
        """The row of each word; of one that comes twice, the first."""
        return {word: len(self.words) - 1 - place for place, word in enumerate(reversed(self.words))}

    def first(self, count: int) -> Space:
        """The most frequent words alone."""
        if count >= len(self):
            return self
        return Space(self.words[:count], self.matrix[:count], f"{self.identity}:{count}", self.name)

    def with_matrix(self, matrix: NDArray[np.float32]) -> Space:
        """The same words elsewhere."""
        return Space(self.words, matrix, self.identity, self.name)


def load(path: str, limit: int = ALL, *, keep_case: bool = False) -> Space:
    """The first `limit` words of a file, as they are compared with those of others.

    Words lose their capitals, and of those that are alike then the most frequent stays, unless `keep_case`.
    """
    space = read(path, limit)
    return compared([folded(word, keep_case=keep_case) for word in space.words], space, keep_case=keep_case)


def read(path: str, limit: int = ALL) -> Space:
    """The first `limit` words as they are: of a text, fastText's .bin, or NAME.npy with its words in NAME.txt."""
    from mondegreen.digest import file_identity

    if limit < 1:
        raise ScoreError(f"{limit} words make no space; give 1 or more")
    file = Path(path)
    if not file.is_file():
        raise ScoreError("there is no such file of vectors", path=path)
    beside = [find_words_file(file)] if file.suffix == ".npy" else []
    words, matrix = READERS.get(file.suffix, spelled)(file, limit)
    return sound(Space(words, matrix, f"{file_identity(file, *beside)}:{len(words)}", path))


def compared(words: Sequence[str], space: Space, *, keep_case: bool) -> Space:
    """The space with its words written so, each once: the most frequent of those that are alike then."""
    places: dict[str, int] = {}
    for place, word in enumerate(words):
        places.setdefault(word, place)
    identity = f"{space.identity}:cased" if keep_case else space.identity
    matrix = space.matrix if len(places) == len(space) else space.matrix[list(places.values())]
    return Space(list(places), matrix, identity, space.name)


def spelled(file: Path, limit: int) -> tuple[list[str], NDArray[np.float32]]:
    """Words and vectors of a text, as long as they are there."""
    from mondegreen.resources.compressed import decompress_file

    try:
        # A line of counts may come first.
        with (
            decompress_file(file, None if limit == ALL else limit + 1) as place,
            counted_progress(file.name, place.stat().st_size) as told,
        ):
            words, values, dimension = load_vectors(place, limit, told)
    except ValueError as error:
        what, *line = error.args
        raise ScoreError(str(what), path=str(file), line=line[0] if line else None) from error
    return words, np.frombuffer(values, dtype="<f4").reshape(len(words), dimension)


def filed(file: Path, limit: int) -> tuple[list[str], NDArray[np.float32]]:
    """Words and vectors of a matrix."""
    from mondegreen.resources import matrix

    words, rows = matrix.read_matrix(file)
    count = min(limit, len(words))
    return list(words[:count]), np.ascontiguousarray(rows[range(count)], dtype="<f4")


def modelled(file: Path, limit: int) -> tuple[list[str], NDArray[np.float32]]:
    """Words and vectors that a fastText model was trained on."""
    from mondegreen.resources.fasttext_vectors import load as load_model

    vectors = load_model(str(file))
    words: list[str] = vectors.model.get_words(on_unicode_error="replace")[:limit]
    return words, vectors.rows(words)


READERS = {".npy": filed, ".bin": modelled}


def sound(space: Space) -> Space:
    """The space, if all numbers are finite; what is odd with it is told."""
    import warnings

    if not len(space) or not space.dimension:
        raise ScoreError("there is no vector in this file", path=space.name)
    # A sum is finite only if all it was made from is, save where numbers are beyond any use.
    odd = np.flatnonzero(~np.isfinite(space.matrix.sum(axis=1, dtype=np.float64)))
    if len(odd):
        word = space.words[odd[0]]
        raise ScoreError(f'the vector of "{word}" holds a value that is not a finite number', path=space.name)
    if zeros := int((~space.matrix.any(axis=1)).sum()):
        what = f"{amount(zeros, 'vector')} of zero, near to nothing"
        warnings.warn(f"{space.name}: {what}", ScoreWarning, stacklevel=2)
    if repeated := len(space) - len(space.places):
        what = f"{repeated} of {len(space)} words had come before; the first vector of each counts"
        warnings.warn(f"{space.name}: {what}", ScoreWarning, stacklevel=2)
    return space


def fitting(source: Space, target: Space) -> None:
    """Refuses vectors of different dimension, which no rotation brings together."""
    if source.dimension != target.dimension:
        raise ScoreError(
            f"vectors have {source.dimension} numbers in {source.name} and {target.dimension} in {target.name}; "
            "a mapping needs as many on both sides"
        )
