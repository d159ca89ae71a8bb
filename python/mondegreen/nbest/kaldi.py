"""Kaldi's n-best lists and lattices.

nbest-to-linear writes lists as `utterance-N words...`, with costs in files beside. Of a lattice the best paths with
different words are a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.io.source import label
from mondegreen.lattice import WordLattice, read
from mondegreen.nbest.lists import NBest, has_gap, order_by_rank, parse_score, read_lines
from mondegreen.notes import Note

# How many paths are expanded of a lattice unless `--n` says.
DEFAULT_PATHS = 100
RANKED_ID = re.compile(r"(.+)-([0-9]{1,18})")


class Hypothesis(NamedTuple):
    """A hypothesis and its line."""

    key: str
    rank: int
    text: str
    line: int
    scores: Sequence[float]


class KaldiLists:
    """Lists whose utterances stand together; a cost becomes a score by its sign.

    `costs` are the files of costs by name. They have the same IDs in the same order as the texts, as Kaldi's program
    writes them.
    """

    def __init__(self, path: str, costs: Mapping[str, str], encoding: str = "utf-8") -> None:
        self.path, self.costs, self.encoding = path, costs, encoding
        self.name = label(path)
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        gaps = 0
        for key, group in groupby(self.rows(), key=lambda row: row.key):
            rows = list(group)
            if key in seen:
                what = f"the list of utterance {key} goes on after another's; sort the file"
                raise ScoreError(what, path=self.name, line=rows[0].line)
            seen.add(key)
            order = order_by_rank([row.rank for row in rows], self.name, rows[0].line, key)
            rows = [rows[index] for index in order]
            ranks = [row.rank for row in rows]
            gaps += has_gap(ranks)
            scores = {name: [row.scores[at] for row in rows] for at, name in enumerate(self.costs)}
            yield NBest(key, [row.text for row in rows], scores, ranks)
        if gaps:
            self.notes.append(Note("ranks-missing", self.name, detail={"count": gaps}))

    def rows(self) -> Iterator[Hypothesis]:
        """The hypotheses in the order of the file."""
        beside = [(path, read_lines(path, self.encoding)) for path in self.costs.values()]
        for line, text in read_lines(self.path, self.encoding):
            ranked_id, _, words = text.strip().replace("\t", " ", 1).partition(" ")
            found = RANKED_ID.fullmatch(ranked_id)
            if found is None:
                what = f'the key "{ranked_id}" does not end in a rank, as utterance-1 does'
                raise ScoreError(what, path=self.name, line=line)
            scores = [0.0 - read_cost(ranked_id, path, rows) for path, rows in beside]  # of 0 not -0
            yield Hypothesis(found[1], int(found[2]), words.strip(), line, scores)
        for path, rows in beside:
            for line, text in rows:
                what = f'"{text.split()[0]}" is behind the last hypothesis of {self.name}'
                raise ScoreError(what, path=label(path), line=line)


def read_cost(key: str, path: str, rows: Iterator[tuple[int, str]]) -> float:
    """The next cost of a file, which must be that of the hypothesis."""
    line, text = next(rows, (None, ""))
    fields = text.split()
    if len(fields) != 2 or fields[0] != key:
        found = f'"{text.strip()}"' if line else "its end"
        raise ScoreError(f"expected the cost of {key}, found {found}", path=label(path), line=line)
    return parse_score(fields[1], label(path), line)


class LatticeLists:
    """The lattices of some archives, one in memory at a time; `lm` and `am` are the negated costs of Kaldi."""

    def __init__(self, paths: Sequence[str], words: str, count: int | None = None, weight: float = 1.0) -> None:
        self.paths, self.words = paths, words
        self.count = DEFAULT_PATHS if count is None else count
        self.weight = weight
        self.name = paths[0] if len(paths) == 1 else f"{len(paths)} archives"
        self.notes: list[Note] = []

    def __iter__(self) -> Iterator[NBest]:
        for path in self.paths:
            yield from self.read_archive(path)

    def read_archive(self, path: str) -> Iterator[NBest]:
        try:
            yield from map(self.expand, read(path, words=self.words))
        except ScoreError as error:
            if error.path or error.key is None:
                raise
            raise ScoreError(error.what, path=path, key=error.key) from error

    def expand(self, lattice: WordLattice) -> NBest:
        """The best paths under the weight of the language model; of paths with the same words the best one."""
        found: dict[str, tuple[float, float]] = {}
        for path in lattice.scaled(graph=self.weight).nbest(self.count):
            # A weight of 0 leaves no trace of the cost it scaled.
            graph = path.graph / self.weight if self.weight else 0.0
            found.setdefault(" ".join(map(str, path.words)), (0.0 - graph, 0.0 - path.acoustic))
        scores = {name: [pair[at] for pair in found.values()] for at, name in enumerate(("lm", "am"))}
        return NBest(lattice.key, list(found), scores, range(1, len(found) + 1), lattice)
