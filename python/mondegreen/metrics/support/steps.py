"""The weight of each edit operation of weighted alignments, and the cosine of its two words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain, compress
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.alignment import DELETIONS, INSERTIONS, SUBSTITUTIONS, align
from mondegreen.metrics.support.only import find_universal_tags, mark_counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from mondegreen.alignment import Alignment
    from mondegreen.batch import Batch
    from mondegreen.metrics.support.weighed import Sides, Weighed
    from mondegreen.weights import Weights

# The number of no word at all.
NOTHING = 0


class Vocabulary(dict[str, int]):
    """A number for each word, in the order in which they are asked for."""

    def __init__(self) -> None:
        super().__init__({"": NOTHING})

    def __missing__(self, word: str) -> int:
        return self.setdefault(word, len(self))


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a batch, with arrays of a value for each: its words as places in `words`, its weight and cosine.

    Place 0 is no word. A match weighs nothing, nor does an error that the metric does not count. Only substitutions
    have a cosine, if both words have vectors; else NaN.
    """

    found: Alignment
    words: Sequence[str]
    references: NDArray[np.int64]
    hypotheses: NDArray[np.int64]
    weights: NDArray[np.float64]
    cosines: NDArray[np.float64]
    counts: NDArray[np.bool_]

    def numbers(self, part: slice) -> tuple[list[float], list[float | None]]:
        """Weights and cosines of some steps, for those who do not know NaN."""
        cosines = (None if math.isnan(cosine) else cosine for cosine in self.cosines[part].tolist())
        return self.weights[part].tolist(), list(cosines)


def weigh_steps(metric: Weighed, batch: Batch) -> Steps:
    """The steps that a metric of weighed errors stands on."""
    prices = metric.weights(batch)
    found = batch.weighed(prices, metric.goal)
    vocabulary, every = Vocabulary(), np.ones(len(found.steps), np.bool_)
    references, hypotheses = (
        number_words(found.steps, lacking, chain.from_iterable(texts), every, vocabulary)
        for texts, lacking in zip(batch.tokens(metric.unit), (INSERTIONS, DELETIONS), strict=True)
    )
    words = list(vocabulary)
    wrong = found.steps == SUBSTITUTIONS
    distinct, places = np.unique(references[wrong] << 32 | hypotheses[wrong], return_inverse=True)
    pairs = [(words[pair >> 32], words[pair & 0xFFFFFFFF]) for pair in distinct.tolist()]
    weights = np.isin(found.steps, (INSERTIONS, DELETIONS)).astype(np.float64)
    weights[wrong] = weigh_pairs(pairs, prices)[places]
    nearness = np.full(len(found.steps), np.nan)
    nearness[wrong] = find_cosines(pairs, metric.vectors(batch))[places]
    counts = mark_counted(found, find_universal_tags(batch), metric.only) if metric.only else every
    return Steps(found, words, references, hypotheses, weights * counts, nearness, counts)


def number_words(
    steps: NDArray[np.uint8], lacking: int, words: Iterable[str], wanted: NDArray[np.bool_], vocabulary: Vocabulary
) -> NDArray[np.int64]:
    """The number of the word of each wanted step, on the side that has these words and that steps of one kind lack."""
    there = steps != lacking
    numbers = np.full(len(steps), NOTHING, np.int64)
    found = map(vocabulary.__getitem__, compress(words, wanted[there].tolist()))
    numbers[wanted & there] = np.fromiter(found, np.int64, int((wanted & there).sum()))
    return numbers[wanted]


def weigh_pairs(pairs: Sequence[tuple[str, str]], weights: Weights) -> NDArray[np.float64]:
    """What it weighs to take one word for the other: as the core has it, of each pair aligned alone."""
    sides = [[one] for one, _ in pairs], [[other] for _, other in pairs]
    return align(*sides, policy="sub-first", weights=weights, goal="after").weights


def find_cosines(pairs: Sequence[tuple[str, str]], vectors: Sides) -> NDArray[np.float64]:
    """The cosine of each pair of words; NaN where one has no vector."""
    words = [[pair[side] for pair in pairs] for side in (0, 1)]
    has = vectors.reference.has(words[0]) & vectors.hypothesis.has(words[1])
    return np.where(has, 1 - weigh_pairs(pairs, vectors.weights(*words)), np.nan)
