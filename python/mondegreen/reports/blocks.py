"""What reports are made of, before anybody knows whether a terminal, a page or a file shows them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Cell: TypeAlias = "str | float | None"
# Pages and terminals are for people, JSON and CSV for programs.
Reader: TypeAlias = Literal["people", "programs"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: `name` is its key in JSON and CSV, `heading` what people read.

    Numbers are shown with so many `places`; counts have none. A column without places holds text. `reader` is whom it
    is for, if not for all. A `probability` that would be shown as 0 is shown as less than what the last place can tell.
    """

    name: str
    heading: str
    places: int | None = None
    reader: Reader | None = None
    probability: bool = False


def make_columns(places: int | None = None, **headings: str) -> list[Column]:
    """Columns by name, of numbers with so many places, or of texts."""
    return [Column(name, heading, places) for name, heading in headings.items()]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of finished numbers, never rounded; None where there is none, NaN where it is not defined.

    `foot` holds rows about all others, such as their sum. `system` is the one system that the table speaks of, "" where
    it speaks of all.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    foot: Sequence[Sequence[Cell]] = ()
    system: str = ""

    def of(self, reader: Reader) -> Table:
        """The table with the columns that are for these readers."""
        kept = [index for index, column in enumerate(self.columns) if column.reader in (None, reader)]
        return self if len(kept) == len(self.columns) else self.only(kept)

    def only(self, indices: Sequence[int]) -> Table:
        """The table with the columns at these indices."""
        rows, foot = ([[row[index] for index in indices] for row in part] for part in (self.rows, self.foot))
        return replace(self, columns=[self.columns[index] for index in indices], rows=rows, foot=foot)


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """One pair's tokens side by side, "" where a side has none; steps are the letters C, S, I and D.

    Where errors are weighed, each step has a weight, and a cosine if it is a substitution of words with vectors.
    """

    key: str
    references: Sequence[str]
    hypotheses: Sequence[str]
    steps: str
    fields: Mapping[str, str] = field(default_factory=dict)
    weights: Sequence[float] = ()
    cosines: Sequence[float | None] = ()

    def iterate_steps(self) -> Iterator[tuple[str, str, str]]:
        """The reference token, the hypothesis token and the letter of each step."""
        return zip(self.references, self.hypotheses, self.steps, strict=True)


@dataclass(frozen=True, slots=True)
class Alignments:
    """Aligned pairs, for people to read; each pair has the `fields` named here. They may be gone through once only.

    `weighed` says whether the pairs have weights and cosines, `folds` whether people see insertion loops folded.
    """

    name: str
    title: str
    pairs: Iterable[AlignedPair]
    note: str = ""
    fields: Sequence[str] = ()
    system: str = ""
    weighed: bool = False
    folds: bool = True


Block: TypeAlias = "Table | Alignments"
