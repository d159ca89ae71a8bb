"""Random draws of errors: texts with substitutions, and deletions and insertions if requested."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.errors import ScoreError
from mondegreen.simulation.rates import (
    MODES,
    ErrorWeights,
    Probabilities,
    TargetRates,
    WordCounts,
    compute_probabilities,
    compute_stay_probability,
    make_default_weights,
)
from mondegreen.simulation.table import Table

Numbers = NDArray[np.float64]

# Words up to this many letters may be inserted where none were learned.
SHORT_WORD = 3
# Separates a duplicate utterance ID from its number; no ID contains it.
DUPLICATE_MARK = "\0"


class Edit(NamedTuple):
    """An error: the position among the words of the text, the original and the new word; "" is no word."""

    position: int
    reference: str
    hypothesis: str
    phonological: float
    semantic: float
    probability: float


@dataclass(frozen=True)
class Beyond:
    """Errors beyond the paper (Voleti et al. 2019): deletions, insertions, bursts, and two words heard as one.

    `run` is the mean number of words in a run of errors; `again` how often another insertion follows one; `beside` how
    often a wrong word has insertions behind it (None: as another wrong word, in runs); `merge` how often a substituted
    word is replaced together with the next, where the table has the two. `added` are the words that may be inserted,
    with weights; `weights` are the relative error rates of words.
    """

    deletions: float = 0.0
    insertions: float = 0.0
    run: float | None = None
    again: float = 0.0
    beside: float | None = None
    merge: float = 0.0
    added: Mapping[str, float] = field(default_factory=dict)
    weights: ErrorWeights | None = None


@dataclass(frozen=True)
class Corrupted:
    """Texts with errors, and the errors of each; `covered` is the share of words that have candidates."""

    texts: list[str]
    edits: EditList
    words: int
    target: TargetRates
    covered: float
    notes: Sequence[str] = ()

    @property
    def counts(self) -> tuple[int, int, int]:
        """Substitutions, deletions and insertions, by construction."""
        return self.edits.counts

    @property
    def rate(self) -> float:
        """Errors per word, by construction."""
        return sum(self.counts) / self.words if self.words else 0.0


def corrupt(
    texts: Sequence[str],
    table: Table,
    rate: float = 0.3,
    seed: int = 0,
    keys: Sequence[str] | None = None,
    mode: str = "bernoulli",
    beyond: Beyond | None = None,
    threads: int | None = None,
) -> Corrupted:
    """The texts with words substituted at a rate, each by a draw from its row of the table.

    `bernoulli` replaces each word that has a row with the probability `rate`, so that the overall rate is lower by the
    share of the others. `calibrated` makes up for that, and `exact` replaces exactly so many words of all texts.
    """
    if mode not in MODES:
        raise ScoreError(f'there is no mode "{mode}"; choose from {", ".join(MODES)}')
    beyond = beyond or Beyond()
    target = TargetRates(rate, beyond.deletions, beyond.insertions).check()
    if mode == "exact" and beyond.merge:
        what = "mode exact cannot be combined with phrases, where one error replaces two words"
        raise ScoreError(what)
    strings = texts if isinstance(texts, Strings) else Strings.of(texts)
    counted = count_words(strings, table)
    again = 0.0 if mode == "exact" else beyond.again
    likely = compute_probabilities(target, mode, beyond.weights or make_default_weights(table, counted), counted, again)
    stay = 0.0 if beyond.run is None else compute_stay(beyond.run, likely, counted)
    added = select_insertable_words(beyond, table, counted)
    if target.insertions and counted.words and not added:
        raise ScoreError("there is no word to insert: none of the texts' words is in the table")
    (changed, *sides), columns = table.model.draw(
        make_distinct_ids(keys, len(strings)),
        strings,
        make_insertion_model(added),
        {
            "substitution": likely.substitution.astype("<f8").tobytes(),
            "deletion": likely.deletion.astype("<f8").tobytes(),
            "unknown": likely.unknown,
            "insertion": likely.insertion,
            "again": again,
            "stay": stay,
            "stay_behind": stay if beyond.beside is None else compute_stay_behind(beyond.beside, likely, counted),
            "merge": beyond.merge,
            "wanted": count_errors(target, counted) if mode == "exact" else None,
            "seed": seed & (1 << 64) - 1,
        },
        threads,
    )
    edits = EditList(table, list(added.values()), np.append(likely.deletion, likely.unknown), sides, columns)
    return Corrupted(list(changed), edits, counted.words, target, likely.covered, likely.notes)


def count_words(texts: Strings, table: Table) -> WordCounts:
    counts, unknown, spoken = table.model.count(texts)
    return WordCounts(np.frombuffer(counts, "<u8").astype(np.int64), unknown, spoken)


def compute_stay(run: float, likely: Probabilities, counted: WordCounts) -> float:
    if run < 1:
        raise ScoreError(f"a burst of errors has 1 word or more, not {run:g}")
    return compute_stay_probability(run, *list_error_probabilities(likely, counted))


def compute_stay_behind(beside: float, likely: Probabilities, counted: WordCounts) -> float:
    """The probability of reusing a word's random number behind it, for insertions that often behind wrong words."""
    wrong, counts = list_error_probabilities(likely, counted)
    errors, insertion = float((wrong * counts).sum()), likely.insertion
    most = float((np.minimum(wrong, insertion) * counts).sum()) / errors if errors else insertion
    return min(1.0, max(0.0, (beside - insertion) / (most - insertion))) if most > insertion else 0.0


