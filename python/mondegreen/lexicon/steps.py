"""What is done to vectors before they are mapped: lengths made 1, means taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

UNIT, CENTER = "unit", "centre"
# What is taken as the length of a zero vector, which stays zero.
MIN_LENGTH = 1e-12


def parse_steps(text: str) -> tuple[str, ...]:
    """Steps as they are written: separated by commas, or `none`."""
    names = () if text == "none" else tuple(text.split(","))
    for name in names:
        if name not in (UNIT, CENTER):
            raise ScoreError(f'there is no step "{name}"; write {UNIT} and {CENTER} in any order, or none')
    return names


def fit_steps(
    matrix: NDArray[np.float32], names: Sequence[str]
) -> tuple[NDArray[np.float32], list[NDArray[np.float32] | None]]:
    """The vectors after all steps, and of each step the mean that it took away."""
    means: list[NDArray[np.float32] | None] = []
    for name in names:
        mean = matrix.mean(axis=0, dtype=np.float64).astype(np.float32) if name == CENTER else None
        matrix = apply_step(matrix, mean)
        means.append(mean)
    return matrix, means


def apply_steps(matrix: NDArray[np.float32], means: Sequence[NDArray[np.float32] | None]) -> NDArray[np.float32]:
    """Vectors after the steps that others went through."""
    for mean in means:
        matrix = apply_step(matrix, mean)
    return matrix


def apply_step(matrix: NDArray[np.float32], mean: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """Takes a mean away, or makes lengths 1 where there is none."""
    return normalize_rows(matrix) if mean is None else matrix - mean


def normalize_rows(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors of length 1; a zero vector stays zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))
    return np.asarray(matrix / np.maximum(lengths, MIN_LENGTH)[:, None], dtype=np.float32)
