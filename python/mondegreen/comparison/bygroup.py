"""Where a system differs from a baseline: by groups of utterances, by kinds of words, by parts of speech."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mondegreen.comparison.statistics import percent_change
from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError
from mondegreen.metrics.embeddings import WordErrorRateWithEmbeddings
from mondegreen.metrics.support.rows import Groups
from mondegreen.pairs import UTTERANCE
from mondegreen.results.run import Run, score_groups
from mondegreen.results.word_groups import WAYS, cost_by_tag, doubling_range, group_words, list_weighted_metrics

# What is no column of the user's: words by their part of speech with their distance, and utterances by length.
CLASS, LENGTH = "upos", "utterance-length"
# What needs tags of the references' words.
TAGGED = frozenset({CLASS, "word-class"})


class Both(NamedTuple):
    """A group, the quantity compared, both systems' values, and the number of utterances or words."""

    group: str
    what: str
    base: float
    system: float
    units: int

    @property
    def change(self) -> float:
        return self.system - self.base

    @property
    def relative(self) -> float:
        """The change in percent of the baseline; NaN of 0."""
        return percent_change(self.change, self.base)


def compare_groups(base: Run, system: Run, name: str) -> list[Both]:
    """The groups of that name, which may be a way to group words, or any column."""
    if name == CLASS:
        return compare_parts_of_speech(base, system)
    if name in WAYS:
        return compare_word_groups(base, system, name)
    return compare_column(base, system, name)


def check_group_name(runs: Sequence[Run], name: str) -> None:
    """Rejects a name that is neither one of ours nor that of a column."""
    columns = dict.fromkeys(column for run in runs for column in (UTTERANCE, run.pairs.noun, *run.pairs.fields))
    known = (CLASS, *WAYS, LENGTH, *columns)
    if name not in known:
        raise unknown_name("column", name, known)
    noun = runs[0].pairs.noun
    if noun != UTTERANCE and name in (CLASS, *WAYS):
        raise ScoreError(f"{name} groups words, and which of a {noun} are right each metric says in its own way")


def compare_parts_of_speech(base: Run, system: Run) -> list[Both]:
    """The mean semantic distance of the words of each class, the largest reduction for its size first.

    Words are aligned as by the run's metric of weighed errors, if it has one. Of words that are right or replaced the
    distance is 1 less the cosine with the aligned word, times 100; deletions are excluded. The count is of
    the baseline's words.
    """
    weighed = next(iter(list_weighted_metrics([base])), None) or WordErrorRateWithEmbeddings()
    groups, others = ({group.name: group for group in cost_by_tag(run, weighed)} for run in (base, system))
    found = [
        Both(name, "distance", group.mean_distance, others[name].mean_distance, group.words - group.deletions)
        for name, group in groups.items()
    ]
    return sorted(found, key=lambda each: (math.isnan(each.relative), each.relative, each.group))


def compare_word_groups(base: Run, system: Run, way: str) -> list[Both]:
    groups = zip(group_words(base, way), group_words(system, way), strict=True)
    return [Both(one.name, "errors", one.rate, other.rate, one.words) for one, other in groups]


def compare_column(base: Run, system: Run, name: str) -> list[Both]:
    groups = group_by_length(base) if name == LENGTH else find_groups(base, system, name)
    counts = np.bincount(groups.index, minlength=len(groups.names)).tolist()
    found = []
    (names, ours), (_, theirs) = score_groups(base, groups), score_groups(system, groups)
    for label in base.scores:
        values = zip(names, ours[label], theirs[label], counts, strict=True)
        found += [Both(group, label, one, other, count) for group, one, other, count in values]
    return found


def find_groups(base: Run, system: Run, name: str) -> Groups:
    return (base if name in base.pairs.fields or name not in system.pairs.fields else system).groups(name)


def group_by_length(run: Run) -> Groups:
    """Utterances by the number of reference words, in ranges that double, the shortest first."""
    lengths = [len(words) for batch in run.batches() for words in batch.tokens()[0]]
    steps = {doubling_range(length) if length else "0": length for length in sorted(lengths, reverse=True)}
    names = tuple(reversed(steps))
    rank = {name: rank for rank, name in enumerate(names)}
    index = [rank[doubling_range(length) if length else "0"] for length in lengths]
    return Groups(LENGTH, names, np.array(index, dtype=np.intp))
