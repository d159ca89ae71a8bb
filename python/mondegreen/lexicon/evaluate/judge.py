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
    several_words: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Gold:
        """From the pairs of a dictionary."""
        answers: dict[str, list[str]] = {}
        left_out = 0
        for source, target in dict.fromkeys(pairs):
            if " " in source or " " in target:
                left_out += 1
            else:
                answers.setdefault(source, []).append(target)
        return cls(answers, left_out)

    def folded(self, fold: Callable[[str], str]) -> Gold:
        """The same with all forms of a target word alike."""
        return Gold(
            {head: list(dict.fromkeys(map(fold, words))) for head, words in self.answers.items()}, self.several_words
        )

    def only(self, pairs: Collection[tuple[str, str]]) -> Gold:
        """The pairs that are among these."""
        return self.kept(lambda pair: pair in pairs)

    def without(self, pairs: Collection[tuple[str, str]]) -> Gold:
        """The pairs that are not among these."""
        return self.kept(lambda pair: pair not in pairs)

    def kept(self, wanted: Callable[[tuple[str, str]], bool]) -> Gold:
        """The pairs that are wanted."""
        found = {head: [word for word in words if wanted((head, word))] for head, words in self.answers.items()}
        return Gold({head: words for head, words in found.items() if words}, self.several_words)


@dataclass(frozen=True)
class Judgments:
    """What became of each source word, in the order of `heads`; the columns of counts follow `depths`.

    known: it has a vector; covered: and so has a translation of it. hits: a translation is among so many best.
    rows: predictions among so many best, and one for a word without a vector; right: those that are translations.
    """

    name: str
    heads: Sequence[str]
    depths: Sequence[int]
    known: NDArray[np.bool_]
    covered: NDArray[np.bool_]
    answers: NDArray[np.float64]
    reciprocal: NDArray[np.float64]
    hits: NDArray[np.float64]
    rows: NDArray[np.float64]
    right: NDArray[np.float64]

    def of(self, heads: Collection[str]) -> Judgments:
        """The same of some of the words."""
        kept = np.fromiter((head in heads for head in self.heads), np.bool_, len(self.heads))
        names = [head for head, yes in zip(self.heads, kept.tolist(), strict=True) if yes]
        return Judgments(
            self.name,
            names,
            self.depths,
            self.known[kept],
            self.covered[kept],
            self.answers[kept],
            self.reciprocal[kept],
            self.hits[kept],
            self.rows[kept],
            self.right[kept],
        )


def judge_predictions(
    gold: Gold, predictions: Predictions, depths: Sequence[int], fold: Callable[[str], str] | None = None
) -> Judgments:
    """Each source word held against the dictionary; with `fold`, forms that it makes alike are one answer."""
    deepest = max(depths)
    heads = list(gold.answers)
    width = (len(heads), len(depths))
    known, covered = np.zeros(len(heads), np.bool_), np.zeros(len(heads), np.bool_)
    reciprocal = np.zeros(len(heads))
    hits, rows, right = np.zeros(width), np.zeros(width), np.zeros(width)
    wanted = gold if fold is None else gold.folded(fold)
    for place, head in enumerate(heads):
        found = predictions.ranked.get(head)
        known[place] = found is not None
        covered[place] = found is not None and any(map(predictions.reaches, gold.answers[head]))
        best = list(found or ())[:deepest]
        ranks = [rank for rank, word in enumerate(fold_distinct(best, fold)) if word in wanted.answers[head]]
        reciprocal[place] = 1 / (ranks[0] + 1) if ranks else 0
        for column, depth in enumerate(depths):
            words = fold_distinct(best[:depth], fold)
            right[place, column] = sum(word in wanted.answers[head] for word in words)
            rows[place, column] = len(words) if found is not None else 1
            hits[place, column] = right[place, column] > 0
    answers = np.array([len(wanted.answers[head]) for head in heads], dtype=np.float64)
    return Judgments(predictions.name, heads, depths, known, covered, answers, reciprocal, hits, rows, right)


def fold_distinct(words: Sequence[str], fold: Callable[[str], str] | None) -> Sequence[str]:
    """The words, or what they are folded to, each once."""
    return words if fold is None else list(dict.fromkeys(map(fold, words)))
