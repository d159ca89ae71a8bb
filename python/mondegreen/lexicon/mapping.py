"""Linear mappings of two vector spaces into one: normalization steps and a matrix for each side, saved and loaded.

Orthogonal Procrustes (Schönemann 1966) finds the rotation nearest to a least-squares map by one singular value
decomposition, O(n d^2 + d^3) for n pairs of d dimensions; re-weighting is VecMap's (Artetxe et al. 2018).
"""

from __future__ import annotations

import json
import os
import struct
import warnings
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.space import Floats, Space
from mondegreen.output import binary_output

UNIT, CENTER = "unit", "centre"
# The length that a zero vector is divided by; it stays zero.
MIN_LENGTH = 1e-12


def parse_steps(text: str) -> tuple[str, ...]:
    """Steps as they are written: separated by commas, or `none`."""
    names = () if text == "none" else tuple(text.split(","))
    for name in names:
        if name not in (UNIT, CENTER):
            raise ScoreError(f'there is no step "{name}"; write {UNIT} and {CENTER} in any order, or none')
    return names


def fit_steps(matrix: Floats, names: Sequence[str]) -> tuple[Floats, list[Floats | None]]:
    """The vectors after all steps, and of each step the mean that it subtracted."""
    means: list[Floats | None] = []
    for name in names:
        mean = matrix.mean(axis=0, dtype=np.float64).astype(np.float32) if name == CENTER else None
        matrix = apply_step(matrix, mean)
        means.append(mean)
    return matrix, means


def apply_steps(matrix: Floats, means: Sequence[Floats | None]) -> Floats:
    for mean in means:
        matrix = apply_step(matrix, mean)
    return matrix


def apply_step(matrix: Floats, mean: Floats | None) -> Floats:
    """Subtracts a mean, or makes lengths 1 where there is none."""
    return normalize_rows(matrix) if mean is None else matrix - mean


def normalize_rows(matrix: Floats) -> Floats:
    """Vectors of length 1; a zero vector stays zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))
    return np.asarray(matrix / np.maximum(lengths, MIN_LENGTH)[:, None], dtype=np.float32)


# What is so much shorter than the longest direction is rounding: no word of the dictionary takes it.
MIN_SINGULAR_VALUE = 1e-5


def solve_procrustes(left: Floats, right: Floats) -> Floats:
    """The rotation W for which `left @ W` is nearest to `right` (Schönemann 1966)."""
    return nearest_rotation(left.T @ right)


def nearest_rotation(product: Floats) -> Floats:
    first, _, second = np.linalg.svd(product.astype(np.float64))
    return np.asarray(first @ second, dtype=np.float32)


def solve_reweighted(left: Floats, right: Floats, power: float = 0.5) -> tuple[Floats, Floats]:
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


def compute_whitening(vectors: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What makes vectors equally long in all directions that any takes, and what undoes it; others are lost."""
    precise = vectors.astype(np.float64)
    squares, directions = np.linalg.eigh(precise.T @ precise)
    used = squares > squares[-1] * MIN_SINGULAR_VALUE**2
    lengths, directions = np.sqrt(squares[used]), directions[:, used]
    return (directions / lengths) @ directions.T, (directions * lengths) @ directions.T


FILE_VERSION = "mondegreen mapping 1"
# What comes of a file that is none of ours, or was damaged: of the archive, of arrays' heads, or of their contents.
ARCHIVE_ERRORS = (BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, MemoryError)
FILE_ERRORS = (*ARCHIVE_ERRORS, ValueError, KeyError, TypeError, AttributeError, SyntaxError, TokenError, OverflowError)


@dataclass(frozen=True)
class SideTransform:
    """What is done to the vectors of one side: the mean that each step subtracts, or none, then a product."""

    means: Sequence[Floats | None]
    matrix: Floats

    def map_vectors(self, vectors: Floats) -> Floats:
        """Vectors in the common space, of length 1, so that their products are cosines."""
        if vectors.shape[1] != len(self.matrix):
            raise ScoreError(f"this mapping is of vectors with {len(self.matrix)} numbers, not {vectors.shape[1]}")
        return normalize_rows(apply_steps(vectors, self.means) @ self.matrix)


