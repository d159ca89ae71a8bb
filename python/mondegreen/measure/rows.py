"""Additive rows: what a metric keeps of each pair, and may be summed over any group of pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray


class Row(dict[str, float]):
    """A row, or a sum of rows: a number by column name, as an item or as an attribute."""

    def __getattr__(self, column: str) -> float:
        try:
            return self[column]
        except KeyError:
            raise AttributeError(f"there is no column {column!r} among {', '.join(self)}") from None


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
        """The rows of several batches, one behind the other."""
        return cls(names, np.concatenate([np.empty((0, len(names))), *(part.values for part in parts)]))

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: int) -> Row:
        """The row of one pair."""
        return Row(zip(self.columns, self.values[index].tolist(), strict=True))

    def __iter__(self) -> Iterator[Row]:
        """The row of each pair in turn, all taken from the array at once."""
        return (Row(zip(self.columns, row, strict=True)) for row in self.values.tolist())

    def by(self, groups: NDArray[np.intp], count: int) -> Rows:
        """The sums of the rows of each of so many groups, of which each row has the number of its own."""
        sums = [np.bincount(groups, weights=column, minlength=count) for column in self.values.T]
        return Rows.of(self.columns, sums)

    def total(self) -> Row:
        """The sum of all rows."""
        return Row(zip(self.columns, self.values.sum(axis=0).tolist(), strict=True))
