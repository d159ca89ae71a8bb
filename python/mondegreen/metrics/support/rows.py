"""Additive rows: what a metric keeps of each pair, and may be summed over any group of pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Whole numbers below this have sums without any rounding.
WHOLE = 2.0**53


class Row(dict[str, float]):
    """A row, or a sum of rows: a number by column name, as an item or as an attribute."""

    def __getattr__(self, column: str) -> float:
        try:
            return self[column]
        except KeyError:
            raise AttributeError(f"there is no column {column!r} among {', '.join(self)}") from None


@dataclass(frozen=True, slots=True)
class Groups:
    """The values of a column in the order of their first appearance, and for each pair the place of its value."""

    column: str
    names: tuple[str, ...]
    index: NDArray[np.intp]

    @classmethod
    def of(cls, column: str, values: Sequence[str]) -> Groups:
        """The groups that a column's values make."""
        places: dict[str, int] = {}
        index = np.fromiter((places.setdefault(value, len(places)) for value in values), np.intp, len(values))
        return cls(column, tuple(places), index)


@dataclass(frozen=True, slots=True)
class Rows:
    """`values[pair, column]` as float64, which adds up counts exactly."""

    columns: tuple[str, ...]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, names: tuple[str, ...], columns: Sequence[ArrayLike]) -> Rows:
        """Rows from one array for each column."""
        return cls(names, np.column_stack([np.asarray(column, dtype=np.float64) for column in columns]))

    @classmethod
    def joined(cls, names: tuple[str, ...], parts: Sequence[Rows]) -> Rows:
        """The rows of several batches, concatenated."""
        return cls(names, np.concatenate([np.empty((0, len(names))), *(part.values for part in parts)]))

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Row:
        """The row of one pair."""
        return Row(zip(self.columns, self.values[index].tolist(), strict=True))

    def __iter__(self) -> Iterator[Row]:
        """The row of each pair in turn, all taken from the array at once."""
        return (Row(zip(self.columns, row, strict=True)) for row in self.values.tolist())

    def by(self, groups: Groups) -> Rows:
        """The sum of the rows of each group, in the order of their names."""
        sums = [np.bincount(groups.index, weights=column, minlength=len(groups.names)) for column in self.values.T]
        return Rows.of(self.columns, sums)

    def total(self) -> Row:
        """The sum of all rows, rounded once: their order, and how they are divided, change no digit."""
        return total(self.columns, self.sums())

    def sums(self) -> list[list[float]]:
        """Of each column a few numbers that add up to its sum exactly, so that parts can be added without loss."""
        return [sum_exactly(column) for column in self.values.T]


def simplify_column(column: NDArray[np.float64]) -> list[float]:
    """A column for other programs: whole numbers without the point that float64 gives them."""
    if (np.abs(column) < WHOLE).all() and (column == np.trunc(column)).all():
        whole: list[float] = column.astype(np.int64).tolist()
        return whole
    return [int(each) if each.is_integer() else each for each in column.tolist()]


def total(columns: Iterable[str], sums: Iterable[Sequence[float]]) -> Row:
    """The sum of rows, from numbers that add up to each column's: the floats nearest to those sums."""
    plain = [(numbers, float(sum(numbers))) for numbers in sums]
    rounded = (math.fsum(numbers) if math.isfinite(near) else near for numbers, near in plain)
    return Row(zip(columns, rounded, strict=True))


def sum_exactly(column: NDArray[np.float64]) -> list[float]:
    """A few numbers that add up to the column's sum without any rounding; one for counts."""
    with np.errstate(invalid="ignore"):
        plain = float(column.sum())
    if not math.isfinite(plain) or (np.abs(column).sum() < WHOLE and (column == np.trunc(column)).all()):
        return [plain]
    rest, found = column.tolist(), []
    while part := math.fsum(rest):
        found.append(part)
        rest.append(-part)
    return found or [0.0]
