"""Words and their vectors, the most frequent first: read, compared by spelling, checked, and written once mapped."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from unicodedata import is_normalized, normalize

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import load_vectors
from mondegreen.errors import ScoreError, ScoreWarning, pluralize
from mondegreen.output import binary_output, refuse_unwritable, text_output
from mondegreen.plan.lexicon import Space as Vectors
from mondegreen.progress import counted_progress, progress
from mondegreen.resources.matrix import find_words_file


def fold_case(text: str, *, keep_case: bool = False) -> str:
    """A word, or a line of words, as vectors and dictionaries are compared by it."""
    text = text if keep_case else text.lower()
    return text if is_normalized("NFC", text) else normalize("NFC", text)


# More words than any list has.
ALL = 1 << 31

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Space:
    """Words, the most frequent first, and a row of a matrix for each; `identity` distinguishes files and selections."""

    words: Sequence[str]
    matrix: Floats
    identity: str
    name: str = ""

    def __len__(self) -> int:
        return len(self.words)

    @property
    def dimension(self) -> int:
        return int(self.matrix.shape[1])

    @cached_property
    def indices(self) -> dict[str, int]:
        """The row of each word; of a duplicate, the first."""
        return {word: len(self.words) - 1 - index for index, word in enumerate(reversed(self.words))}

    def first(self, count: int) -> Space:
        if count >= len(self):
            return self
        return Space(self.words[:count], self.matrix[:count], f"{self.identity}:{count}", self.name)

    def with_matrix(self, matrix: Floats) -> Space:
        return Space(self.words, matrix, self.identity, self.name)


def load(path: str, limit: int = ALL, *, keep_case: bool = False) -> Space:
    """The first `limit` words of a file, as they are compared with those of others.

    Lower-case the words, keeping the most frequent of those that become equal, unless `keep_case`.
    """
    space = read(path, limit)
    return merge_spellings([fold_case(word, keep_case=keep_case) for word in space.words], space, keep_case=keep_case)


def load_side(plan: Vectors, path: str) -> Space:
    return load(path, ALL if plan.words is None else plan.words, keep_case=plan.keep_case)


def read(path: str, limit: int = ALL) -> Space:
    """The first `limit` words as they are: of a text, fastText's .bin, or NAME.npy with its words in NAME.txt."""
    from mondegreen.digest import file_identity

    if limit < 1:
        raise ScoreError(f"{limit} words make no vector space; give 1 or more")
    file = Path(path)
    if not file.is_file():
        raise ScoreError("this file of vectors does not exist", path=path)
    beside = [find_words_file(file)] if file.suffix == ".npy" else []
    words, matrix = READERS.get(file.suffix, read_text)(file, limit)
    return check_vectors(Space(words, matrix, f"{file_identity(file, *beside)}:{len(words)}", path))


def merge_spellings(words: Sequence[str], space: Space, *, keep_case: bool) -> Space:
    """The space with its words written so, each once: the most frequent of those that are alike then."""
    indices: dict[str, int] = {}
    for index, word in enumerate(words):
        indices.setdefault(word, index)
    identity = f"{space.identity}:cased" if keep_case else space.identity
    matrix = space.matrix if len(indices) == len(space) else space.matrix[list(indices.values())]
    return Space(list(indices), matrix, identity, space.name)


def read_text(file: Path, limit: int) -> tuple[list[str], Floats]:
    """Words and vectors of a text, as long as they are there."""
    from mondegreen.resources.text_vectors import decompress_file

    try:
        # A line of counts may come first.
        with (
            decompress_file(file, None if limit == ALL else limit + 1) as path,
            counted_progress(file.name, path.stat().st_size) as advance,
        ):
            words, values, dimension = load_vectors(path, limit, advance)
    except ValueError as error:
        what, *line = error.args
        raise ScoreError(str(what), path=str(file), line=line[0] if line else None) from error
    return words, np.frombuffer(values, dtype="<f4").reshape(len(words), dimension)


def read_matrix(file: Path, limit: int) -> tuple[list[str], Floats]:
    from mondegreen.resources import matrix

    words, rows = matrix.read_matrix(file)
    count = min(limit, len(words))
    return list(words[:count]), np.ascontiguousarray(rows[range(count)], dtype="<f4")


