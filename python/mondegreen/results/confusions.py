"""Which words were taken for which, and which were lost or made up, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES
from mondegreen.batch import Batch
from mondegreen.metrics.support.steps import NOTHING, Vocabulary, number_words
from mondegreen.results.run import Run
from mondegreen.tokenization import tokenize_texts

KINDS = ("substitutions", "deletions", "insertions")
FEW = 256


class Confusion(NamedTuple):
    """A reference word, the word in its place, "" where there is none, and how often each system has it."""

    reference: str
    hypothesis: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Confusions:
    """The confusions of several systems: `pairs[n, 2]` are places in `words`, `counts[n, systems]` how often."""

    words: Sequence[str]
    pairs: NDArray[np.int64]
    counts: NDArray[np.int64]

    def of(self, kind: str) -> Confusions:
        """Those of one of KINDS."""
        lost, made_up = self.pairs[:, 1] == NOTHING, self.pairs[:, 0] == NOTHING
        chosen = {"substitutions": ~(lost | made_up), "deletions": lost, "insertions": made_up}[kind]
        return Confusions(self.words, self.pairs[chosen], self.counts[chosen])

    def top(self, count: int) -> list[Confusion]:
        """The most frequent over all systems; equally frequent ones by their words in the order of code points."""
        totals = self.counts.sum(axis=1)
        if 0 < count < len(totals):
            least = np.partition(totals, -count)[-count]
            places = np.flatnonzero(totals >= least)
        else:
            places = np.arange(len(totals))
        found = map(Confusion, *self.spelled(places), map(tuple, self.counts[places].tolist()))
        return nsmallest(count, found, key=lambda each: (-sum(each.counts), each.reference, each.hypothesis))

    def spelled(self, places: NDArray[np.intp]) -> Iterator[list[str]]:
        """The words at these places, of references and of hypotheses."""
        return ([self.words[word] for word in side] for side in self.pairs[places].T.tolist())


def count_confusions(runs: Sequence[Run]) -> Confusions:
    """The confusions of all runs, in one pass over the pairs of each; words are numbers until they are shown."""
    vocabulary = Vocabulary()
    found = [sum_codes(encode_errors(batch, vocabulary) for batch in run.batches()) for run in runs]
    every = np.unique(np.concatenate([np.empty(0, np.int64), *(each for each, _ in found)]))
    counts = np.zeros((len(every), len(runs)), np.int64)
    for system, (each, times) in enumerate(found):
        counts[np.searchsorted(every, each), system] = times
    return Confusions(list(vocabulary), np.column_stack([every >> 32, every & 0xFFFFFFFF]), counts)


def sum_codes(parts: Iterable[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different codes of all parts, in order, and how often each is there."""
    found = [np.unique(part, return_counts=True) for part in parts]
    codes = np.concatenate([np.empty(0, np.int64), *(each for each, _ in found)])
    times = np.concatenate([np.empty(0, np.int64), *(each for _, each in found)])
    every, places = np.unique(codes, return_inverse=True)
    return every, np.bincount(places, weights=times, minlength=len(every)).astype(np.int64)


def encode_errors(batch: Batch, vocabulary: Vocabulary) -> NDArray[np.int64]:
    """The number of the reference word and that of the hypothesis word in one, for each error of a batch."""
    steps = batch.alignment("words").steps
    references, hypotheses = (
        number_words(steps, lacking, iterate_words(texts, batch), steps != MATCHES, vocabulary)
        for texts, lacking in ((batch.references, INSERTIONS), (batch.hypotheses, DELETIONS))
    )
    together: NDArray[np.int64] = references << 32 | hypotheses
    return together


def iterate_words(texts: Sequence[str], batch: Batch) -> Iterable[str]:
    """The words of the texts, a few texts at a time: all at once would cost more memory than the batch itself."""
    starts = range(0, len(texts), FEW)
    few = (tokenize_texts(texts[start : start + FEW], "words", batch.settings.tokenize) for start in starts)
    return chain.from_iterable(chain.from_iterable(few))
