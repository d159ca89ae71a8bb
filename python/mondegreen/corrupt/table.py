"""The substitution table: for each word those it may be taken for, how likely, and how far they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen import _core
from mondegreen._core import Strings

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.corrupt.building import Rules
    from mondegreen.corrupt.pronunciations import Pronunciations
    from mondegreen.lexicon.space import Space


class Candidate(NamedTuple):
    """A word that another may be taken for; a distance that is not known is NaN."""

    word: str
    probability: float
    phonological: float
    semantic: float


@dataclass(frozen=True)
class Table:
    """Words in small letters, and their candidates: those of `words[n]` lie from `offsets[n]` to `offsets[n + 1]`.

    `about` says what the table was made from.
    """

    words: Sequence[str]
    offsets: NDArray[np.int64]
    candidates: Sequence[str]
    probability: NDArray[np.float64]
    phonological: NDArray[np.float64]
    semantic: NDArray[np.float64]
    about: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Mapping[str, Sequence[Candidate]], about: Mapping[str, str] | None = None) -> Table:
        """A table from rows."""
        flat = [candidate for row in rows.values() for candidate in row]
        numbers = np.array([candidate[1:] for candidate in flat], np.float64).reshape(-1, 3)
        offsets = np.cumsum([0, *map(len, rows.values())], dtype=np.int64)
        words = [candidate.word for candidate in flat]
        return cls(list(rows), offsets, words, numbers[:, 0], numbers[:, 1], numbers[:, 2], about or {})

    @classmethod
    def build(
        cls,
        words: Iterable[str],
        vectors: Space,
        pronunciations: Pronunciations | Mapping[str, Sequence[str]],
        rules: Rules | None = None,
        threads: int | None = None,
    ) -> Table:
        """A table for words, from word vectors and from how words are spoken."""
        from mondegreen.corrupt.building import build

        return build(words, vectors, pronunciations, rules, threads)[0]

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Table:
        """The table in a file."""
        from mondegreen.corrupt.tablefile import load

        return load(path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, packed if its name ends in .gz."""
        from mondegreen.corrupt.tablefile import save

        save(self, path)

    @cached_property
    def model(self) -> _core.ErrorModel:
        """The rows as the core draws from them."""
        ends = self.offsets[1:].astype("<u8").tobytes()
        spellings = Strings.of(self.words), ends, Strings.of(self.candidates)
        return _core.ErrorModel(*spellings, self.probability.astype("<f8").tobytes())

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each word."""
        return {word: place for place, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word.lower() in self.places

    def __getitem__(self, word: str) -> list[Candidate]:
        place = self.places[word.lower()]
        return [self.candidate(at) for at in range(int(self.offsets[place]), int(self.offsets[place + 1]))]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def candidate(self, at: int) -> Candidate:
        """The candidate at a place among all."""
        numbers = (float(each[at]) for each in (self.probability, self.phonological, self.semantic))
        return Candidate(self.candidates[at], *numbers)
