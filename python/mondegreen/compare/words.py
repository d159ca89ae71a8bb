"""Two runs word by word: what the tests on alignments need."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from mondegreen.aggregate.tally import tally
from mondegreen.compare.mapsswe import MatchedPairs, mapsswe_test, references, segments
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run


def mapsswe(base: Run, system: Run) -> MatchedPairs:
    """The matched pairs test; segments without errors say nothing and are left out."""
    differences = []
    for one, other in zip(steps(base), steps(system), strict=True):
        if references(one) != references(other):
            raise ScoreError("its references are cut into other words", path=system.name)
        found = segments(one, other)
        differences += [each.first - each.second for each in found if each.first or each.second]
    return mapsswe_test(differences)


def steps(run: Run) -> Iterator[Sequence[int]]:
    """The steps of the alignment of words of each pair."""
    for batch in run.batches():
        found = batch.alignment("words")
        every, offsets = found.steps.tobytes(), found.offsets.tolist()
        yield from (every[begin:end] for begin, end in pairwise(offsets))


def rights(run: Run) -> list[bool]:
    """Of each pair, whether all words are right."""
    errors = tally(run)[:, 1:].sum(axis=1)
    return [not each for each in errors.tolist()]
