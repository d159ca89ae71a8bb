"""What reports are made of, before anybody knows whether a terminal, a page or a file shows them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Cell: TypeAlias = "str | float | None"
# How a number is judged: against the baseline, or among those beside it.
Tone: TypeAlias = Literal["better", "worse", "best", "warning"]
# Pages and terminals are for people, JSON and CSV for programs.
Reader: TypeAlias = Literal["people", "programs"]


class Judged(float):
    """A number that people see judged; programs see the number."""

    __slots__ = ("tone",)
    tone: Tone | None

    def __new__(cls, value: float, tone: Tone | None) -> Judged:
        made = super().__new__(cls, value)
        made.tone = tone
        return made


class JudgedText(str):
    """A text of which people see the head judged."""

    __slots__ = ("head", "tone")
    tone: Tone | None
    head: str

    def __new__(cls, head: str, rest: str, tone: Tone | None) -> JudgedText:
        made = super().__new__(cls, head + rest)
        made.head, made.tone = head, tone
        return made


def tone_of(cell: Cell) -> Tone | None:
    """How a cell is judged, if it is."""
    return cell.tone if isinstance(cell, Judged | JudgedText) else None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: `name` is its key in JSON and CSV, `heading` what people read.

    Numbers are shown with so many `places` and their `unit`; counts have no places, and changes are `signed`. A column
    without places holds text. `reader` is whom it is for, if not for all. A `probability` that would be shown as 0 is
    shown as less than the last place can show. A text of a column that says each thing `once` is blank below its like.
    """

    name: str
    heading: str
    places: int | None = None
    reader: Reader | None = None
    probability: bool = False
    unit: str = ""
    signed: bool = False
    once: bool = False


def make_columns(places: int | None = None, unit: str = "", **headings: str) -> list[Column]:
    """Columns by name, of numbers with so many places, or of texts."""
    return [Column(name, heading, places, unit=unit) for name, heading in headings.items()]


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

    @property
    def is_prose(self) -> bool:
        """Whether people read its rows as sentences: one column without a heading."""
        return len(self.columns) == 1 and not self.columns[0].heading and self.columns[0].places is None

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
    `reader` is whom they are for, if not for all.
    """

    name: str
    title: str
    pairs: Iterable[AlignedPair]
    note: str = ""
    fields: Sequence[str] = ()
    system: str = ""
    weighed: bool = False
    folds: bool = True
    reader: Reader | None = None


@dataclass(frozen=True, slots=True)
class AlignedSystems:
    """Utterances with what each of these systems made of them, for people to read; programs read tables instead.

    Of each utterance there is a pair for each system, or None where it lacks it. They may be gone through once only.
    """

    name: str
    title: str
    systems: Sequence[str]
    utterances: Iterable[Sequence[AlignedPair | None]]
    note: str = ""
    folds: bool = True


Block: TypeAlias = "Table | Alignments | AlignedSystems"


def for_programs(blocks: Iterable[Block]) -> Iterator[Table | Alignments]:
    """The blocks as programs read them, without sentences and systems side by side, which tables hold as well."""
    for block in blocks:
        if isinstance(block, Table):
            table = block.of("programs")
            if table.columns or not block.columns:
                yield table
        elif isinstance(block, Alignments) and block.reader != "people":
            yield block


def for_people(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks as people read them, without tables that are for programs alone."""
    for block in blocks:
        if isinstance(block, Table):
            table = block.of("people")
            if table.columns or not block.columns:
                yield table
        elif isinstance(block, AlignedSystems) or block.reader != "programs":
            yield block
