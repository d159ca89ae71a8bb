"""A word lattice: its arcs and times, best paths, oracle, MBR decoding (Xu et al. 2011) and arc posteriors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import Decoded, Lattice
from mondegreen.errors import ScoreError

FIELDS = [("begin", "i4"), ("end", "i4"), ("source", "u4"), ("target", "u4"), ("word", "i4")]
COSTS = [("graph", "f4"), ("acoustic", "f4")]
ARC = FIELDS + COSTS


class Path(NamedTuple):
    """A path: its words, as numbers without a symbol table, and its costs."""

    words: list[str] | list[int]
    graph: float
    acoustic: float


class WordLattice:
    """The hypotheses of an utterance as a graph."""

    def __init__(self, key: str, lattice: Lattice, words: Mapping[int, str] | None = None) -> None:
        self.key = key
        self.table = words
        try:
            self.core = lattice.sorted()
        except ValueError as error:
            raise ScoreError(str(error), key=key) from None

    def __repr__(self) -> str:
        return f"WordLattice({self.key!r}, {self.core.states} states, {self.core.arcs} arcs)"

    def scaled(self, *, graph: float = 1.0, acoustic: float = 1.0) -> WordLattice:
        """The lattice with scaled costs; an acoustic scale of about 0.1 is usual."""
        return WordLattice(self.key, self.core.scaled(((graph, 0.0), (0.0, acoustic))), self.table)

    @property
    def arcs(self) -> NDArray[np.void]:
        """A record for each arc: begin and end in frames, the states it joins, word, graph and acoustic cost."""
        import numpy as np

        times = self.times
        rows = [
            (times[source], times[source] + len(ids), source, target, word, graph, acoustic)
            for source, target, word, graph, acoustic, ids in self.core.all_arcs()
        ]
        return np.array(rows, dtype=np.dtype(ARC))

    @property
    def times(self) -> list[int]:
        """The frame of each state."""
        try:
            return self.core.times()[0]
        except ValueError as error:
            raise ScoreError(str(error), key=self.key) from None

    def best(self) -> Path | None:
        """The path of least cost; none where no path reaches a final state."""
        return self.path(self.core.best_path())

    def nbest(self, count: int) -> list[Path]:
        """The `count` best paths."""
        from mondegreen._core import best_paths

        return [path for path in map(self.path, best_paths(self.core, count)) if path is not None]

    def oracle(self, reference: Sequence[str] | Sequence[int]) -> tuple[list[str] | list[int], int] | None:
        """The words of the path with the fewest errors, and the number of errors."""
        from mondegreen._core import least_errors

        numbers = {word: number for number, word in self.table.items()} if self.table else {}
        # A word without a number is in no lattice.
        words = [word if isinstance(word, int) else numbers.get(word, -1) for word in reference]
        found = least_errors(self.core, words)
        if found is None:
            return None
        return self.spell(found.words), found.insertions + found.deletions + found.substitutions

    def least_risk(self) -> Decoded:
        """The words of least expected errors, with times and posteriors; words are numbers."""
        from mondegreen._core import least_risk

        try:
            return least_risk(self.core.pruned(math.inf))  # without states on no path, which have no time
        except ValueError as error:
            raise ScoreError(str(error), key=self.key) from None

    def posteriors(self) -> NDArray[np.float64]:
        """The posterior of each arc, in the order of `arcs`."""
        import numpy as np

        from mondegreen._core import arc_posteriors

        try:
            rows = arc_posteriors(self.core)
        except ValueError as error:
            raise ScoreError(str(error), key=self.key) from None
        logs: NDArray[np.float64] = np.array([row[-1] for row in rows], dtype=np.float64)
        return np.asarray(np.exp(logs), dtype=np.float64)

    def dot(self) -> str:
        """The lattice in the language of Graphviz."""
        lines = [f"digraph {quote_dot(self.key)} {{", "  rankdir = LR;", "  node [shape = circle];"]
        lines += [f"  {state} [shape = doublecircle];" for state, *_ in self.core.ends()]
        for source, target, word, graph, acoustic, _ in self.core.all_arcs():
            label = f"{self.spell([word])[0] if word else ''}/{graph:g},{acoustic:g}"
            lines.append(f"  {source} -> {target} [label = {quote_dot(label)}];")
        return "\n".join([*lines, "}", ""])

    def path(self, lattice: Lattice) -> Path | None:
        """The path of a lattice that has one."""
        line = lattice.only_path()
        return None if line is None else Path(self.spell(line[0]), line[2], line[3])

    def spell(self, words: list[int]) -> list[str] | list[int]:
        return words if self.table is None else spell_words(words, self.table, self.key)


def spell_words(words: Sequence[int], table: Mapping[int, str], key: str) -> list[str]:
    """The words of numbers, all of which the table must have."""
    for word in words:
        if word not in table:
            raise ScoreError(f"word {word} is not in the table of words", key=key)
    return [table[word] for word in words]


def quote_dot(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
