"""Triplets that people judged: a reference, two hypotheses, and how many chose each.

A file of columns between tabs, whose first line names them: `reference`, `hypA`, `nbrA`, `hypB` and `nbrB`, in any
order, and any others, as the HATS corpus has them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mondegreen.errors import ScoreError
from mondegreen.formats.reading import Reading
from mondegreen.io.source import label, load_lines
from mondegreen.output import text_output

TEXTS = ("reference", "hypA", "hypB")
VOTES = ("nbrA", "nbrB")
MOST = 1_000_000
COUNT = re.compile(r"[0-9]{1,7}")
# With fewer votes a triplet does not count, unless the user says so.
LEAST_VOTES = 5


@dataclass(frozen=True, slots=True)
class Triplets:
    """The columns of a file by their names, of `rows` triplets; a missing vote is "" there."""

    path: str
    columns: dict[str, list[str]]
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def texts(self) -> tuple[list[str], list[str], list[str]]:
        reference, first, second = (self.columns[name] for name in TEXTS)
        return reference, first, second

    def votes(self, *, missing: int | None = None) -> list[tuple[int, int]]:
        """How many chose the first and the second hypothesis; votes that are missing are an error, or so many."""
        sides = ([self.vote(name, place, missing) for place in range(len(self))] for name in VOTES)
        return list(zip(*sides, strict=True))

    def vote(self, name: str, place: int, missing: int | None) -> int:
        """The votes in one cell."""
        text = self.columns[name][place].strip()
        if not text and missing is not None:
            return missing
        if not text:
            what = f"the number of votes is missing in {name}; give one, or collect votes by --vote"
            raise ScoreError(what, path=self.path, line=self.lines[place])
        if not (COUNT.fullmatch(text) and int(text) <= MOST):
            raise ScoreError(f'"{text}" in {name} is not a number of votes', path=self.path, line=self.lines[place])
        return int(text)

    def with_vote(self, place: int, side: int) -> "Triplets":
        """The triplets with one vote more for a side of one of them."""
        name = VOTES[side]
        votes = list(self.columns[name])
        votes[place] = str(self.vote(name, place, 0) + 1)
        return replace(self, columns={**self.columns, name: votes})


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a file by their names, and the line of each row."""

    path: str
    columns: dict[str, list[str]]
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)

    def require(self, name: str) -> None:
        """Refuses a table without a column of that name."""
        if name not in self.columns:
            what = f'the first line names no column "{name}"; it holds {", ".join(self.columns)}'
            raise ScoreError(what, path=label(self.path), line=1)


def read_table(path: str, encoding: str = "utf-8") -> Table:
    """The table of a file, whose first line names the columns."""
    reading = Reading(label(path), encoding)
    rows = [
        (number, line.rstrip("\r\n").split("\t"))
        for number, line in enumerate(load_lines(path, encoding), 1)
        if line.strip()
    ]
    if not rows:
        raise ScoreError("the file is empty", path=reading.name)
    names = [name.strip() for name in rows[0][1]]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise reading.error(f'two columns are named "{repeated[0]}"', 1)
    for number, cells in rows[1:]:
        if len(cells) != len(names):
            raise reading.error(f"expected {len(names)} columns, found {len(cells)}", number)
    columns = {name: [cells[place] for _, cells in rows[1:]] for place, name in enumerate(names)}
    return Table(path, columns, [number for number, _ in rows[1:]])


def parse_triplets(table: Table) -> Triplets:
    """The triplets of a table; columns of votes may be lacking where nobody voted yet."""
    for name in TEXTS:
        table.require(name)
    columns = table.columns | {name: [""] * len(table) for name in VOTES if name not in table.columns}
    return Triplets(table.path, columns, table.lines)


def read_triplets(path: str, encoding: str = "utf-8") -> Triplets:
    """The triplets of a file."""
    return parse_triplets(read_table(path, encoding))


def write_triplets(triplets: Triplets) -> None:
    """Writes the triplets to where they came from, whole or not at all."""
    with text_output(triplets.path) as stream:
        for cells in ([*triplets.columns], *zip(*triplets.columns.values(), strict=True)):
            stream.write("\t".join(cells) + "\n")
