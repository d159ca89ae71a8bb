"""Word errors by utterance and by word: summaries by group, the worst utterances, histograms, and confusions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, SUBSTITUTIONS
from mondegreen.batch import Batch
from mondegreen.metrics.support.rows import Groups, Rows
from mondegreen.metrics.support.steps import NOTHING, Vocabulary, number_words
from mondegreen.pairs import Pairs
from mondegreen.results.run import Run
from mondegreen.tokenization import tokenize_texts

SIZES = ("sentences", "words")
ERRORS = ("correct", "substitutions", "deletions", "insertions", "errors", "sentence_errors")
# How the numbers of the groups spread; sclite's are those of a sample, so that the deviation of one is 0.
SPREADS = ("mean", "deviation", "median")


@dataclass(frozen=True, slots=True)
class Summary:
    """For each group of `names` the columns of SIZES and of ERRORS, as counts; `total` is their sum."""

    names: tuple[str, ...]
    counts: NDArray[np.float64]

    @property
    def total(self) -> NDArray[np.float64]:
        """The counts of all groups together."""
        total: NDArray[np.float64] = self.counts.sum(axis=0)
        return total

    @property
    def without_words(self) -> int:
        """How many groups have no reference word, and thus no rates."""
        return int((self.counts[:, 1] == 0).sum())


def summarize_run(run: Run, column: str | None = None) -> Summary:
    """The counts of a run by the values of a column, or of all its pairs as one group under the run's name."""
    groups = run.groups(column) if column else Groups("", (run.name,), np.zeros(len(run.pairs), np.intp))
    values = count_errors(count_steps(run)).astype(np.float64)
    sums = [np.bincount(groups.index, weights=each, minlength=len(groups.names)) for each in values.T]
    return Summary(groups.names, np.column_stack(sums).astype(np.float64))  # of no pairs numpy makes integers


def count_errors(steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """The columns of each pair, from the counts of its steps."""
    correct, substitutions = steps[:, MATCHES], steps[:, SUBSTITUTIONS]
    insertions, deletions = steps[:, INSERTIONS], steps[:, DELETIONS]
    errors = substitutions + insertions + deletions
    words = correct + substitutions + deletions
    ones = np.ones_like(errors)
    return np.column_stack([ones, words, correct, substitutions, deletions, insertions, errors, errors > 0])


def to_percentages(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same with ERRORS in per cent: of the words, and errors in sentences of the sentences; NaN of nothing."""
    words, sentences = counts[..., 1:2], counts[..., 0:1]
    parts = (counts[..., :2], percent_of(counts[..., 2:7], words), percent_of(counts[..., 7:], sentences))
    return np.concatenate(parts, axis=-1)


def percent_of(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """A share in per cent; NaN of nothing."""
    return np.divide(100.0 * part, whole, out=np.full_like(part, np.nan), where=whole != 0)


def spread_columns(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rows of SPREADS for each column, over the groups where it is defined; NaN where it is nowhere."""
    return np.column_stack([spread_of(column[~np.isnan(column)]) for column in values.T])


def spread_of(values: NDArray[np.float64]) -> list[float]:
    """The numbers of SPREADS for one column."""
    if not len(values):
        return [float("nan")] * len(SPREADS)
    deviation = values.std(ddof=1) if len(values) > 1 else 0.0
    return [float(values.mean()), float(deviation), float(np.median(values))]


def count_steps(run: Run) -> NDArray[np.int64]:
    """Matches, substitutions, insertions and deletions of words: a row for each pair.

    Where the run has the word error rate its rows say so already; else the pairs are aligned once more.
    """
    if "wer" in run.scores:
        return steps_from_rows(run.scores["wer"].rows)
    counts = [batch.alignment("words").counts for batch in run.batches()]
    return np.concatenate([np.empty((0, 4), np.int64), *counts])


def steps_from_rows(rows: Rows) -> NDArray[np.int64]:
    """The same from the rows of the word error rate, which counts words that are right among the words."""
    words, substitutions, insertions, deletions = (
        rows.values[:, rows.columns.index(name)] for name in ("words", "substitutions", "insertions", "deletions")
    )
    right = words - substitutions - deletions
    return np.column_stack([right, substitutions, insertions, deletions]).astype(np.int64)


def select_pairs(run: Run, places: Sequence[int]) -> Run:
    """The run of the pairs at these places alone, for a closer look; it has no scores, which were those of all."""
    return replace(run, pairs=run.pairs.take(places), scores={})


@dataclass(frozen=True, slots=True)
class Utterances:
    """Some pairs of a run, as they were aligned, with their errors, reference words and rates in per cent."""

    pairs: Pairs
    errors: NDArray[np.int64]
    words: NDArray[np.int64]
    rates: NDArray[np.float64]


def find_worst(run: Run, count: int) -> tuple[Utterances, Utterances]:
    """So many utterances with the most errors, then with the highest rate; equals stand as in the corpus.

    Among as many errors the higher rate counts, and the other way round. Without reference words there is no rate.
    """
    steps = count_steps(run)
    words = steps.sum(axis=1) - steps[:, INSERTIONS]
    errors = steps.sum(axis=1) - steps[:, MATCHES]
    rates = percent_of(errors.astype(np.float64), words.astype(np.float64))
    # Without words the rate is beyond all others where errors decide, and nowhere where it decides itself.
    by_errors = np.lexsort((np.where(words == 0, -np.inf, -rates), -errors))
    by_rate = np.lexsort((-errors, -rates))
    wrong = by_errors[errors[by_errors] > 0][:count]
    rated = by_rate[(errors[by_rate] > 0) & (words[by_rate] > 0)][:count]
    most, highest = (
        Utterances(normalize_pairs(run, places.tolist()), errors[places], words[places], rates[places])
        for places in (wrong, rated)
    )
    return most, highest


def normalize_pairs(run: Run, places: Sequence[int]) -> Pairs:
    """The pairs at these places, with their texts as they were aligned."""
    some = select_pairs(run, places)
    batches = list(some.batches())
    references = [text for batch in batches for text in batch.references]
    hypotheses = [text for batch in batches for text in batch.hypotheses]
    return replace(some.pairs, references=references, hypotheses=hypotheses)


STEPS = 20
# A few utterances of many insertions would leave all others in one step.
MOST = 99


@dataclass(frozen=True, slots=True)
class Histogram:
    """The edges of the steps, and for each system how many scores lie in each; in the last one all beyond it too.

    `undefined` says of each system how many utterances have no score.
    """

    edges: Sequence[float]
    counts: Sequence[Sequence[int]]
    undefined: Sequence[int]


def make_histogram(systems: Sequence[Sequence[float | None]]) -> Histogram | None:
    """The distribution of the scores of each system over the same steps; none where no score is defined."""
    defined = [np.array([score for score in scores if score is not None], dtype=np.float64) for scores in systems]
    every = np.concatenate(defined) if defined else np.empty(0)
    if not len(every):
        return None
    low, high = min(0.0, float(every.min())), float(np.percentile(every, MOST))
    edges = np.linspace(low, high, STEPS + 1)
    if not np.all(np.diff(edges) > 0):  # all alike, or no further apart than float64 can part
        edges = np.linspace(low, low + 1, STEPS + 1)
    counts = [np.histogram(np.minimum(each, edges[-1]), edges)[0].tolist() for each in defined]
    lacking = [len(scores) - len(each) for scores, each in zip(systems, defined, strict=True)]
    return Histogram(edges.tolist(), counts, lacking)


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
