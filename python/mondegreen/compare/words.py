"""Two runs word by word: what the tests on alignments need."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from mondegreen.aggregate.tally import count_steps
from mondegreen.compare.mapsswe import MatchedPairs, count_references, find_segments, mapsswe_test
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run


def mapsswe_of_runs(base: Run, system: Run) -> MatchedPairs:
    """The matched pairs test; segments without errors say nothing and are left out."""
    differences = []
    for one, other in zip(iterate_steps(base), iterate_steps(system), strict=True):
        if count_references(one) != count_references(other):
            raise ScoreError("its references are cut into other words", path=system.name)
        found = find_segments(one, other)
        differences += [each.first - each.second for each in found if each.first or each.second]
    return mapsswe_test(differences)


def iterate_steps(run: Run) -> Iterator[Sequence[int]]:
    """The steps of the alignment of words of each pair."""
    for batch in run.batches():
        found = batch.alignment("words")
        every, offsets = found.steps.tobytes(), found.offsets.tolist()
        yield from (every[begin:end] for begin, end in pairwise(offsets))


def are_right(run: Run) -> list[bool]:
    """Of each pair, whether all words are right."""
    errors = count_steps(run)[:, 1:].sum(axis=1)
    return [not each for each in errors.tolist()]
