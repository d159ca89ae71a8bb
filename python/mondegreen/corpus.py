"""Utterances, a corpus of them in order, and sessions: recordings in which several people speak."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from mondegreen._core import Strings
from mondegreen.errors import ScoreError
from mondegreen.limits import check_columns
from mondegreen.notes import Note

Sequence.register(Strings)

# A table may have this many cells, and this many for each that holds something: where each utterance brings a field of
# its own, there are as many as the square of the file.
FREE_CELLS, CELLS_PER_VALUE = 1_000_000, 64
NO_FIELDS: Mapping[str, str] = MappingProxyType({})


class TimedWord(NamedTuple):
    """A word and when it was said, in seconds; confidence from 0 to 1 where a recognizer gives one."""

    word: str
    start: float
    end: float
    confidence: float | None = None


class Utterance(NamedTuple):
    """One row of a corpus.

    Fields are what else a format tells, as it was written: `speaker`, `recording`, `channel`, `start`, `end`,
    `labels`, and any column of the user's. `words` are there where a format times each of them.
    """

    key: str
    text: str
    fields: Mapping[str, str] = NO_FIELDS
    words: Sequence[TimedWord] | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """Utterances in order, held as columns: half a million of them are two lists of strings.

    `name` is what messages call the corpus. `keyed` is false where keys are mere positions, as in a file of
    plain lines. Each of `fields` holds a value for each utterance, "" where it has none. `format` is what a file was
    read as; `unscored` are utterances that it says not to score, and `notes` say what else was left out or taken in
    another way than one might expect.
    """

    keys: Sequence[str]
    texts: Sequence[str]
    name: str
    keyed: bool = True
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    words: Sequence[Sequence[TimedWord]] | None = None
    format: str = ""
    unscored: tuple[Utterance, ...] = ()
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, utterances: Iterable[Utterance], name: str) -> "Corpus":
        """A corpus from rows."""
        rows = list(utterances)
        names = dict.fromkeys(each for row in rows for each in row.fields)
        check_cells(len(names), len(rows), sum(len(row.fields) for row in rows), name)
        timed = bool(rows) and all(row.words is not None for row in rows)
        return cls(
            [row.key for row in rows],
            [row.text for row in rows],
            name,
            fields={each: [row.fields.get(each, "") for row in rows] for each in names},
            words=[row.words or () for row in rows] if timed else None,
        )

    @classmethod
    def by_position(cls, texts: Sequence[str], name: str) -> "Corpus":
        """A corpus whose keys are the positions 1, 2, ... of its texts."""
        return cls([str(position) for position in range(1, len(texts) + 1)], texts, name, keyed=False)

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Utterance]:
        if not self.fields and self.words is None:
            yield from map(Utterance, self.keys, self.texts)
            return
        for index, (key, text) in enumerate(zip(self.keys, self.texts, strict=True)):
            fields = {name: values[index] for name, values in self.fields.items() if values[index]}
            yield Utterance(key, text, fields, None if self.words is None else self.words[index])

    def add_notes(self, *notes: Note) -> "Corpus":
        return replace(self, notes=(*self.notes, *notes)) if notes else self

    def repeated(self) -> tuple[str, ...]:
        """The key of each utterance that comes after another of the same key."""
        if are_distinct(self.keys):
            return ()
        return tuple(key for key, times in Counter(self.keys).items() for _ in range(times - 1))


@dataclass(frozen=True, slots=True)
class Segment:
    """What one speaker of a session says at a time; without times where the format has none."""

    key: str
    speaker: str
    words: Sequence[str]
    start: float = 0.0
    end: float = 0.0
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """The segments of both sides in the order of their starts, or of the files where there are no times."""

    key: str
    reference: Sequence[Segment]
    hypothesis: Sequence[Segment]


def check_cells(columns: int, rows: int, values: int, name: str) -> None:
    """Refuses a table of too many columns, or so nearly empty that it needs far more memory than its file."""
    check_columns(columns, name)
    if columns * rows > FREE_CELLS + CELLS_PER_VALUE * (values + rows):
        what = f"{rows:,} utterances have {columns:,} different fields, of which most have few"
        raise ScoreError(f"{what}; remove fields that few utterances have", path=name)


def are_distinct(keys: Sequence[str]) -> bool:
    return keys.are_distinct() if isinstance(keys, Strings) else len(set(keys)) == len(keys)
