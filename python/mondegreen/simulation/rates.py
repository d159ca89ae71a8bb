"""Substitution and deletion probabilities of each word that bring about the target rates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError
from mondegreen.simulation.table import Table

MODES = ("bernoulli", "exact", "calibrated")
# Short and frequent words are deleted first: a letter more changes the probability by this factor, and doubling the
# frequency by this power of two.
BY_LETTER, BY_FREQUENCY = 0.85, 0.15
# Rounds in which words whose probability would exceed its limit leave their share to others.
ROUNDS = 100


class TargetRates(NamedTuple):
    """Errors per word of the text."""

    substitutions: float
    deletions: float = 0.0
    insertions: float = 0.0

    def check(self) -> TargetRates:
        for name, rate in zip(self._fields, self, strict=True):
            if not 0 <= rate <= 1:
                raise ScoreError(f"the rate of {name} is {rate:g}; give a number from 0 to 1")
        if self.substitutions + self.deletions > 1:
            raise ScoreError("the rates add up to more than 1; give rates whose sum is at most 1")
        return self


@dataclass(frozen=True)
class WordCounts:
    """The counts of a table's words in some texts, of other words, and of texts with words."""

    counts: NDArray[np.int64]
    unknown: int
    texts: int

    @property
    def words(self) -> int:
        return int(self.counts.sum()) + self.unknown


@dataclass(frozen=True)
class ErrorWeights:
    """Relative error rates of the words of a table, and of words out of vocabulary."""

    substitution: NDArray[np.float64]
    deletion: NDArray[np.float64]
    unknown: float = 1.0


@dataclass
class Probabilities:
    """The error probabilities of the words of a table; notes say which rates cannot be reached."""

    substitution: NDArray[np.float64]
    deletion: NDArray[np.float64]
    unknown: float
    insertion: float
    covered: float
    notes: list[str] = field(default_factory=list)


def make_default_weights(table: Table, counted: WordCounts) -> ErrorWeights:
    """Words with candidates are substituted equally often; short and frequent ones are deleted first."""
    lengths = np.array([len(word) for word in table.words], np.float64)
    deletion = BY_LETTER**lengths * np.maximum(counted.counts, 1) ** BY_FREQUENCY
    known = counted.counts > 0
    rest = float(np.average(deletion[known], weights=counted.counts[known])) / 2 if known.any() else 1.0
    # A row of two words is no word to delete.
    single = np.array([" " not in word for word in table.words])
    return ErrorWeights((np.diff(table.offsets) > 0).astype(np.float64), np.where(single, deletion, 0), rest)


def compute_probabilities(
    target: TargetRates, mode: str, weights: ErrorWeights, counted: WordCounts, again: float = 0.0
) -> Probabilities:
    """The probabilities that bring about the rates, as exactly as the mode requires.

    `again` is how often another insertion follows one.
    """
    words = max(counted.words, 1)
    counts = np.append(counted.counts, counted.unknown)
    lost = distribute_errors(np.append(weights.deletion, weights.unknown), counts, target.deletions * words)
    able = np.append(weights.substitution, 0.0)
    covered = float(counts[able > 0].sum()) / words
    notes: list[str] = []
    if mode == "bernoulli" and np.isin(able, (0.0, 1.0)).all():
        replaced = np.minimum(able * target.substitutions, 1 - lost)
    else:
        replaced = distribute_errors(able, counts, target.substitutions * words, 1 - lost)
        most = float((replaced * counts).sum()) / words
        if most < target.substitutions - 1e-9:
            most_of_all = float(((1 - lost) * (able > 0) * counts).sum()) / words
            if mode == "exact":
                raise ScoreError(describe_unreachable(target.substitutions, most_of_all))
            notes.append(f"{describe_unreachable(target.substitutions, most_of_all)}; this was used")
    gaps = counted.words + counted.texts
    insertion = min(1.0, target.insertions * (1 - again) * counted.words / gaps) if gaps else 0.0
    return Probabilities(replaced[:-1].copy(), lost[:-1].copy(), float(lost[-1]), insertion, covered, notes)


def describe_unreachable(rate: float, most: float) -> str:
    rounded = math.floor(most * 10_000) / 10_000
    return f"a rate of {rate:g} cannot be reached: words with candidates allow {rounded:g} at most"


def distribute_errors(
    weights: NDArray[np.float64], counts: NDArray[np.int64], goal: float, limits: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Probabilities in proportion to the weights, none above its limit, that make `goal` errors if possible."""
    limits = np.ones_like(weights) if limits is None else limits
    found = np.zeros_like(weights)
    open_ = (weights > 0) & (counts > 0)
    for _ in range(ROUNDS):
        left = goal - float((found[~open_] * counts[~open_]).sum())
        total = float((weights[open_] * counts[open_]).sum())
        if total <= 0 or left <= 0:
            break
        found[open_] = weights[open_] * (left / total)
        above = open_ & (found > limits)
        if not above.any():
            break
        found[above], open_ = limits[above], open_ & ~above
    return found


def compute_stay_probability(
    run: float, probability: NDArray[np.float64], counts: Sequence[int] | NDArray[np.int64] | NDArray[np.float64]
) -> float:
    """The probability of reusing the last random number, for runs of errors of that mean length.

    By it the next word is wrong as well with the probability 1 - 1 / run; 0 where runs are as long without it.
    """
    total = float(np.sum(counts))
    rate = float((probability * counts).sum()) / total if total else 0.0
    if not 0 < rate < 1:
        return 0.0
    order = np.argsort(-probability)
    high, number = probability[order], np.asarray(counts, np.float64)[order] / total
    # The mean of the smaller probability of two words, in falling order.
    before = np.cumsum(number) - number
    least = float((high * number * (2 * before + number)).sum())
    together = (1 - 1 / run) * rate
    return min(1.0, max(0.0, (together - rate * rate) / (least - rate * rate))) if least > rate * rate else 0.0


def override_weights(weights: Mapping[str, tuple[float, float]], table: Table, counted: WordCounts) -> ErrorWeights:
    """The default weights, with those of these words replaced."""
    found = make_default_weights(table, counted)
    for word, (replaced, lost) in weights.items():
        index = table.indices.get(word)
        if index is not None:
            if found.substitution[index]:
                found.substitution[index] = replaced
            found.deletion[index] = lost
    return found
