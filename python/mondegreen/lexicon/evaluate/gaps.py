"""Two systems beside each other: which words one alone gets right, and how many of its lead are only other forms.

An answer is explained if it is another form of a translation in the dictionary, or a synonym that another dictionary
lists.
Source: Kementchedjhieva, Hartmann and Søgaard, "Lost in evaluation: misleading benchmarks for bilingual dictionary
induction", EMNLP 2019, figure 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.compare.paired_tests import cross_tabulate, mcnemar_test

if TYPE_CHECKING:
    from collections.abc import Collection

    from mondegreen.compare.paired_tests import RightAndWrong
    from mondegreen.lexicon.evaluate.forms import Forms
    from mondegreen.lexicon.evaluate.judge import Gold
    from mondegreen.lexicon.evaluate.predictions import Predictions


@dataclass(frozen=True)
class First:
    """A system's first answers to the words that count: the right ones, and the wrong ones that are explained."""

    name: str
    words: Collection[str]
    right: frozenset[str]
    forms: frozenset[str]
    synonyms: frozenset[str]

    @property
    def explained(self) -> frozenset[str]:
        """All that are explained."""
        return self.forms | self.synonyms

    def accuracy(self, *, explained: bool = False) -> float:
        """The right ones in per cent, or with them those explained."""
        right = self.right | self.explained if explained else self.right
        return 100 * len(right) / len(self.words) if self.words else float("nan")


def first(
    gold: Gold, predictions: Predictions, forms: Forms | None, synonyms: Collection[tuple[str, str]] = frozenset()
) -> First:
    """The first answers to the words that are covered."""
    words = [
        head
        for head, answers in gold.answers.items()
        if head in predictions.ranked and any(map(predictions.reaches, answers))
    ]
    answer = {head: predictions.ranked[head][0] for head in words if predictions.ranked[head]}
    right = frozenset(head for head, word in answer.items() if word in gold.answers[head])
    wrong = [(head, word) for head, word in answer.items() if head not in right]
    by_form = [head for head, word in wrong if forms and any(forms.alike(word, each) for each in gold.answers[head])]
    by_synonym = [head for head, word in wrong if (head, word) in synonyms]
    return First(predictions.name, words, right, frozenset(by_form), frozenset(by_synonym) - frozenset(by_form))


@dataclass(frozen=True)
class Gap:
    """What one system has over another, on the words that count for both."""

    one: str
    other: str
    words: int
    table: RightAndWrong
    one_explained: int
    other_explained: int

    @property
    def before(self) -> float:
        """The difference of both accuracies, in points."""
        return 100 * (self.table.only_first_right - self.table.only_second_right) / self.words if self.words else 0.0

    @property
    def after(self) -> float:
        """The same once explained answers of the one that was wrong count as right."""
        lead = self.table.only_first_right - self.other_explained
        return 100 * (lead - self.table.only_second_right + self.one_explained) / self.words if self.words else 0.0

    @property
    def shared(self) -> float:
        """Of the words that either got wrong those that both did, in per cent."""
        wrong = self.table.both_wrong
        either = wrong + self.table.only_first_right + self.table.only_second_right
        return 100 * wrong / either if either else float("nan")

    @property
    def p(self) -> float:
        """How likely so uneven a split is by chance, by McNemar's test."""
        return mcnemar_test(self.table)


def gap(one: First, other: First) -> Gap:
    """Two systems' first answers; `one_explained` are those of the first where the second alone is right."""
    common = set(other.words)
    words = [word for word in one.words if word in common]
    table = cross_tabulate((word in one.right, word in other.right) for word in words)
    return Gap(
        one.name,
        other.name,
        len(words),
        table,
        sum(word in other.right and word in one.explained for word in words),
        sum(word in one.right and word in other.explained for word in words),
    )
