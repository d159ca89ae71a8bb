"""Combination of systems by voting, after ROVER (Fiscus, ASRU 1997).

The first system's words are a network of columns. Each further system is aligned with it: its words join columns, or
make new ones, and columns that it passes get the null word from it. Then each column votes: how many systems have a
word counts, and how sure they are of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from mondegreen._core import pair_arcs

# Text, or the bytes of a file.
Text = Any
# The text of no word.
NULL = "@"


@dataclass(frozen=True, slots=True)
class Word:
    """A system's word; `start` and `end` are 0 where it has no times."""

    text: Text
    start: float = 0.0
    end: float = 0.0
    confidence: float = 0.0
    system: Text = ""


@dataclass(slots=True, eq=False)
class Arc:
    """A word between two nodes."""

    source: int
    target: int
    word: Word


@dataclass
class Network:
    """The words of systems, between a start and an end."""

    null: Word
    arcs: list[Arc] = field(default_factory=list)
    start: int = 0
    end: int = 0
    nodes: int = 1
    systems: int = 1

    entering: dict[int, list[Arc]] = field(default_factory=dict)

    def push(self, word: Word) -> None:
        """Add a word behind the end."""
        self.push_branches([[word]])

    def push_branches(self, branches: Iterable[Sequence[Word]]) -> None:
        """Add alternatives behind the end, each of one or several words."""
        source, self.end = self.end, self.add_node()
        for branch in branches:
            node = source
            for word in branch[:-1]:
                behind = self.add_node()
                self.add_arcs(node, behind, [word])
                node = behind
            self.add_arcs(node, self.end, branch[-1:])

    def add_node(self) -> int:
        self.nodes += 1
        return self.nodes - 1

    def add_arcs(self, source: int, target: int, words: Iterable[Word]) -> None:
        arcs = [Arc(source, target, word) for word in words]
        self.arcs += arcs
        self.entering.setdefault(target, []).extend(arcs)

    def merge(
        self, system: "Network", *, by_times: bool = False, is_mark: Callable[[Text], bool] | None = None
    ) -> None:
        """Align the words of a further system, and let them join; marks are paired with their equals alone."""
        ids: dict[Text, int] = {self.null.text: 0}
        sides = [
            [
                (arc.source, arc.target, ids.setdefault(arc.word.text, len(ids)), arc.word.start, arc.word.end)
                for arc in each.arcs
            ]
            for each in (self, system)
        ]
        marks = [number for text, number in ids.items() if is_mark and is_mark(text)]
        ends = (self.start, self.end), (system.start, system.end)
        pairs = pair_arcs(sides[0], ends[0], sides[1], ends[1], by_times=by_times, marks=marks)
        arcs = [None if mine is None else self.arcs[mine] for mine, _ in pairs]
        # What is inserted comes behind the arc before it, which moves while later ones are inserted.
        before: Iterator[Arc | None] = accumulate(arcs, lambda last, arc: arc or last)
        for arc, last, (_, theirs) in reversed([*zip(arcs, before, pairs, strict=True)]):
            word = self.null if theirs is None else system.arcs[theirs].word
            if arc is None:
                self._insert(last, word)
            else:
                self.add_arcs(arc.source, arc.target, [word])
        self.systems += 1

    def _insert(self, last: Arc | None, word: Word) -> None:
        """Insert a column behind an arc, or at the start, with null words of the systems before."""
        new = self.add_node()
        target = self.start if last is None else last.target
        if last is None:
            self.start = new
        self.entering[new] = self.entering.pop(target, [])
        for arc in self.entering[new]:
            arc.target = new
        self.add_arcs(new, target, [word, *[self.null] * self.systems])

    def list_columns(self) -> Iterator[list[Word]]:
        """The columns in order; alternatives of several words, which are no column, are an error."""
        leaving: dict[int, list[Arc]] = {}
        for arc in self.arcs:
            leaving.setdefault(arc.source, []).append(arc)
        node = self.start
        while node != self.end:
            arcs = leaving[node]
            if len({arc.target for arc in arcs}) > 1:
                raise ValueError("Node Violates linear topology")
            yield [arc.word for arc in arcs]
            node = arcs[0].target


@dataclass(slots=True)
class Entry:
    """What a column says of a word: its sums over the systems that have it."""

    text: Text
    count: int = 0
    start: float = 0.0
    end: float = 0.0
    confidence: float = 0.0
    greatest: float = 0.0

    def average(self) -> Word:
        """The word with the means of its times and confidences."""
        times = self.start / self.count, (self.end - self.start) / self.count
        return Word(self.text, times[0], times[1], self.confidence / self.count)


def list_entries(column: Sequence[Word]) -> list[Entry]:
    """The words of a column, each once, in order."""
    entries: dict[Text, Entry] = {}
    for word in column:
        entry = entries.setdefault(word.text, Entry(word.text))
        entry.count += 1
        entry.start += word.start
        entry.end += word.end
        entry.confidence += word.confidence
        entry.greatest = max(entry.greatest, word.confidence)
    return list(entries.values())