def list_error_probabilities(likely: Probabilities, counted: WordCounts) -> tuple[Numbers, Numbers]:
    """How likely each word is wrong, and how often it stands in the texts."""
    wrong = np.append(likely.substitution + likely.deletion, likely.unknown)
    return wrong, np.append(counted.counts, counted.unknown).astype(np.float64)


def count_errors(target: TargetRates, counted: WordCounts) -> tuple[int, int, int]:
    replaced, lost, added = (round(rate * counted.words) for rate in target)
    return replaced + lost, lost, added


def select_insertable_words(beyond: Beyond, table: Table, counted: WordCounts) -> Mapping[str, float]:
    """The words that may be inserted, and their probabilities: learned ones, or the short ones of the texts."""
    known = dict(zip(table.words, counted.counts.tolist(), strict=True))
    found = beyond.added or {word: count for word, count in known.items() if count and len(word) <= SHORT_WORD}
    found = found or {word: count for word, count in known.items() if count and " " not in word}
    total = sum(found.values())
    return {word: weight / total for word, weight in found.items()}


def make_insertion_model(row: Mapping[str, float]) -> _core.ErrorModel:
    ends = np.array([len(row)], "<u8").tobytes()
    values = np.array(list(row.values()), "<f8").tobytes()
    return _core.ErrorModel(Strings.of(["added"]), ends, Strings.of(row), values)


def make_distinct_ids(keys: Sequence[str] | None, count: int) -> Strings:
    """The utterance IDs, or positions where there are none; duplicates get a number."""
    if keys is None:
        return Strings.of(str(at) for at in range(1, count + 1))
    if len(keys) != count:
        raise ScoreError(f"{len(keys)} utterance IDs do not fit {count} texts")
    ids = keys if isinstance(keys, Strings) else Strings.of(keys)
    if ids.are_distinct():
        return ids
    seen: Counter[str] = Counter()
    found = []
    for key in ids:
        found.append(f"{key}{DUPLICATE_MARK}{seen[key]}" if seen[key] else key)
        seen[key] += 1
    return Strings.of(found)


class EditList(Sequence[Sequence[Edit]]):
    """The errors of each text, created on access from a few columns of numbers."""

    def __init__(
        self,
        table: Table,
        added: Sequence[float],
        deletion: NDArray[np.float64],
        sides: Sequence[Strings],
        columns: Sequence[bytes],
    ) -> None:
        self.table, self.added, self.deletion = table, added, deletion
        self.references, self.hypotheses = sides
        self.ends, self.positions, self.tokens, self.candidates, self.words = (
            np.frombuffer(column, "<i8") for column in columns
        )

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, at: int) -> list[Edit]: ...
    @overload
    def __getitem__(self, at: slice) -> list[list[Edit]]: ...
    def __getitem__(self, at: int | slice) -> list[Edit] | list[list[Edit]]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        index = range(len(self))[at]
        begin = int(self.ends[index - 1]) if index else 0
        return [self.get_edit(number) for number in range(begin, int(self.ends[index]))]

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Substitutions, deletions and insertions, as an aligner counts them."""
        sides = (self.references, self.hypotheses)
        before, after = (np.array([len(each.split()) for each in side], np.int64) for side in sides)
        replaced = np.minimum(before, after)
        return int(replaced.sum()), int((before - replaced).sum()), int((after - replaced).sum())

    def get_edit(self, number: int) -> Edit:
        position, tokens, candidate, word = (
            int(column[number]) for column in (self.positions, self.tokens, self.candidates, self.words)
        )
        sides = self.references[number], self.hypotheses[number]
        if tokens and candidate >= 0:
            _, probability, phonological, semantic = self.table.candidate(candidate)
            return Edit(position, *sides, phonological, semantic, probability)
        chance = self.added[candidate] if not tokens else float(self.deletion[word])
        return Edit(position, *sides, math.nan, math.nan, chance)
