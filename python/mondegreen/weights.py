"""Costs of substitutions, from word vectors or a table, for weighted alignments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen import _core
from mondegreen.errors import ScoreError
from mondegreen.kinds import check_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Weights:
    """Weights of substitutions by their two words, and of insertions and deletions, the same each."""

    core: _core.Weights
    # Of two languages, in which words that are spelled alike need not be the same.
    is_cross_lingual: bool = False

    @classmethod
    def from_vectors(
        cls,
        words: Sequence[str],
        vectors: ArrayLike,
        *,
        above: float | None = None,
        close: float = 0.1,
        missing: float = 1.0,
        insertion: float = 1.0,
        deletion: float = 1.0,
        others: tuple[Sequence[str], ArrayLike] | None = None,
    ) -> Weights:
        """Weighs a substitution by the angle between the vectors of its words: 1 - cosine.

        With `above`, it weighs `close` where the cosine is greater than that, else 1. A word without a vector makes
        it weigh `missing`. Where a word is a duplicate, its first vector counts.

        `others` are words and vectors of hypotheses in another language, mapped to the space of the first. Of two
        words spelled alike the vectors then say whether they are the same, if both have one.
        """
        check_kind("words", words, "Sequence[str]")
        check_kind("others", others, "Others | None")
        import numpy as np

        matrix = make_matrix(vectors)
        if others is not None:
            theirs = make_matrix(others[1])
            if theirs.shape[1] != matrix.shape[1]:
                raise ScoreError(f"others have {theirs.shape[1]} numbers each, and vectors {matrix.shape[1]}")
            matrix = np.concatenate([matrix, theirs])
        try:
            core = _core.Weights.from_vectors(
                words,
                matrix.tobytes(),
                matrix.shape[1],
                above=above,
                close=close,
                missing=missing,
                insertion=insertion,
                deletion=deletion,
                others=None if others is None else others[0],
            )
        except ValueError as error:
            raise ScoreError(str(error)) from error
        return cls(core, others is not None)

    @classmethod
    def from_table(
        cls,
        reference_words: Sequence[str],
        hypothesis_words: Sequence[str],
        costs: ArrayLike,
        *,
        insertion: float = 1.0,
        deletion: float = 1.0,
    ) -> Weights:
        """Weighs a substitution by a table with a row for each reference word and a column for each hypothesis word."""
        check_kind("reference_words", reference_words, "str | Sequence[str]")
        check_kind("hypothesis_words", hypothesis_words, "str | Sequence[str]")
        table = make_array(costs, "costs", "<f8")
        if table.shape != (len(reference_words), len(hypothesis_words)):
            raise ScoreError(
                f"a table of shape {table.shape} lacks a row for each of {len(reference_words)} reference words "
                f"or a column for each of {len(hypothesis_words)} hypothesis words"
            )
        try:
            core = _core.Weights.from_table(
                reference_words, hypothesis_words, table.tobytes(), insertion=insertion, deletion=deletion
            )
        except ValueError as error:
            raise ScoreError(str(error)) from error
        return cls(core)


def make_array(numbers: ArrayLike, name: str, dtype: str) -> NDArray[Any]:
    """Numbers as an array."""
    import numpy as np

    try:
        return np.ascontiguousarray(numbers, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise ScoreError(f"{name} are no array of numbers: {error}") from error


def make_matrix(vectors: ArrayLike) -> NDArray[np.float32]:
    """A row for each word."""
    matrix: NDArray[np.float32] = make_array(vectors, "vectors", "<f4")
    if matrix.ndim != 2:
        raise ScoreError(f"vectors are a matrix with a row for each word, not an array of shape {matrix.shape}")
    return matrix
