"""Kaldi's lattices as lists: the best paths of each, with different words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.lattice import read
from mondegreen.nbest.lists import NBest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.lattice import WordLattice

# How many paths are taken of a lattice where nobody says how many.
PATHS = 100


class LatticeLists:
    """The lattices of some archives, one in memory at a time; `lm` and `am` are the negated costs of Kaldi."""

    def __init__(self, paths: Sequence[str], words: str, count: int | None = None, weight: float = 1.0) -> None:
        self.paths, self.words = paths, words
        self.count = PATHS if count is None else count
        self.weight = weight
        self.name = paths[0] if len(paths) == 1 else f"{len(paths)} archives"
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[NBest]:
        for path in self.paths:
            yield from self.of(path)

    def of(self, path: str) -> Iterator[NBest]:
        """The lattices of one archive."""
        try:
            yield from map(self.expanded, read(path, words=self.words))
        except ScoreError as error:
            if error.path or error.key is None:
                raise
            raise ScoreError(error.what, path=path, key=error.key) from error

    def expanded(self, lattice: WordLattice) -> NBest:
        """The best paths under the language model's weight; of paths with the same words the best."""
        found: dict[str, tuple[float, float]] = {}
        for path in lattice.scaled(graph=self.weight).nbest(self.count):
            # A weight of 0 leaves no trace of the cost it scaled.
            graph = path.graph / self.weight if self.weight else 0.0
            found.setdefault(" ".join(map(str, path.words)), (0.0 - graph, 0.0 - path.acoustic))
        scores = {name: [pair[at] for pair in found.values()] for at, name in enumerate(("lm", "am"))}
        return NBest(lattice.key, list(found), scores, range(1, len(found) + 1), lattice)