def read_fasttext(file: Path, limit: int) -> tuple[list[str], Floats]:
    from mondegreen.resources.fasttext_vectors import load as load_model

    vectors = load_model(str(file))
    words: list[str] = vectors.model.get_words(on_unicode_error="replace")[:limit]
    return words, vectors.rows(words)


READERS = {".npy": read_matrix, ".bin": read_fasttext}


def check_vectors(space: Space) -> Space:
    """The space, if all numbers are finite; warns of zero vectors and duplicate words."""
    if not len(space) or not space.dimension:
        raise ScoreError("there is no vector in this file", path=space.name)
    # A sum is finite only if all it was made from is, save where numbers are beyond any use.
    infinite = np.flatnonzero(~np.isfinite(space.matrix.sum(axis=1, dtype=np.float64)))
    if len(infinite):
        word = space.words[infinite[0]]
        raise ScoreError(f'the vector of "{word}" holds a value that is not a finite number', path=space.name)
    if zeros := int((~space.matrix.any(axis=1)).sum()):
        what = f"{pluralize(zeros, 'vector')} of zeros, similar to nothing"
        warnings.warn(f"{space.name}: {what}", ScoreWarning, stacklevel=2)
    if repeated := len(space) - len(space.indices):
        what = f"{repeated} of {len(space)} words are duplicates; the first vector of each is used"
        warnings.warn(f"{space.name}: {what}", ScoreWarning, stacklevel=2)
    return space


def check_dimensions(source: Space, target: Space) -> None:
    """Refuses vectors of different dimension, which no rotation brings together."""
    if source.dimension != target.dimension:
        raise ScoreError(
            f"vectors have {source.dimension} numbers in {source.name} and {target.dimension} in {target.name}; "
            "a mapping needs the same dimension on both sides"
        )


TEXT_ENDINGS = (".vec", ".txt", ".vec.gz", ".txt.gz")
# Rows between two reports of progress.
ROWS_PER_WRITE = 1_000


def check_vector_output(path: str) -> None:
    """Refuses a file that cannot be written, before vectors are mapped."""
    if not path.endswith((".npy", *TEXT_ENDINGS)):
        raise ScoreError("vectors are written as .vec or .txt, which is text, or as .npy", path=path)
    refuse_unwritable(path)


def list_vector_files(path: str) -> list[str]:
    """What is written where vectors are wanted: themselves, and beside a matrix its words."""
    return [path, *([path.removesuffix(".npy") + ".txt"] if path.endswith(".npy") else [])]


def write_vectors(space: Space, path: str) -> None:
    """NAME.npy with its words in NAME.txt, or text as fastText writes it."""
    check_vector_output(path)
    if path.endswith(".npy"):
        matrix, beside = list_vector_files(path)
        with text_output(beside) as out:
            out.writelines(f"{word}\n" for word in space.words)
        with binary_output(matrix) as file:
            np.save(file, np.ascontiguousarray(space.matrix, dtype="<f4"), allow_pickle=False)
        return
    check_words(space, path)
    with text_output(path) as out, progress(path, len(space)) as advance:
        out.write(f"{len(space)} {space.dimension}\n")
        for begin in range(0, len(space), ROWS_PER_WRITE):
            rows = space.matrix[begin : begin + ROWS_PER_WRITE].tolist()
            words = space.words[begin : begin + ROWS_PER_WRITE]
            out.writelines(
                f"{word} {' '.join(f'{value:.6g}' for value in row)}\n" for word, row in zip(words, rows, strict=True)
            )
            advance(len(rows))


def check_words(space: Space, path: str) -> None:
    """Refuses words that would read back as others: in a text a space ends a word where numbers follow."""
    for word in space.words:
        if not word.strip() or word != word.strip() or (" " in word and all(map(is_number, word.split()[1:]))):
            raise ScoreError(f'"{word}" would be read back as another word; write the vectors as .npy', path=path)


def is_number(text: str) -> bool:
    """Whether a part of a word might be a number of its vector."""
    try:
        float(text)
    except ValueError:
        return False
    return True
