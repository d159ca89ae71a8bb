"""Errors drawn: texts with words replaced, and lost and too many if that is wanted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.corrupt.rates import MODES, Counted, Probabilities, Wanted, probabilities, stay, usual
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from mondegreen.corrupt.rates import Weights
    from mondegreen.corrupt.table import Table

# Words of so many letters may be added where none were learned.
SHORT = 3
# Behind the key of an utterance whose key others have too: it is no part of any key.
AGAIN = "\0"


class Edit(NamedTuple):
    """An error: the place among the text's words, what stood there, and what it became; "" is no word."""

    position: int
    reference: str
    hypothesis: str
    phonological: float
    semantic: float
    probability: float


@dataclass(frozen=True)
class Beyond:
    """What the paper does not have (Voleti et al. 2019): words lost and too many, bursts, and two words heard as one.

    `run` is the mean number of words in a run of errors; `again` how often another word follows one too many; `merge`
    how often a word that is replaced is so together with the next, where the table has the two. `added` are the words
    that may be too many, with weights; `weights` say how often words are wrong beside others.
    """

    deletions: float = 0.0
    insertions: float = 0.0
    run: float | None = None
    again: float = 0.0
    merge: float = 0.0
    added: Mapping[str, float] = field(default_factory=dict)
    weights: Weights | None = None


@dataclass(frozen=True)
class Corrupted:
    """Texts with errors, and the errors of each; `covered` is the share of words that may be replaced."""

    texts: list[str]
    edits: Edits
    words: int
    wanted: Wanted
    covered: float
    notes: Sequence[str] = ()

    @property
    def counts(self) -> tuple[int, int, int]:
        """Words replaced, lost and too many, by construction."""
        return self.edits.counts

    @property
    def rate(self) -> float:
        """Errors per word, by construction."""
        return sum(self.counts) / self.words if self.words else 0.0


def corrupt(
    texts: Sequence[str],
    table: Table,
    rate: float = 0.3,
    seed: int = 7,
    keys: Sequence[str] | None = None,
    mode: str = "bernoulli",
    beyond: Beyond | None = None,
    threads: int | None = None,
) -> Corrupted:
    """The texts with words replaced at a rate, each by a draw from its row of the table.

    `bernoulli` replaces each word with the probability `rate`, if it has a row: so the rate is reached but for the
    share of words that have one. `calibrated` makes up for that, and `exact` replaces just so many words of all texts.
    """
    if mode not in MODES:
        raise ScoreError(f'there is no mode "{mode}"; choose from {", ".join(MODES)}')
    beyond = beyond or Beyond()
    wanted = Wanted(rate, beyond.deletions, beyond.insertions).checked()
    if mode == "exact" and beyond.merge:
        raise ScoreError(
            "numbers of errors cannot be met where two words may be heard as one; leave out one of the two"
        )
    held = texts if isinstance(texts, Strings) else Strings.of(texts)
    counted = count(held, table)
    again = 0.0 if mode == "exact" else beyond.again
    likely = probabilities(wanted, mode, beyond.weights or usual(table, counted), counted, again)
    added = adding(beyond, table, counted)
    if wanted.insertions and counted.words and not added:
        raise ScoreError("there is no word to add: none of the texts' words stands in the table")
    (done, *sides), columns = table.model.draw(
        told_apart(keys, len(held)),
        held,
        model(added),
        {
            "substitution": likely.substitution.astype("<f8").tobytes(),
            "deletion": likely.deletion.astype("<f8").tobytes(),
            "unknown": likely.unknown,
            "insertion": likely.insertion,
            "again": again,
            "stay": 0.0 if beyond.run is None else staying(beyond.run, likely, counted),
            "merge": beyond.merge,
            "wanted": numbers(wanted, counted) if mode == "exact" else None,
            "seed": seed & (1 << 64) - 1,
        },
        threads,
    )
    edits = Edits(table, list(added.values()), np.append(likely.deletion, likely.unknown), sides, columns)
    return Corrupted(list(done), edits, counted.words, wanted, likely.covered, likely.notes)


