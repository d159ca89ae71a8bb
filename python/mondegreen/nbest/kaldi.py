"""Kaldi's n-best lists, as nbest-to-linear writes them: `utterance-N words...`, and costs in files beside."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.io.source import label
from mondegreen.nbest.lists import NBest, has_gap, number, ranked
from mondegreen.nbest.stream import lines
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

KEY = re.compile(r"(.+)-([0-9]{1,18})")


class Row(NamedTuple):
    """A hypothesis and where it stands."""

    key: str
    rank: int
    text: str
    line: int
    scores: Sequence[float]


class KaldiLists:
    """Lists whose utterances stand together; a cost becomes a score by its sign.

    `costs` are the files of costs by name. They have the same keys in the same order as the texts, as Kaldi's program
    leaves them.
    """

    def __init__(self, path: str, costs: Mapping[str, str], encoding: str = "utf-8") -> None:
        self.path, self.costs, self.encoding = path, costs, encoding
        self.name = label(path)
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        gaps = 0
        for key, group in groupby(self.rows(), key=lambda row: row.key):
            rows = list(group)
            if key in seen:
                what = f"the list of utterance {key} goes on after another's; sort the file"
                raise ScoreError(what, path=self.name, line=rows[0].line)
            seen.add(key)
            order = ranked([row.rank for row in rows], self.name, rows[0].line, key)
            rows = [rows[place] for place in order]
            ranks = [row.rank for row in rows]
            gaps += has_gap(ranks)
            scores = {name: [row.scores[at] for row in rows] for at, name in enumerate(self.costs)}
            yield NBest(key, [row.text for row in rows], scores, ranks)
        if gaps:
            self.notes.append(f"{amount(gaps, 'list')} of {self.name} with ranks missing; the others were taken")

    def rows(self) -> Iterator[Row]:
        """The hypotheses in the order of the file."""
        beside = [(path, lines(path, self.encoding)) for path in self.costs.values()]
        for line, text in lines(self.path, self.encoding):
            whole, _, words = text.strip().replace("\t", " ", 1).partition(" ")
            found = KEY.fullmatch(whole)
            if found is None:
                what = f'the key "{whole}" does not end in a rank, as utterance-1 does'
                raise ScoreError(what, path=self.name, line=line)
            scores = [0.0 - cost(whole, path, rows) for path, rows in beside]  # of 0 not -0
            yield Row(found[1], int(found[2]), words.strip(), line, scores)
        for path, rows in beside:
            for line, text in rows:
                what = f'"{text.split()[0]}" is behind the last hypothesis of {self.name}'
                raise ScoreError(what, path=label(path), line=line)


def cost(key: str, path: str, rows: Iterator[tuple[int, str]]) -> float:
    """The next cost of a file, which must be that of the hypothesis."""
    line, text = next(rows, (None, ""))
    fields = text.split()
    if len(fields) != 2 or fields[0] != key:
        found = f'"{text.strip()}"' if line else "its end"
        raise ScoreError(f"expected the cost of {key}, found {found}", path=label(path), line=line)
    return number(fields[1], label(path), line)
