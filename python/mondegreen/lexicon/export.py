"""Mapped vectors written as text or as a matrix, whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.output import binary_output, output
from mondegreen.progress import progress

if TYPE_CHECKING:
    from mondegreen.lexicon.space import Space

# Rows between two signs of progress.
PORTION = 1_000


def write(space: Space, path: str) -> None:
    """NAME.npy with its words in NAME.txt, or text as fastText writes it."""
    if path.endswith(".npy"):
        with output(path.removesuffix(".npy") + ".txt") as out:
            out.writelines(f"{word}\n" for word in space.words)
        with binary_output(path) as file:
            np.save(file, np.ascontiguousarray(space.matrix, dtype="<f4"), allow_pickle=False)
        return
    if not path.endswith((".vec", ".txt", ".vec.gz", ".txt.gz")):
        raise ScoreError("vectors are written as .vec or .txt, which is text, or as .npy", path=path)
    with output(path) as out, progress(path, len(space)) as advance:
        out.write(f"{len(space)} {space.dimension}\n")
        for begin in range(0, len(space), PORTION):
            rows = space.matrix[begin : begin + PORTION].tolist()
            words = space.words[begin : begin + PORTION]
            out.writelines(
                f"{word} {' '.join(f'{value:.6g}' for value in row)}\n" for word, row in zip(words, rows, strict=True)
            )
            advance(len(rows))