@dataclass(frozen=True)
class Trial:
    """An iteration: its number, the pairs it learned from, and its criterion."""

    iteration: int
    pairs: int
    criterion: float


@dataclass(frozen=True)
class Mapping:
    """Both sides, how they were found, and the iterations; `about["chosen"]` is the selected one."""

    source: SideTransform
    target: SideTransform
    about: dict[str, Any] = field(default_factory=dict)
    trials: Sequence[Trial] = ()

    def map_spaces(self, source: Space, target: Space) -> tuple[Space, Space]:
        self.warn_if_swapped(source, target)
        return (
            source.with_matrix(self.source.map_vectors(source.matrix)),
            target.with_matrix(self.target.map_vectors(target.matrix)),
        )

    def describe(self) -> str:
        """What it was learned from, and how far it can be trusted."""
        about = self.about
        parts = [f"{about['method']}, supervision {about['supervision']}"]
        if about["pairs"] is not None:
            parts.append(f"{about['pairs']} pairs")
        if about["chosen"] is not None:
            parts.append(f"iteration {about['chosen']}")
        if about["attempts"] > 1:
            parts.append(f"{about['attempts']} attempts")
        if about["transfer"] is not None:
            parts.append(f"half of the dictionary finds {100 * about['transfer']:.1f} % of the other among ten")
        parts.append(f"mappings learned from either half agree on {100 * about['agreement']:.1f} %")
        return ", ".join(parts)

    def warn_if_swapped(self, source: Space, target: Space) -> None:
        """Warns of sides that were exchanged; other vectors than it was learned from may well be meant."""
        files = [self.about.get(side, {}).get("identity", "").split(":")[0] for side in ("source", "target")]
        if files[0] != files[1] and files == [space.identity.split(":")[0] for space in (target, source)]:
            what = f"this mapping was learned with {target.name} as source and {source.name} as target"
            warnings.warn(f"{what}; exchange them", ScoreWarning, stacklevel=3)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the mapping atomically."""
        about = {"layout": FILE_VERSION, "about": self.about, "trials": [asdict(trial) for trial in self.trials]}
        arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
        for name, side in (("source", self.source), ("target", self.target)):
            arrays[f"{name}_matrix"] = side.matrix
            for index, mean in enumerate(side.means):
                arrays[f"{name}_step_{index}"] = np.empty(0, np.float32) if mean is None else mean
        with binary_output(path) as out:
            np.savez(out, **arrays)


def load(path: str) -> Mapping:
    """The mapping that was saved in a file."""
    try:
        with Path(path).open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays["about"].tobytes())
        trials = [Trial(**each) for each in about["trials"]]
        found = Mapping(read_side(arrays, "source"), read_side(arrays, "target"), about["about"], trials)
        layout = about["layout"]
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror or error}", path=path) from error
    except FILE_ERRORS as error:
        raise ScoreError("not a mapping; `mondegreen lexicon map` writes one", path=path) from error
    if layout != FILE_VERSION:
        raise ScoreError(f"this mapping has format version {layout}; run `lexicon map` again", path=path)
    return found


def read_side(arrays: dict[str, Floats], name: str) -> SideTransform:
    matrix = arrays[f"{name}_matrix"]
    means: list[Floats | None] = []
    while (key := f"{name}_step_{len(means)}") in arrays:
        means.append(arrays[key] if arrays[key].size else None)
    sizes = {matrix.shape[0] if matrix.ndim == 2 else -1, *(len(mean) for mean in means if mean is not None)}
    if len(sizes) > 1 or matrix.ndim != 2 or not np.isfinite(matrix).all():
        raise ValueError(name)
    return SideTransform(means, matrix)
