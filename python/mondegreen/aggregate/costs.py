"""What errors cost by a metric that weighs them: each pair of words, each reference word, each part of speech."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.aggregate.wordgroups import tag_references
from mondegreen.alignment import DELETIONS, INSERTIONS, SUBSTITUTIONS
from mondegreen.measure.steps import steps
from mondegreen.measure.weighed import Weighed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Batch
    from mondegreen.measure.steps import Steps

    # The names of the groups of a batch, and the number of that of each reference word.
    Grouping = tuple[Sequence[str], NDArray[np.int64]]


class Substitution(NamedTuple):
    """Two words, how often the one was taken for the other, what that costs together, and their cosine or NaN."""

    reference: str
    hypothesis: str
    times: int
    total: float
    cosine: float

    @property
    def cost(self) -> float:
        """What it costs in the mean."""
        return self.total / self.times


@dataclass(slots=True)
class CostGroup:
    """Reference words of one kind: all, those replaced and those lost, what the errors weigh, and their distance.

    The distance is 1 less the cosine with the word in its place, summed over the words that have one; it is 1 where
    another word stands there and one of the two has no vector.
    """

    name: str
    words: int = 0
    substitutions: int = 0
    deletions: int = 0
    weight: float = 0.0
    distance: float = 0.0

    @property
    def rate(self) -> float:
        """The weight of errors per hundred words."""
        return 100 * self.weight / self.words

    @property
    def mean_distance(self) -> float:
        """The mean distance, times 100, of the words that were not lost; NaN if all were."""
        kept = self.words - self.deletions
        return 100 * self.distance / kept if kept else float("nan")


def list_weighted_metrics(runs: Sequence[Run]) -> list[Weighed]:
    """The metrics of weighed errors by which any run was scored."""
    found = {score.metric.label: score.metric for run in runs for score in run.scores.values()}
    return [metric for metric in found.values() if isinstance(metric, Weighed)]


def sum_substitutions(run: Run, metric: Weighed) -> list[Substitution]:
    """All pairs of words that were taken for each other."""
    found: dict[tuple[str, str], Substitution] = {}
    for batch in run.batches():
        for each in sum_batch_substitutions(steps(metric, batch)):
            before = found.get(each[:2])
            if before is not None:
                each = each._replace(times=each.times + before.times, total=each.total + before.total)  # noqa: PLW2901
            found[each[:2]] = each
    return list(found.values())


def sum_batch_substitutions(these: Steps) -> Iterable[Substitution]:
    """Those of one batch."""
    wrong = np.flatnonzero(these.counts & (these.found.steps == SUBSTITUTIONS))
    codes = these.references[wrong] << 32 | these.hypotheses[wrong]
    distinct, first, places = np.unique(codes, return_index=True, return_inverse=True)
    counts, totals = np.bincount(places), np.bincount(places, these.weights[wrong])
    numbers = (counts, totals, these.cosines[wrong[first]])
    for code, *values in zip(distinct.tolist(), *(each.tolist() for each in numbers), strict=True):
        yield Substitution(these.words[code >> 32], these.words[code & 0xFFFFFFFF], *values)


def rank_by_cost(found: Iterable[Substitution], count: int) -> list[Substitution]:
    """So many that cost most together; equals by their words in the order of code points."""
    return nsmallest(count, found, key=lambda each: (-each.total, each.reference, each.hypothesis))


def group_by_itself(_batch: Batch, these: Steps) -> Grouping:
    """Each reference word as the group of itself."""
    return these.words, these.references[these.found.steps != INSERTIONS]


def cost_by_word(run: Run, metric: Weighed) -> list[CostGroup]:
    """The reference words, those first on which errors weigh most."""
    return sum_word_groups(run, metric, group_by_itself)


def cost_by_tag(run: Run, metric: Weighed) -> list[CostGroup]:
    """The parts of speech of reference words, those first on which errors weigh most."""

    def grouping(batch: Batch, _these: Steps) -> Grouping:
        said = chain.from_iterable(tag_references(batch))
        names, places = np.unique(np.array(list(said), dtype=np.str_), return_inverse=True)
        return names.tolist(), places.astype(np.int64)

    return sum_word_groups(run, metric, grouping)


def sum_word_groups(run: Run, metric: Weighed, grouping: Callable[[Batch, Steps], Grouping]) -> list[CostGroup]:
    """The sums of each group of reference words."""
    found: defaultdict[str, CostGroup] = defaultdict(lambda: CostGroup(""))
    for batch in run.batches():
        these = steps(metric, batch)
        names, places = grouping(batch, these)
        for place, row in zip(*sum_columns(these, places, len(names)), strict=True):
            group = found[names[place]]
            group.name = names[place]
            add_columns(group, row)
    return sorted(found.values(), key=lambda group: (-group.weight, group.name))


def sum_columns(these: Steps, places: NDArray[np.int64], count: int) -> tuple[list[int], list[list[float]]]:
    """The groups that there are, and the columns of each."""
    said = these.found.steps != INSERTIONS
    arrays = (these.found.steps, these.weights, these.cosines, these.counts)
    kinds, weights, cosines, counts = (each[said] for each in arrays)
    wrong, lost = kinds == SUBSTITUTIONS, kinds == DELETIONS
    distances = np.where(wrong, np.where(np.isnan(cosines), 1.0, 1 - cosines), 0.0)
    columns = (np.ones(len(kinds)), wrong, lost, weights, distances)
    sums = np.column_stack([np.bincount(places, each * counts, minlength=count) for each in columns])
    there = np.flatnonzero(sums[:, 0])
    return there.tolist(), sums[there].tolist()


def add_columns(group: CostGroup, row: list[float]) -> None:
    """Adds the columns of a batch."""
    words, wrong, lost, weight, distance = row
    group.words += int(words)
    group.substitutions += int(wrong)
    group.deletions += int(lost)
    group.weight += weight
    group.distance += distance
