"""Two systems compared: words that one alone gets right, and whether P@k differs significantly.

A wrong answer is explained if it is another form of a translation in the dictionary, or a synonym that another
dictionary lists. Differences are tested by the paired bootstrap (Efron), approximate randomization (Noreen) and
McNemar's test, on the words that both systems cover.
Source: Kementchedjhieva, Hartmann and Søgaard, "Lost in evaluation: misleading benchmarks for bilingual dictionary
induction", EMNLP 2019, figure 2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.changes import estimate_p
from mondegreen.comparison.paired_tests import RightAndWrong, cross_tabulate, mcnemar_test
from mondegreen.lexicon.evaluate.lemmatizer import Lemmatizer
from mondegreen.lexicon.evaluate.precision_recall import Gold, Judgments
from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.metrics.base import percent
from mondegreen.metrics.support.noise import SUMS
from mondegreen.results.interval import Bootstrap, draw_in_portions, find_percentiles, make_resampler, resample_rows

Values = NDArray[np.float64]

# What a first answer is.
RIGHT, FORM, SYNONYM, WRONG, UNCOVERED = "right", "other form", "synonym", "wrong", "not covered"


@dataclass(frozen=True)
class FirstAnswers:
    """A system's first answers to the words that count: the right ones, and the wrong ones that are explained."""

    name: str
    words: Collection[str]
    right: frozenset[str]
    forms: frozenset[str]
    synonyms: frozenset[str]

    @property
    def explained(self) -> frozenset[str]:
        return self.forms | self.synonyms

    def judge(self, word: str) -> str:
        """What the answer to a word is: right, another form, a synonym, wrong, or none as the word is not covered."""
        known = {RIGHT: self.right, FORM: self.forms, SYNONYM: self.synonyms, WRONG: self.words}
        return next((what for what, words in known.items() if word in words), UNCOVERED)

    def accuracy(self, *, explained: bool = False) -> float:
        """The right ones in percent, or with them those explained."""
        right = self.right | self.explained if explained else self.right
        return percent(len(right), len(self.words))


def collect_first_answers(
    gold: Gold, predictions: Predictions, lemmatizer: Lemmatizer | None, synonyms: Collection[tuple[str, str]]
) -> FirstAnswers:
    """The first answers to the words that are covered."""
    words = dict.fromkeys(
        headword
        for headword, answers in gold.answers.items()
        if headword in predictions.ranked and any(map(predictions.can_answer, answers))
    )
    answer = {headword: predictions.ranked[headword][0] for headword in words if predictions.ranked[headword]}
    right = frozenset(headword for headword, word in answer.items() if word in gold.answers[headword])
    wrong = [(headword, word) for headword, word in answer.items() if headword not in right]
    inflected: frozenset[str] = frozenset()
    if lemmatizer:
        share_lemma = lemmatizer.share_lemma
        inflected = frozenset(
            head for head, word in wrong if any(share_lemma(word, each) for each in gold.answers[head])
        )
    by_synonym = frozenset(headword for headword, word in wrong if (headword, word) in synonyms)
    return FirstAnswers(predictions.name, words, right, inflected, by_synonym - inflected)


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
        """Of the words that either got wrong those that both did, in percent."""
        wrong = self.table.both_wrong
        either = wrong + self.table.only_first_right + self.table.only_second_right
        return percent(wrong, either)

    @property
    def p(self) -> float:
        return mcnemar_test(self.table)


def compare_first_answers(one: FirstAnswers, other: FirstAnswers) -> Gap:
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


class Difference(NamedTuple):
    """P@k of two systems in percent, the confidence interval of their difference, and the p-value of each test.

    NaN of fewer than two words.
    """

    depth: int
    words: int
    one: float
    other: float
    low: float
    high: float
    bootstrap: float
    randomization: float
    mcnemar: float

    @property
    def gap(self) -> float:
        return self.one - self.other


def compare_precision(one: Judgments, other: Judgments, bootstrap: Bootstrap) -> Iterator[Difference]:
    """The difference of two systems at each depth; both systems and all depths share the resamples."""
    both = one.covered & other.covered
    words = int(both.sum())
    first, second = one.hits[both], other.hits[both]
    resampled_gaps, shuffled = (
        resample_differences(first, second, bootstrap) if words > 1 else (np.full((1, len(one.depths)), np.nan),) * 2
    )
    for index, depth in enumerate(one.depths):
        rights = first[:, index], second[:, index]
        scored, against = (percent(float(right.sum()), words) for right in rights)
        gap = scored - against
        between = find_percentiles(resampled_gaps[:, index], bootstrap)
        width = SUMS.width(scored, against).item()
        yield Difference(
            depth,
            words,
            scored,
            against,
            between.low,
            between.high,
            estimate_p(resampled_gaps[:, index] - gap, gap, width),
            estimate_p(shuffled[:, index], gap, width),
            mcnemar_test(cross_tabulate(zip(*(right.astype(bool).tolist() for right in rights), strict=True))),
        )


def resample_differences(first: Values, second: Values, bootstrap: Bootstrap) -> tuple[Values, Values]:
    """The differences of all resamples of the words, and those after each exchange of the systems' answers."""
    by_word = first - second
    sums = resample_rows(by_word, bootstrap, None)
    exchanged = draw_in_portions(make_resampler(by_word).halves, bootstrap, None)
    share = 100 / len(by_word)
    return sums * share, (by_word.sum(axis=0) - 2 * exchanged) * share
