"""Predictions judged by a dictionary, and their precision, recall and mean reciprocal rank by each convention.

covered  MUSE's and VecMap's: a word counts if it and a translation of it have vectors; right is any translation
all      fastText's: all words of the dictionary count, those without a vector as errors
pairs    Denisová and Rychlý's (eLex 2023): the share of all predictions that are right, a word without a vector having
         one; and of all pairs of the dictionary the share that was predicted
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.metrics.base import percent
from mondegreen.results.interval import Bootstrap, resample_rows


@dataclass(frozen=True)
class Gold:
    """The translations of each source word; multiword pairs are excluded, and counted."""

    answers: Mapping[str, Sequence[str]]
    multiword: int = 0

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> Gold:
        answers: dict[str, list[str]] = {}
        multiword = 0
        for source, target in dict.fromkeys(pairs):
            if " " in source or " " in target:
                multiword += 1
            else:
                answers.setdefault(source, []).append(target)
        return cls(answers, multiword)

    def fold_targets(self, fold: Callable[[str], str]) -> Gold:
        """The same with all forms of a target word alike."""
        folded = {headword: list(dict.fromkeys(map(fold, words))) for headword, words in self.answers.items()}
        return Gold(folded, self.multiword)

    def only(self, pairs: Collection[tuple[str, str]]) -> Gold:
        return self.filter_pairs(lambda pair: pair in pairs)

    def without(self, pairs: Collection[tuple[str, str]]) -> Gold:
        return self.filter_pairs(lambda pair: pair not in pairs)

    def filter_pairs(self, wanted: Callable[[tuple[str, str]], bool]) -> Gold:
        found = ((head, [word for word in words if wanted((head, word))]) for head, words in self.answers.items())
        return Gold({head: words for head, words in found if words}, self.multiword)


@dataclass(frozen=True)
class Judgments:
    """What became of each source word, in the order of `headwords`; the columns of counts follow `depths`.

    known: it has a vector; covered: and so has a translation of it. hits: a translation is among so many best.
    rows: predictions among so many best, and one for a word without a vector; right: those that are translations.
    """

    name: str
    headwords: Sequence[str]
    depths: Sequence[int]
    known: NDArray[np.bool_]
    covered: NDArray[np.bool_]
    answers: NDArray[np.float64]
    reciprocal: NDArray[np.float64]
    hits: NDArray[np.float64]
    rows: NDArray[np.float64]
    right: NDArray[np.float64]

    def select(self, headwords: Collection[str]) -> Judgments:
        """The same of some of the words."""
        selected = np.fromiter((headword in headwords for headword in self.headwords), np.bool_, len(self.headwords))
        names = [headword for headword, yes in zip(self.headwords, selected.tolist(), strict=True) if yes]
        columns = ("known", "covered", "answers", "reciprocal", "hits", "rows", "right")
        return replace(self, headwords=names, **{name: getattr(self, name)[selected] for name in columns})


def judge_predictions(
    gold: Gold, predictions: Predictions, depths: Sequence[int], fold: Callable[[str], str] | None = None
) -> Judgments:
    """Each source word held against the dictionary; with `fold`, forms that it makes alike are one answer."""
    deepest = max(depths)
    headwords = list(gold.answers)
    width = (len(headwords), len(depths))
    known, covered = np.zeros(len(headwords), np.bool_), np.zeros(len(headwords), np.bool_)
    reciprocal = np.zeros(len(headwords))
    hits, rows, right = np.zeros(width), np.zeros(width), np.zeros(width)
    wanted = gold if fold is None else gold.fold_targets(fold)
    for index, headword in enumerate(headwords):
        found = predictions.ranked.get(headword)
        known[index] = found is not None
        covered[index] = found is not None and any(map(predictions.can_answer, gold.answers[headword]))
        best = list(found or ())[:deepest]
        ranks = [rank for rank, word in enumerate(fold_distinct(best, fold)) if word in wanted.answers[headword]]
        reciprocal[index] = 1 / (ranks[0] + 1) if ranks else 0
        for column, depth in enumerate(depths):
            words = fold_distinct(best[:depth], fold)
            right[index, column] = sum(word in wanted.answers[headword] for word in words)
            rows[index, column] = len(words) if found is not None else 1
            hits[index, column] = right[index, column] > 0
    answers = np.array([len(wanted.answers[headword]) for headword in headwords], dtype=np.float64)
    return Judgments(predictions.name, headwords, depths, known, covered, answers, reciprocal, hits, rows, right)


def fold_distinct(words: Sequence[str], fold: Callable[[str], str] | None) -> Sequence[str]:
    return words if fold is None else list(dict.fromkeys(map(fold, words)))


COVERED, ALL_WORDS, ALL_PAIRS = "covered", "all", "pairs"


def compute_precision(judged: Judgments, convention: str = COVERED) -> list[float]:
    """P@k in percent for each depth; NaN where nothing counts."""
    if convention == ALL_PAIRS:
        return [
            percent(a, b)
            for a, b in zip(judged.right.sum(axis=0).tolist(), judged.rows.sum(axis=0).tolist(), strict=True)
        ]
    count = float(judged.covered.sum()) if convention == COVERED else len(judged.headwords)
    return [percent(hits, count) for hits in judged.hits[judged.covered].sum(axis=0).tolist()]


def compute_recall(judged: Judgments) -> list[float]:
    return [percent(right, float(judged.answers.sum())) for right in judged.right.sum(axis=0).tolist()]


def compute_reciprocal_rank(judged: Judgments) -> float:
    """The mean over covered words of 1 by the rank of the first translation, in percent."""
    return percent(float(judged.reciprocal[judged.covered].sum()), float(judged.covered.sum()))


def compute_intervals(judged: Sequence[Judgments], bootstrap: Bootstrap) -> list[tuple[float, float]]:
    """The interval of each system's P@1 over covered words; all systems see the same resamples of the words."""
    columns = [column for each in judged for column in (each.hits[:, 0] * each.covered, each.covered)]
    sums = resample_rows(np.column_stack(columns).astype(np.float64), bootstrap, None)
    return [find_bounds(sums[:, 2 * index], sums[:, 2 * index + 1], bootstrap.level) for index in range(len(judged))]


def find_bounds(hits: NDArray[np.float64], counts: NDArray[np.float64], level: float) -> tuple[float, float]:
    """The interval that holds the scores of `level` % of the resamples."""
    defined = counts > 0
    if not defined.any():
        return float("nan"), float("nan")
    tail = (100 - level) / 2
    low, high = np.percentile(100 * hits[defined] / counts[defined], [tail, 100 - tail]).tolist()
    return low, high
