"""The solutions that all methods share: the best rotation, and VecMap's map that weighs directions anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What is so much shorter than the longest direction is rounding: no word of the dictionary takes it.
MIN_SINGULAR_VALUE = 1e-5


def solve_procrustes(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rotation W for which `left @ W` is nearest to `right` (Schönemann 1966)."""
    return nearest_rotation(left.T @ right)


def nearest_rotation(product: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rotation nearest to a matrix."""
    first, _, second = np.linalg.svd(product.astype(np.float64))
    return np.asarray(first @ second, dtype=np.float32)


def solve_reweighted(
    left: NDArray[np.float32], right: NDArray[np.float32], power: float = 0.5
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A matrix for each side: whitened, rotated, re-weighted by how well directions agree, and whitened no more.

    Source: Artetxe, Labaka and Agirre, "Generalizing and improving bilingual word embedding mappings with a multi-step
    framework of linear transformations", AAAI 2018.
    """
    (whiten_left, color_left), (whiten_right, color_right) = compute_whitening(left), compute_whitening(right)
    product = whiten_left @ (left.T @ right).astype(np.float64) @ whiten_right
    first, strength, second = np.linalg.svd(product)
    second = second.T
    weights = strength**power
    one = whiten_left @ (first * weights) @ (first.T @ color_left @ first)
    other = whiten_right @ (second * weights) @ (second.T @ color_right @ second)
    return one.astype(np.float32), other.astype(np.float32)


def compute_whitening(vectors: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What makes vectors equally long in all directions that any takes, and what undoes it; others are lost."""
    precise = vectors.astype(np.float64)
    squares, directions = np.linalg.eigh(precise.T @ precise)
    taken = squares > squares[-1] * MIN_SINGULAR_VALUE**2
    lengths, directions = np.sqrt(squares[taken]), directions[:, taken]
    return (directions / lengths) @ directions.T, (directions * lengths) @ directions.T
