"""The substitution table: for each word its candidates, their probabilities, and their distances in sound and sense.

Its file is text: lines `# name: value` say what it was made from, a line names the columns, and each line then holds a
word, a candidate, its probability, and the two distances, with tabs between. The candidates of a word follow each other
and their probabilities add up to 1. An unknown distance is left empty.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines
from mondegreen.output import text_output

if TYPE_CHECKING:  # building imports tables
    from mondegreen.lexicon.space import Space
    from mondegreen.simulation.building import Rules
    from mondegreen.simulation.pronunciations import Pronunciations

TABLE_TITLE = "# mondegreen substitution table, version 1"
COLUMNS = ("word", "candidate", "probability", "phonological", "semantic")
# Probabilities that were written with few digits may miss 1 by this.
SUM_TOLERANCE = 1e-4


class Candidate(NamedTuple):
    """A word that another may be taken for; an unknown distance is NaN."""

    word: str
    probability: float
    phonological: float
    semantic: float


@dataclass(frozen=True)
class Table:
    """Words in lower case, and their candidates: those of `words[n]` lie from `offsets[n]` to `offsets[n + 1]`.

    `about` says what the table was made from.
    """

    words: Sequence[str]
    offsets: NDArray[np.int64]
    candidates: Sequence[str]
    probability: NDArray[np.float64]
    phonological: NDArray[np.float64]
    semantic: NDArray[np.float64]
    about: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Mapping[str, Sequence[Candidate]], about: Mapping[str, str] | None = None) -> Table:
        """A table from rows."""
        flat = [candidate for row in rows.values() for candidate in row]
        numbers = np.array([candidate[1:] for candidate in flat], np.float64).reshape(-1, 3)
        offsets = np.cumsum([0, *map(len, rows.values())], dtype=np.int64)
        words = [candidate.word for candidate in flat]
        return cls(list(rows), offsets, words, numbers[:, 0], numbers[:, 1], numbers[:, 2], about or {})

    @classmethod
    def build(
        cls,
        words: Iterable[str],
        vectors: Space,
        pronunciations: Pronunciations | Mapping[str, Sequence[str]],
        rules: Rules | None = None,
        threads: int | None = None,
    ) -> Table:
        """A table for words, from word vectors and pronunciations."""
        from mondegreen.simulation.building import build_table

        return build_table(words, vectors, pronunciations, rules, threads)[0]

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Table:
        return load_table(path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, compressed if its name ends in .gz."""
        with text_output(path) as stream:
            stream.writelines(f"{line}\n" for line in format_lines(self))

    @cached_property
    def model(self) -> _core.ErrorModel:
        ends = self.offsets[1:].astype("<u8").tobytes()
        spellings = Strings.of(self.words), ends, Strings.of(self.candidates)
        return _core.ErrorModel(*spellings, self.probability.astype("<f8").tobytes())

    @cached_property
    def indices(self) -> dict[str, int]:
        return {word: index for index, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word.lower() in self.indices

    def __getitem__(self, word: str) -> list[Candidate]:
        index = self.indices[word.lower()]
        return [self.candidate(at) for at in range(int(self.offsets[index]), int(self.offsets[index + 1]))]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def candidate(self, at: int) -> Candidate:
        """The candidate at an index among all."""
        numbers = (float(each[at]) for each in (self.probability, self.phonological, self.semantic))
        return Candidate(self.candidates[at], *numbers)


def format_lines(table: Table) -> Iterator[str]:
    yield TABLE_TITLE
    yield from (f"# {name}: {value}" for name, value in table.about.items())
    yield "\t".join(COLUMNS)
    for word in table:
        for candidate in table[word]:
            # Probabilities to the last digit, so that a saved table gives the same errors.
            distances = "\t".join("" if math.isnan(value) else f"{value:.8g}" for value in candidate[2:])
            yield f"{word}\t{candidate.word}\t{candidate.probability!r}\t{distances}"


def load_table(path: str | os.PathLike[str]) -> Table:
    """The table in a file; errors name the line."""
    name = os.fspath(path)
    text = load_lines(name)
    if not text or not text[0].startswith(TABLE_TITLE.partition(",")[0]):
        raise ScoreError("not a substitution table; `mondegreen simulate --save-table FILE` writes one", path=name)
    about, first = parse_header(text, name)
    rows: dict[str, list[Candidate]] = {}
    before = None
    for number in range(first, len(text)):
        word, candidate = parse_row(text[number], name, number + 1)
        if word != before:
            if word in rows:
                what = f'"{word}" occurs again; the candidates of a word must be consecutive'
                raise ScoreError(what, path=name, line=number + 1)
            if before is not None:
                check_row_sum(before, rows[before], name, number)
            rows[word], before = [], word
        rows[word].append(candidate)
    if before is None:
        raise ScoreError("the table is empty: no word has candidates", path=name)
    check_row_sum(before, rows[before], name, len(text))
    return Table.of(rows, about)


def parse_header(text: Sequence[str], name: str) -> tuple[dict[str, str], int]:
    """The values of the header, and the index of the first row."""
    about: dict[str, str] = {}
    for number, line in enumerate(text[1:], 1):
        if not line.startswith("# "):
            if line.split("\t") != list(COLUMNS):
                what = f"expected the column names {', '.join(COLUMNS)}, separated by tabs"
                raise ScoreError(what, path=name, line=number + 1)
            return about, number + 1
        key, _, value = line[2:].partition(": ")
        about[key] = value
    raise ScoreError("the table has no line of column names", path=name, line=len(text))


def parse_row(line: str, name: str, number: int) -> tuple[str, Candidate]:
    fields = line.split("\t")
    if len(fields) != len(COLUMNS):
        what = f"expected {len(COLUMNS)} fields separated by tabs, found {len(fields)}"
        raise ScoreError(what, path=name, line=number)
    word, candidate, *numbers = fields
    try:
        row = Candidate(candidate, *(float(value) if value else math.nan for value in numbers))
    except ValueError as error:
        raise ScoreError(f"{error}; expected a number", path=name, line=number) from error
    if what := find_fault(word, row):
        raise ScoreError(what, path=name, line=number)
    return word.lower(), row


def find_fault(word: str, row: Candidate) -> str:
    """The fault of a word or its candidate, or nothing."""
    if not word.strip():
        return "there is no word"
    if not row.word.strip():
        return f'there is no candidate for "{word}"'
    if row.word.lower() == word.lower():
        return f'"{row.word}" is not an error for "{word}"'
    if not 0 < row.probability <= 1 + SUM_TOLERANCE:
        return f"a probability must be above 0 and at most 1, not {row.probability:g}"
    invalid = [far for far in (row.phonological, row.semantic) if not math.isnan(far) and not 0 <= far < math.inf]
    return f"a distance must be 0 or more, not {invalid[0]:g}" if invalid else ""


def check_row_sum(word: str, row: Sequence[Candidate], name: str, number: int) -> None:
    total = math.fsum(candidate.probability for candidate in row)
    if not abs(total - 1) <= SUM_TOLERANCE:
        raise ScoreError(f'the probabilities of "{word}" add up to {total:.6g} instead of 1', path=name, line=number)
