"""Predictions held against a dictionary: a row of additive numbers for each source word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.lexicon.evaluate.predictions import Predictions


@dataclass(frozen=True)
class Gold:
    """The translations of each source word; pairs with several words on a side are left out, and counted."""

    answers: Mapping[str, Sequence[str]]
    multiword: int = 0

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> Gold:
        """From the pairs of a dictionary."""
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
        return Gold(
            {headword: list(dict.fromkeys(map(fold, words))) for headword, words in self.answers.items()},
            self.multiword,
        )

    def only(self, pairs: Collection[tuple[str, str]]) -> Gold:
        """The pairs that are among these."""
        return self.filter_pairs(lambda pair: pair in pairs)

    def without(self, pairs: Collection[tuple[str, str]]) -> Gold:
        """The pairs that are not among these."""
        return self.filter_pairs(lambda pair: pair not in pairs)

    def filter_pairs(self, wanted: Callable[[tuple[str, str]], bool]) -> Gold:
        """The pairs that are wanted."""
        found = {
            headword: [word for word in words if wanted((headword, word))] for headword, words in self.answers.items()
        }
        return Gold({headword: words for headword, words in found.items() if words}, self.multiword)


@dataclass(frozen=True)
class Judgments:
    """What became of each source word, in the order of `heads`; the columns of counts follow `depths`.

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
        return Judgments(
            self.name,
            names,
            self.depths,
            self.known[selected],
            self.covered[selected],
            self.answers[selected],
            self.reciprocal[selected],
            self.hits[selected],
            self.rows[selected],
            self.right[selected],
        )


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
    """The words, or what they are folded to, each once."""
    return words if fold is None else list(dict.fromkeys(map(fold, words)))
