"""What brings two spaces together: steps and a matrix for each side, kept in a file and applied later."""

from __future__ import annotations

import json
import struct
import warnings
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.steps import apply_steps, normalize_rows
from mondegreen.output import binary_output

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.lexicon.space import Space

# Tells files of another layout.
FILE_VERSION = "mondegreen mapping 1"
# What comes of a file that is none of ours, or was damaged: of the archive, of arrays' heads, of what is said of them.
ARCHIVE_ERRORS = (BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, MemoryError)
FILE_ERRORS = (*ARCHIVE_ERRORS, ValueError, KeyError, TypeError, AttributeError, SyntaxError, TokenError, OverflowError)


@dataclass(frozen=True)
class SideTransform:
    """What is done to the vectors of one side: the mean that each step takes away, or none, then a product."""

    means: Sequence[NDArray[np.float32] | None]
    matrix: NDArray[np.float32]

    def map_vectors(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Vectors in the common space, of length 1, so that their products are cosines."""
        if vectors.shape[1] != len(self.matrix):
            raise ScoreError(f"this mapping is of vectors with {len(self.matrix)} numbers, not {vectors.shape[1]}")
        return normalize_rows(apply_steps(vectors, self.means) @ self.matrix)


@dataclass(frozen=True)
class Trial:
    """An iteration, as those who chose among them saw it."""

    iteration: int
    pairs: int
    criterion: float


@dataclass(frozen=True)
class Mapping:
    """Both sides, how they were found, and the iterations; `trial` is the one that was chosen."""

    source: SideTransform
    target: SideTransform
    about: dict[str, Any] = field(default_factory=dict)
    trials: Sequence[Trial] = ()

    def map_spaces(self, source: Space, target: Space) -> tuple[Space, Space]:
        """Both spaces in the common one."""
        self.warn_if_swapped(source, target)
        return (
            source.with_matrix(self.source.map_vectors(source.matrix)),
            target.with_matrix(self.target.map_vectors(target.matrix)),
        )

    def warn_if_swapped(self, source: Space, target: Space) -> None:
        """Warns of sides that were exchanged; other vectors than it was learned from may well be meant."""
        files = [self.about.get(side, {}).get("identity", "").split(":")[0] for side in ("source", "target")]
        if files[0] != files[1] and files == [space.identity.split(":")[0] for space in (target, source)]:
            what = f"this mapping was learned with {target.name} as source and {source.name} as target"
            warnings.warn(f"{what}; exchange them", ScoreWarning, stacklevel=3)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the mapping whole, or not at all."""
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
        raise ScoreError("this is no mapping; `mondegreen lexicon map` writes one", path=path) from error
    if layout != FILE_VERSION:
        raise ScoreError(f"this mapping is of another version, {layout}; map anew", path=path)
    return found


def read_side(arrays: dict[str, NDArray[np.float32]], name: str) -> SideTransform:
    """One side of what was saved."""
    matrix = arrays[f"{name}_matrix"]
    means: list[NDArray[np.float32] | None] = []
    while (key := f"{name}_step_{len(means)}") in arrays:
        means.append(arrays[key] if arrays[key].size else None)
    sizes = {matrix.shape[0] if matrix.ndim == 2 else -1, *(len(mean) for mean in means if mean is not None)}
    if len(sizes) > 1 or matrix.ndim != 2 or not np.isfinite(matrix).all():
        raise ValueError(name)
    return SideTransform(means, matrix)
