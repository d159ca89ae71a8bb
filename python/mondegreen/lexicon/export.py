"""Mapped vectors written as text or as a matrix, whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.output import binary_output, output, refuse_unwritable
from mondegreen.progress import progress

if TYPE_CHECKING:
    from mondegreen.lexicon.space import Space

TEXT_ENDINGS = (".vec", ".txt", ".vec.gz", ".txt.gz")
# Rows between two signs of progress.
ROWS_PER_WRITE = 1_000


def check_vector_output(path: str) -> None:
    """Says before vectors are mapped what would stand in the way of writing them."""
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
        with output(beside) as out:
            out.writelines(f"{word}\n" for word in space.words)
        with binary_output(matrix) as file:
            np.save(file, np.ascontiguousarray(space.matrix, dtype="<f4"), allow_pickle=False)
        return
    check_words(space, path)
    with output(path) as out, progress(path, len(space)) as advance:
        out.write(f"{len(space)} {space.dimension}\n")
        for begin in range(0, len(space), ROWS_PER_WRITE):
            rows = space.matrix[begin : begin + ROWS_PER_WRITE].tolist()
            words = space.words[begin : begin + ROWS_PER_WRITE]
            out.writelines(
                f"{word} {' '.join(f'{value:.6g}' for value in row)}\n" for word, row in zip(words, rows, strict=True)
            )
            advance(len(rows))


def check_words(space: Space, path: str) -> None:
    """Refuses words that would read back as others: in a text a blank ends a word where numbers follow."""
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