def count(texts: Strings, table: Table) -> Counted:
    """How often the words of the table stand in texts, and how many others."""
    counts, unknown, spoken = table.model.count(texts)
    return Counted(np.frombuffer(counts, "<u8").astype(np.int64), unknown, spoken)


def staying(run: float, likely: Probabilities, counted: Counted) -> float:
    """How often chance stays for runs of that length."""
    if run < 1:
        raise ScoreError(f"a run of errors has 1 word or more, and not {run:g}")
    wrong = np.append(likely.substitution + likely.deletion, likely.unknown)
    return stay(run, wrong, np.append(counted.counts, counted.unknown))


def numbers(wanted: Wanted, counted: Counted) -> tuple[int, int, int]:
    """Errors at words, of them words lost, and words too many."""
    replaced, lost, added = (round(rate * counted.words) for rate in wanted)
    return replaced + lost, lost, added


def adding(beyond: Beyond, table: Table, counted: Counted) -> Mapping[str, float]:
    """The words that may be too many, and how likely each is: those learned, else the short ones of the texts."""
    known = dict(zip(table.words, counted.counts.tolist(), strict=True))
    found = beyond.added or {word: count for word, count in known.items() if count and len(word) <= SHORT}
    found = found or {word: count for word, count in known.items() if count and " " not in word}
    total = sum(found.values())
    return {word: weight / total for word, weight in found.items()}


def model(row: Mapping[str, float]) -> _core.ErrorModel:
    """One row, of words that may be added."""
    ends = np.array([len(row)], "<u8").tobytes()
    values = np.array(list(row.values()), "<f8").tobytes()
    return _core.ErrorModel(Strings.of(["added"]), ends, Strings.of(row), values)


def told_apart(keys: Sequence[str] | None, count: int) -> Strings:
    """The keys, positions where there are none; of one that comes again, with a number behind it."""
    if keys is None:
        return Strings.of(str(at) for at in range(1, count + 1))
    if len(keys) != count:
        raise ScoreError(f"{len(keys)} keys cannot be those of {count} texts")
    held = keys if isinstance(keys, Strings) else Strings.of(keys)
    if held.are_distinct():
        return held
    seen: Counter[str] = Counter()
    found = []
    for key in held:
        found.append(f"{key}{AGAIN}{seen[key]}" if seen[key] else key)
        seen[key] += 1
    return Strings.of(found)


class Edits(Sequence[Sequence[Edit]]):
    """The errors of each text, made when they are looked at: half a million of them are a few columns of numbers."""

    def __init__(
        self,
        table: Table,
        added: Sequence[float],
        deletion: NDArray[np.float64],
        sides: Sequence[Strings],
        columns: Sequence[bytes],
    ) -> None:
        self.table, self.added, self.deletion = table, added, deletion
        self.said, self.heard = sides
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
        place = range(len(self))[at]
        begin = int(self.ends[place - 1]) if place else 0
        return [self.edit(number) for number in range(begin, int(self.ends[place]))]

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Substitutions, deletions and insertions, as an aligner counts them."""
        spoken, heard = (np.array([len(each.split()) for each in side], np.int64) for side in (self.said, self.heard))
        replaced = np.minimum(spoken, heard)
        return int(replaced.sum()), int((spoken - replaced).sum()), int((heard - replaced).sum())

    def edit(self, number: int) -> Edit:
        """An error by its number."""
        position, tokens, candidate, word = (
            int(column[number]) for column in (self.positions, self.tokens, self.candidates, self.words)
        )
        sides = self.said[number], self.heard[number]
        if tokens and candidate >= 0:
            _, probability, phonological, semantic = self.table.candidate(candidate)
            return Edit(position, *sides, phonological, semantic, probability)
        chance = self.added[candidate] if not tokens else float(self.deletion[word])
        return Edit(position, *sides, math.nan, math.nan, chance)
