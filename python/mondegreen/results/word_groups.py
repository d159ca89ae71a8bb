"""Reference words by what they are like: their class, how often they occur, their length and their position.

And what errors on them cost, by a metric that weighs errors.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nsmallest
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.alignment import DELETIONS, INSERTIONS, SUBSTITUTIONS
from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
from mondegreen.metrics.entities import get_kind
from mondegreen.metrics.support.steps import Steps, weigh_steps
from mondegreen.metrics.support.weighed import Weighed
from mondegreen.metrics.wer_of import script_of
from mondegreen.resources.analysis import analyze_texts, level_of
from mondegreen.results.run import Run

# The name of the group of each reference word of a batch, utterance by utterance; all references were counted.
Naming = Callable[[Batch, Counter[str]], Iterable[str]]

FIFTHS = 5
LONGEST = 12
NO_SCRIPT = "none"


@dataclass(slots=True)
class WordGroup:
    """Reference words of one kind, and how many of them were replaced and lost; words too many are of no kind."""

    name: str
    words: int = 0
    substitutions: int = 0
    deletions: int = 0

    @property
    def rate(self) -> float:
        """Words that are wrong per hundred."""
        return 100 * (self.substitutions + self.deletions) / self.words


def count_insertions(run: Run) -> int:
    return sum(int((batch.alignment("words").steps == INSERTIONS).sum()) for batch in run.batches())


def tag_references(batch: Batch) -> list[Sequence[str]]:
    """The parts of speech of the reference words: those of the run's file of tags, else by the analyzer."""
    resources, words = batch.settings.resources, batch.tokens()[0]
    if "ref-tags" in resources.chosen:
        given: list[Sequence[str]] = resources.get("ref-tags").of(batch.keys, words)
        return given
    (found,) = analyze_texts([words], resources)
    return level_of(found, "universal", resources.get("analyzer").identity)


def name_classes(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    """The part of speech of each word, or what a file of tags says of it: of `B-PER` and `I-PER` the kind, PER."""
    return map(get_kind, chain.from_iterable(tag_references(batch)))


def name_scripts(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    return (script_of(word) or NO_SCRIPT for words in batch.tokens()[0] for word in words)


def name_frequencies(batch: Batch, counts: Counter[str]) -> Iterator[str]:
    return (doubling_range(counts[word]) for words in batch.tokens()[0] for word in words)


def name_lengths(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    lengths = (len(word) for words in batch.tokens()[0] for word in words)
    return (str(length) if length < LONGEST else f"{LONGEST} or more" for length in lengths)


def name_positions(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    return chain.from_iterable(name_fifths(len(words)) for words in batch.tokens()[0])


@lru_cache(maxsize=64)
def name_fifths(count: int) -> list[str]:
    """The fifth of each of so many words."""
    return [f"fifth {1 + FIFTHS * place // count}" for place in range(count)]


# What words may be grouped by: the names that users write.
WAYS: dict[str, Naming] = {
    "word-class": name_classes,
    "word-script": name_scripts,
    "word-frequency": name_frequencies,
    "word-length": name_lengths,
    "position": name_positions,
}


@cache
def doubling_range(count: int) -> str:
    """The step that a count falls into: 1, 2-3, 4-7, 8-15, ..."""
    low = 1 << (count.bit_length() - 1)
    return str(low) if low == 1 else f"{low}-{2 * low - 1}"


def group_words(run: Run, way: str) -> list[WordGroup]:
    """The groups in their own order: numbers by size, parts of speech by the alphabet."""
    counts: Counter[str] = Counter()
    if WAYS[way] is name_frequencies:
        for batch in run.batches():
            counts.update(chain.from_iterable(batch.tokens()[0]))
    found: dict[str, WordGroup] = {}
    for batch in run.batches():
        steps = batch.alignment("words").steps
        steps = steps[steps != INSERTIONS]
        every: dict[str, int] = {}
        places = np.array([every.setdefault(name, len(every)) for name in WAYS[way](batch, counts)], dtype=np.intp)
        if len(places) != len(steps):
            raise ScoreError(f"{len(places)} tags for {len(steps)} reference words", path=run.name)
        sums = (np.bincount(places, steps == step, len(every)) for step in (SUBSTITUTIONS, DELETIONS))
        for name, *numbers in zip(every, np.bincount(places, minlength=len(every)), *sums, strict=True):
            group = found.setdefault(name, WordGroup(name))
            group.words += int(numbers[0])
            group.substitutions += int(numbers[1])
            group.deletions += int(numbers[2])
    return sorted(found.values(), key=lambda group: (first_number(group.name), group.name))


def first_number(name: str) -> int:
    """The number in a name by which it is sorted; 0 where there is none."""
    return next((int(part) for part in name.replace("-", " ").split() if part.isdecimal()), 0)


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


def choose_weighted_metric(name: str | None, runs: Sequence[Run]) -> Weighed | None:
    """The metric by which errors tell what they weigh: the one asked for, else the first of the runs', if any."""
    if name is None:
        return next(iter(list_weighted_metrics(runs)), None)
    return None if name == "none" else select_weighted_metric(name)


def select_weighted_metric(name: str) -> Weighed:
    """The metric of that name, which must be one that weighs errors."""
    found = make_metric(name)
    if not isinstance(found, Weighed):
        raise ScoreError(f"{found.label} has no error weights; choose from ember, wer-e, wer-s")
    return found


def list_weighted_metrics(runs: Sequence[Run]) -> list[Weighed]:
    found = {score.metric.label: score.metric for run in runs for score in run.scores.values()}
    return [metric for metric in found.values() if isinstance(metric, Weighed)]


def sum_substitutions(run: Run, metric: Weighed) -> list[Substitution]:
    """All pairs of words that were taken for each other."""
    found: dict[tuple[str, str], Substitution] = {}
    for batch in run.batches():
        for each in sum_batch_substitutions(weigh_steps(metric, batch)):
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
        these = weigh_steps(metric, batch)
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
