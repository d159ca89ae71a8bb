"""One lattice, and what can be asked of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mondegreen._core import Decoded, Lattice

FIELDS = [("begin", "i4"), ("end", "i4"), ("source", "u4"), ("target", "u4"), ("word", "i4")]
COSTS = [("graph", "f4"), ("acoustic", "f4")]
ARC = FIELDS + COSTS


class Path(NamedTuple):
    """A path: its words, as numbers where no table is known, and its costs."""

    words: list[str] | list[int]
    graph: float
    acoustic: float


class WordLattice:
    """What a recogniser held possible for an utterance."""

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
        """The same with its costs times factors; an acoustic factor of about 0.1 is usual."""
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
        """The path that costs least; none where no path ends."""
        return self.path(self.core.best_path())

    def nbest(self, count: int) -> list[Path]:
        """The so many best paths."""
        from mondegreen._core import best_paths

        return [path for path in map(self.path, best_paths(self.core, count)) if path is not None]

    def oracle(self, reference: Sequence[str] | Sequence[int]) -> tuple[list[str] | list[int], int] | None:
        """The words of the path with the fewest errors, and how many those are."""
        from mondegreen._core import least_errors

        numbers = {word: number for number, word in self.table.items()} if self.table else {}
        # A word without a number is in no lattice.
        known = [word if isinstance(word, int) else numbers.get(word, -1) for word in reference]
        found = least_errors(self.core, known)
        if found is None:
            return None
        return self.spelled(found.words), found.insertions + found.deletions + found.substitutions

    def least_risk(self) -> Decoded:
        """The words of least expected errors, with times and likelihoods; words are numbers."""
        from mondegreen._core import least_risk

        try:
            return least_risk(self.core.pruned(math.inf))  # without states beside all paths, which would have no time
        except ValueError as error:
            raise ScoreError(str(error), key=self.key) from None

    def posteriors(self) -> NDArray[np.float64]:
        """How likely each arc is, in the order of `arcs`."""
        import numpy as np

        from mondegreen._core import arc_posteriors

        try:
            rows = arc_posteriors(self.core)
        except ValueError as error:
            raise ScoreError(str(error), key=self.key) from None
        logs: NDArray[np.float64] = np.array([row[-1] for row in rows], dtype=np.float64)
        return np.asarray(np.exp(logs), dtype=np.float64)

    def dot(self) -> str:
        """A drawing for Graphviz."""
        lines = [f"digraph {quoted(self.key)} {{", "  rankdir = LR;", "  node [shape = circle];"]
        lines += [f"  {state} [shape = doublecircle];" for state, *_ in self.core.ends()]
        for source, target, word, graph, acoustic, _ in self.core.all_arcs():
            label = f"{self.spelled([word])[0] if word else ''}/{graph:g},{acoustic:g}"
            lines.append(f"  {source} -> {target} [label = {quoted(label)}];")
        return "\n".join([*lines, "}", ""])

    def path(self, lattice: Lattice) -> Path | None:
        """A lattice of one path as a path."""
        line = lattice.only_path()
        return None if line is None else Path(self.spelled(line[0]), line[2], line[3])

    def spelled(self, words: list[int]) -> list[str] | list[int]:
        """Words for numbers, if they are known."""
        return words if self.table is None else spelled(words, self.table, self.key)


def spelled(words: Sequence[int], table: Mapping[int, str], key: str) -> list[str]:
    """Words for numbers, all of which the table must have."""
    for word in words:
        if word not in table:
            raise ScoreError(f"word {word} is not in the table of words", key=key)
    return [table[word] for word in words]


def quoted(text: str) -> str:
    """A string of Graphviz."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
