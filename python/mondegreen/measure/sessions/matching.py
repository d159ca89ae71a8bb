"""Which speaker of the hypothesis belongs to which of the reference: all against all, and the cheapest assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen._core import least_assignment
from mondegreen.measure.sessions.metric import Matched, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Matches, substitutions, insertions and deletions.
Counts = tuple[int, int, int, int]


def padded(names: Sequence[str], size: int) -> list[str | None]:
    """So many names, none behind the last."""
    return [*names, *[None] * (size - len(names))]


def matched(
    references: Sequence[str],
    hypotheses: Sequence[str],
    counts: Callable[[Sequence[str | None], Sequence[str | None]], Sequence[Sequence[int]]],
    cost: Callable[[Matched], float],
) -> Outcome:
    """The assignment whose costs add up to the least.

    `counts` says what each name on one side has against each on the other, row by row. There are as many names on
    both sides: for each speaker too many there is none on the other, who said nothing.
    """
    size = max(len(references), len(hypotheses))
    rows, columns = padded(references, size), padded(hypotheses, size)
    pairs = [(row, column) for row in rows for column in columns]
    table = [Matched(*pair, *map(int, found)) for pair, found in zip(pairs, counts(rows, columns), strict=True)]
    assigned = least_assignment([cost(each) for each in table], size)
    found = [table[row * size + column] for row, column in enumerate(assigned)]
    return Outcome(found, sum(each.errors for each in found))
