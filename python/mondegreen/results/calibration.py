"""What confidences of words are worth: how many of the words of some confidence are right.

The expected calibration error is that of Naeini et al. 2015 (ten bins of equal width), the normalized cross entropy
that of NIST (Siu, Gish and Richardson 1997), as sclite prints it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.results.run import Run

BINS = 10
# NIST's bounds: the logarithm of 0 is infinite.
LEAST, GREATEST = 0.0000001, 0.9999999
NOWHERE = "no word has a confidence; formats that hold them are ctm, JSON and Whisper's"


class Bin(NamedTuple):
    """Words with a confidence from `low` to `high`: how many, how many of them are right, and their mean confidence."""

    low: float
    high: float
    words: int
    correct: int
    confidence: float

    @property
    def accuracy(self) -> float:
        return self.correct / self.words


@dataclass(frozen=True, slots=True)
class Calibration:
    """The bins that hold words, from the least confidence to the greatest.

    `skipped` words have no confidence, or normalization made other words of them; `cross_entropy` is NaN where all
    words are right or all are wrong.
    """

    bins: tuple[Bin, ...]
    cross_entropy: float
    skipped: int = 0

    @property
    def words(self) -> int:
        return sum(each.words for each in self.bins)

    @property
    def correct(self) -> int:
        return sum(each.correct for each in self.bins)

    @property
    def confidence(self) -> float:
        """The mean over all words."""
        return sum(each.words * each.confidence for each in self.bins) / self.words

    @property
    def error(self) -> float:
        """The expected calibration error: how far confidence and accuracy are apart, over all words."""
        return sum(each.words * abs(each.accuracy - each.confidence) for each in self.bins) / self.words


def calibrate_run(run: Run) -> Calibration:
    """How many words of each confidence are right in the alignment that the word error rate counts."""
    sums = [[0, 0, 0.0] for _ in range(BINS)]
    information, skipped = [0.0, 0.0], 0
    for value, is_right in iterate_words(run):
        if value is None:
            skipped += 1
            continue
        each = sums[min(int(value * BINS), BINS - 1)]
        each[0], each[1], each[2] = each[0] + 1, each[1] + is_right, each[2] + value
        within = min(max(value, LEAST), GREATEST)
        information[not is_right] += math.log2(within if is_right else 1 - within)
    if not any(words for words, _, _ in sums):
        raise ScoreError(NOWHERE, path=run.name)
    bins = tuple(
        Bin(at / BINS, (at + 1) / BINS, int(words), int(correct), total / words)
        for at, (words, correct, total) in enumerate(sums)
        if words
    )
    right = sum(each.correct for each in bins)
    return Calibration(bins, normalize_entropy(right, sum(each.words for each in bins), sum(information)), skipped)


def normalize_entropy(right: int, words: int, information: float) -> float:
    """(H + the information of the confidences) / H, with H the entropy of a word's being right."""
    if right in (0, words):
        return math.nan
    rate = right / words
    entropy = -(right * math.log2(rate) + (words - right) * math.log2(1 - rate))
    return (entropy + information) / entropy


def iterate_words(run: Run) -> Iterator[tuple[float | None, bool]]:
    """The confidence of each hypothesis word, None where it is not known, and whether the word is right."""
    confidences = iter(run.pairs.confidences or ([] for _ in range(len(run.pairs))))
    for batch in run.batches():
        for letters, values, key in zip(batch.alignment("words").letters(), confidences, batch.keys, strict=False):
            own = letters.replace("D", "")
            known = values if len(values) == len(own) else [None] * len(own)
            for letter, value in zip(own, known, strict=True):
                if value is not None and not 0 <= value <= 1:
                    raise ScoreError(f"the confidence {value:g} is not between 0 and 1", path=run.name, key=key)
                yield value, letter == "C"
