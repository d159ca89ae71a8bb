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


def read_triplets(path: str, encoding: str = "utf-8") -> Triplets:
    """The triplets of a file; columns of votes may be lacking where nobody voted yet."""
    reading = Reading(label(path), encoding)
    rows = [
        (number, line.rstrip("\r\n").split("\t"))
        for number, line in enumerate(load_lines(path, encoding), 1)
        if line.strip()
    ]
    if not rows:
        raise ScoreError("the file is empty", path=reading.name)
    names = [name.strip() for name in rows[0][1]]
    for name in TEXTS:
        if names.count(name) != 1:
            raise reading.error(f'the first line names no column "{name}", or several; it holds {", ".join(names)}', 1)
    if repeated := [name for name in names if names.count(name) > 1]:
        raise reading.error(f'two columns are named "{repeated[0]}"', 1)
    for number, cells in rows[1:]:
        if len(cells) != len(names):
            raise reading.error(f"expected {len(names)} columns, found {len(cells)}", number)
    columns = {name: [cells[place] for _, cells in rows[1:]] for place, name in enumerate(names)}
    for name in VOTES:
        columns.setdefault(name, [""] * (len(rows) - 1))
    return Triplets(path, columns, [number for number, _ in rows[1:]])


def write_triplets(triplets: Triplets) -> None:
    """Writes the triplets to where they came from, whole or not at all."""
    with text_output(triplets.path) as stream:
        for cells in ([*triplets.columns], *zip(*triplets.columns.values(), strict=True)):
            stream.write("\t".join(cells) + "\n")
