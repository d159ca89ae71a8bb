"""The file of a substitution table: text that can be read, kept and shared.

Lines `# name: value` say what it was made from, a line names the columns, and each line then holds a word, a candidate,
its probability, and the distances of the two in sound and in sense, with tabs between. The candidates of a word follow
each other and their probabilities add up to 1. A distance that is not known is left empty.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING

from mondegreen.corrupt.table import Candidate, Table
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines
from mondegreen.output import output

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TITLE = "# mondegreen substitution table, version 1"
COLUMNS = ("word", "candidate", "probability", "phonological", "semantic")
# Probabilities that were written with few digits may miss 1 by so much.
ROUNDED = 1e-4


def save(table: Table, path: str | os.PathLike[str]) -> None:
    """Writes a table, whole or not at all."""
    with output(path) as stream:
        stream.writelines(f"{line}\n" for line in lines(table))


def lines(table: Table) -> Iterator[str]:
    """The lines of the file."""
    yield TITLE
    yield from (f"# {name}: {value}" for name, value in table.about.items())
    yield "\t".join(COLUMNS)
    for word in table:
        for candidate in table[word]:
            # Probabilities to the last digit, so that a table that was kept gives the same errors.
            distances = "\t".join("" if math.isnan(value) else f"{value:.8g}" for value in candidate[2:])
            yield f"{word}\t{candidate.word}\t{candidate.probability!r}\t{distances}"


def load(path: str | os.PathLike[str]) -> Table:
    """The table in a file; what is wrong with it is told with its line."""
    name = os.fspath(path)
    text = load_lines(name)
    if not text or not text[0].startswith(TITLE.partition(",")[0]):
        raise ScoreError("this is no substitution table; `mondegreen corrupt --save-table FILE` writes one", path=name)
    about, first = header(text, name)
    rows: dict[str, list[Candidate]] = {}
    before = None
    for number in range(first, len(text)):
        word, candidate = entry(text[number], name, number + 1)
        if word != before:
            if word in rows:
                raise ScoreError(
                    f'"{word}" comes a second time; its candidates must follow each other', path=name, line=number + 1
                )
            if before is not None:
                whole(before, rows[before], name, number)
            rows[word], before = [], word
        rows[word].append(candidate)
    if before is None:
        raise ScoreError("the table is empty: no word has candidates", path=name)
    whole(before, rows[before], name, len(text))
    return Table.of(rows, about)


def header(text: Sequence[str], name: str) -> tuple[dict[str, str], int]:
    """What the first lines say, and which line is the first of the table."""
    about: dict[str, str] = {}
    for number, line in enumerate(text[1:], 1):
        if not line.startswith("# "):
            if line.split("\t") != list(COLUMNS):
                raise ScoreError(
                    f"expected the names of the columns, {', '.join(COLUMNS)}, with tabs between",
                    path=name,
                    line=number + 1,
                )
            return about, number + 1
        key, _, value = line[2:].partition(": ")
        about[key] = value
    raise ScoreError("the table ends before it begins: there are no columns", path=name, line=len(text))


def entry(line: str, name: str, number: int) -> tuple[str, Candidate]:
    """A line's word and candidate."""
    fields = line.split("\t")
    if len(fields) != len(COLUMNS):
        raise ScoreError(
            f"expected {len(COLUMNS)} fields with tabs between, found {len(fields)}", path=name, line=number
        )
    word, candidate, *numbers = fields
    try:
        row = Candidate(candidate, *(float(value) if value else math.nan for value in numbers))
    except ValueError as error:
        raise ScoreError(f"{error}; expected a number", path=name, line=number) from error
    if what := fault(word, row):
        raise ScoreError(what, path=name, line=number)
    return word.lower(), row


def fault(word: str, row: Candidate) -> str:
    """What is wrong with a word or its candidate, if anything."""
    if not word.strip():
        return "there is no word"
    if not row.word.strip():
        return f'there is no candidate for "{word}"'
    if row.word.lower() == word.lower():
        return f'"{row.word}" is no error in place of "{word}"'
    if not 0 < row.probability <= 1 + ROUNDED:
        return f"a probability is a number over 0 and up to 1, not {row.probability:g}"
    odd = [far for far in (row.phonological, row.semantic) if not math.isnan(far) and not 0 <= far < math.inf]
    return f"a distance is a number of 0 or more, not {odd[0]:g}" if odd else ""


def whole(word: str, row: Sequence[Candidate], name: str, number: int) -> None:
    """Refuses a word whose probabilities do not add up to 1."""
    total = math.fsum(candidate.probability for candidate in row)
    if not abs(total - 1) <= ROUNDED:
        raise ScoreError(f'the probabilities of "{word}" add up to {total:.6g} and not to 1', path=name, line=number)
