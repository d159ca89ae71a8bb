"""What a recogniser held possible for an utterance: texts, the best first, and their scores."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Protocol

    from mondegreen.lattice import WordLattice

    class Reader(Protocol):
        """Lists in their order; what one should know of them stands in `notes` once all were read."""

        name: str

        @property
        def notes(self) -> list[str]:
            """Sentences on what did not fit."""

        def __iter__(self) -> Iterator[NBest]: ...


# A score as torch prints it, such as `tensor(-3.45, device='cuda:0')`.
SCORE = re.compile(r"tensor\(\s*\[?\s*([^\s,\])]+)\s*\]?\s*(?:,[^)]*)?\)")


class NBest(NamedTuple):
    """The texts of an utterance and, by the name of each score, a score for each text: the greater, the better.

    `ranks` are their places as the file has them. What was made of a lattice has it too.
    """

    key: str
    texts: Sequence[str]
    scores: Mapping[str, Sequence[float]]
    ranks: Sequence[int] = ()
    lattice: WordLattice | None = None

    def scored(self, place: int) -> Mapping[str, float]:
        """The scores of the text at a place; of one that joined the list later none."""
        return {name: values[place] for name, values in self.scores.items() if place < len(values)}

    def first(self, count: int | None) -> NBest:
        """The best so many."""
        if count is None or count >= len(self.texts):
            return self
        scores = {name: values[:count] for name, values in self.scores.items()}
        return self._replace(texts=self.texts[:count], scores=scores, ranks=self.ranks[:count])


def number(text: str, path: str, line: int | None = None, key: str | None = None) -> float:
    """A score, in any of its spellings; one that is not finite is an error."""
    found = SCORE.fullmatch(text.strip())
    try:
        value = float(found[1] if found else text)
    except ValueError:
        raise ScoreError(f'"{text.strip()}" is not a score', path=path, line=line, key=key) from None
    if not math.isfinite(value):
        raise ScoreError(f"a score is {value}; leave the hypothesis out", path=path, line=line, key=key)
    return value


def ranked(ranks: Sequence[int], path: str, line: int | None, key: str) -> list[int]:
    """The places of hypotheses in the order of their ranks; a rank that comes twice is an error."""
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    for one, other in pairwise(order):
        if ranks[one] == ranks[other]:
            raise ScoreError(f"rank {ranks[one]} comes twice", path=path, line=line, key=key)
    return order


def has_gap(ranks: Sequence[int]) -> bool:
    """Whether a rank is missing among ranks in order, which begin at 0 or 1."""
    return bool(ranks) and (ranks[0] > 1 or ranks[-1] - ranks[0] + 1 != len(ranks))
