"""What sounds cost in the place of others: the sum over articulatory features in which they differ."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from mondegreen import _core
from mondegreen.corrupt import hayes, ipa

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

# A feature that one sound has and the other lacks costs 1; one that only one of them leaves open costs this.
OPEN = 0.25
# What dictionaries write behind a phone: stress, tone, or where in its word it stands.
BEHIND = re.compile(r"(?<=.)(?:\d|_[BEIS])+$")
# Nobody says a word of more sounds; the core refuses them.
LONGEST = 255


@dataclass(frozen=True, eq=False)
class Phonology:
    """Sounds, and what they cost."""

    name: str
    places: Mapping[str, int]
    pairs: NDArray[np.float64]
    alone: NDArray[np.float64]

    @classmethod
    def of(cls, name: str, values: Mapping[str, tuple[int, ...]]) -> Phonology:
        """By features: 1 has it, -1 lacks it, 0 leaves it open."""
        table = np.array(list(values.values()), dtype=np.int8)
        apart = np.abs(table[:, None, :] - table[None, :, :])
        # 2 from having to lacking; 1 from either to open.
        pairs = (apart == 2).sum(axis=2) + OPEN * (apart == 1).sum(axis=2)
        places = {phone: place for place, phone in enumerate(values)}
        return cls(name, places, pairs, OPEN * (table != 0).sum(axis=1))

    @cached_property
    def sounds(self) -> _core.Sounds:
        """The costs as the core holds them."""
        return _core.Sounds(self.pairs.astype("<f8").tobytes(), self.alone.astype("<f8").tobytes())

    def parse(self, symbols: Iterable[str]) -> list[int]:
        """The places of phones; one that is not known raises KeyError."""
        return [self.places[phone] for symbol in symbols for phone in self.phones(symbol)]

    def phones(self, symbol: str) -> Sequence[str]:
        """The phones that a symbol stands for."""
        if self.name == "hayes":
            return (BEHIND.sub("", symbol).upper(),)
        found = written(symbol)
        if not found:
            raise KeyError(symbol)
        return found

    def distance(self, one: Iterable[str], other: Iterable[str]) -> float:
        """How far words are in sound: the least cost of changes that make the one the other."""
        return self.sounds.distance(self.parse(one), self.parse(other))

    def spoken(self, words: Sequence[Sequence[Sequence[int]]]) -> _core.Spoken:
        """Words by their variants, as the core holds them."""
        kept = [[variant for variant in word if 0 < len(variant) <= LONGEST] for word in words]
        variants = [variant for word in kept for variant in word]
        flat = np.fromiter((phone for variant in variants for phone in variant), dtype="<u2")
        ends = np.cumsum([len(variant) for variant in variants], dtype="<u4")
        words_ends = np.cumsum([len(word) for word in kept], dtype="<u4")
        return _core.Spoken(flat.tobytes(), ends.tobytes(), words_ends.tobytes(), self.sounds)


@cache
def english() -> Phonology:
    """That of Hayes, for ARPABET."""
    return Phonology.of("hayes", hayes.values())


def of_symbols(symbols: Iterable[str]) -> Phonology:
    """panphon's, for the sounds that these symbols of the IPA, or of ARPABET, stand for."""
    known = ipa.values()
    sounds = {sound for symbol in symbols for sound in written(symbol)}
    return Phonology.of("panphon", {sound: known[sound] for sound in sorted(sounds)})


def written(symbol: str) -> Sequence[str]:
    """The sounds of a symbol of the IPA, or of ARPABET."""
    return ipa.sounds(ipa.ARPABET.get(BEHIND.sub("", symbol), symbol))
