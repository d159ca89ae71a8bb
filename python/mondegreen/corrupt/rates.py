"""How often each word is replaced or lost, so that errors come about at the rates that are wanted."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.corrupt.table import Table

MODES = ("bernoulli", "exact", "calibrated")
# Short words are lost first, and frequent ones: by a letter more a word is lost less often by this factor, and twice
# as frequent a word more often by this power of two.
BY_LETTER, BY_FREQUENCY = 0.85, 0.15
# Rounds in which words that would be wrong more than always leave their share to others.
ROUNDS = 100


class Wanted(NamedTuple):
    """Errors per word of the text: words replaced, lost, and too many."""

    substitutions: float
    deletions: float = 0.0
    insertions: float = 0.0

    def checked(self) -> Wanted:
        """These, if they are rates."""
        for name, rate in zip(self._fields, self, strict=True):
            if not 0 <= rate <= 1:
                raise ScoreError(f"the rate of {name} is {rate:g}; give a number from 0 to 1")
        if self.substitutions + self.deletions > 1:
            raise ScoreError("more than all words cannot be replaced or lost; give rates of no more than 1 together")
        return self


@dataclass(frozen=True)
class Counted:
    """How often the words of a table stand in some texts, how many others there are, and how many texts have words."""

    counts: NDArray[np.int64]
    unknown: int
    texts: int

    @property
    def words(self) -> int:
        """All words."""
        return int(self.counts.sum()) + self.unknown


@dataclass(frozen=True)
class Weights:
    """How often words of a table are replaced and lost beside others, and words that it does not know."""

    substitution: NDArray[np.float64]
    deletion: NDArray[np.float64]
    unknown: float = 1.0


@dataclass
class Probabilities:
    """For each word of a table, that it is replaced, and that it is lost; what could not be reached is told."""

    substitution: NDArray[np.float64]
    deletion: NDArray[np.float64]
    unknown: float
    insertion: float
    covered: float
    notes: list[str] = field(default_factory=list)


def usual(table: Table, counted: Counted) -> Weights:
    """Each word with candidates is as likely to be replaced as another; short and frequent ones are lost first."""
    lengths = np.array([len(word) for word in table.words], np.float64)
    deletion = BY_LETTER**lengths * np.maximum(counted.counts, 1) ** BY_FREQUENCY
    known = counted.counts > 0
    rest = float(np.average(deletion[known], weights=counted.counts[known])) / 2 if known.any() else 1.0
    # Two words that are heard as one are none to be lost.
    single = np.array([" " not in word for word in table.words])
    return Weights((np.diff(table.offsets) > 0).astype(np.float64), np.where(single, deletion, 0), rest)


def probabilities(wanted: Wanted, mode: str, weights: Weights, counted: Counted, again: float = 0.0) -> Probabilities:
    """The probabilities by which the rates come about, as near as the mode has it.

    `again` is how often another word follows one too many.
    """
    words = max(counted.words, 1)
    counts = np.append(counted.counts, counted.unknown)
    lost = reached(np.append(weights.deletion, weights.unknown), counts, wanted.deletions * words)
    able = np.append(weights.substitution, 0.0)
    covered = float(counts[able > 0].sum()) / words
    notes: list[str] = []
    if mode == "bernoulli" and np.isin(able, (0.0, 1.0)).all():
        replaced = np.minimum(able * wanted.substitutions, 1 - lost)
    else:
        replaced = reached(able, counts, wanted.substitutions * words, 1 - lost)
        most = float((replaced * counts).sum()) / words
        if most < wanted.substitutions - 1e-9:
            most_of_all = float(((1 - lost) * (able > 0) * counts).sum()) / words
            if mode == "exact":
                raise ScoreError(unreachable(wanted.substitutions, most_of_all))
            notes.append(f"{unreachable(wanted.substitutions, most_of_all)}; this was used")
    gaps = counted.words + counted.texts
    insertion = min(1.0, wanted.insertions * (1 - again) * counted.words / gaps) if gaps else 0.0
    return Probabilities(replaced[:-1].copy(), lost[:-1].copy(), float(lost[-1]), insertion, covered, notes)


def unreachable(rate: float, most: float) -> str:
    """What is said of a rate that is too high."""
    rounded = math.floor(most * 10_000) / 10_000
    return f"a rate of {rate:g} cannot be reached: words with candidates allow {rounded:g} at most"


def reached(
    weights: NDArray[np.float64], counts: NDArray[np.int64], goal: float, limits: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Probabilities in the proportion of the weights, none above its limit, that make so many errors if that can be."""
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


def stay(run: float, probability: NDArray[np.float64], counts: Sequence[int] | NDArray[np.int64]) -> float:
    """How often chance must stay as it was, for runs of errors of that mean length among words so likely wrong.

    By it the next word is wrong as well with the probability 1 - 1 / run; 0 where runs are no longer without it.
    """
    total = float(np.sum(counts))
    rate = float((probability * counts).sum()) / total if total else 0.0
    if not 0 < rate < 1:
        return 0.0
    order = np.argsort(-probability)
    high, number = probability[order], np.asarray(counts, np.float64)[order] / total
    # The mean of the lesser of two words' probabilities, from the most likely down.
    before = np.cumsum(number) - number
    least = float((high * number * (2 * before + number)).sum())
    together = (1 - 1 / run) * rate
    return min(1.0, max(0.0, (together - rate * rate) / (least - rate * rate))) if least > rate * rate else 0.0


def weighed(weights: Mapping[str, tuple[float, float]], table: Table, counted: Counted) -> Weights:
    """The weights of words by their names, of others the usual ones."""
    found = usual(table, counted)
    for word, (replaced, lost) in weights.items():
        place = table.places.get(word)
        if place is not None:
            if found.substitution[place]:
                found.substitution[place] = replaced
            found.deletion[place] = lost
    return found
