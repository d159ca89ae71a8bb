"""Phonological distance: a weighted edit distance of sounds, whose costs are the articulatory features that differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from mondegreen import _core
from mondegreen.simulation import features

# A feature that one sound has and the other lacks costs 1; one that is unspecified in one of them costs this.
UNSPECIFIED_COST = 0.25
# The suffix of a phone in dictionaries: stress, tone, or its position in the word.
SYMBOL_SUFFIX = re.compile(r"(?<=.)(?:\d|_[BEIS])+$")
# The core rejects longer words; no real word has as many sounds.
MAX_SOUNDS = 255


@dataclass(frozen=True, eq=False)
class Phonology:
    """Sounds, and the costs of their substitution, deletion and insertion."""

    name: str
    indices: Mapping[str, int]
    pairs: NDArray[np.float64]
    alone: NDArray[np.float64]

    @classmethod
    def of(cls, name: str, values: Mapping[str, tuple[int, ...]]) -> Phonology:
        """From features: 1 for having it, -1 for lacking it, 0 for unspecified."""
        table = np.array(list(values.values()), dtype=np.int8)
        apart = np.abs(table[:, None, :] - table[None, :, :])
        # 2 between having and lacking; 1 between either and unspecified.
        pairs = (apart == 2).sum(axis=2) + UNSPECIFIED_COST * (apart == 1).sum(axis=2)
        indices = {phone: index for index, phone in enumerate(values)}
        return cls(name, indices, pairs, UNSPECIFIED_COST * (table != 0).sum(axis=1))

    @cached_property
    def sounds(self) -> _core.Sounds:
        return _core.Sounds(self.pairs.astype("<f8").tobytes(), self.alone.astype("<f8").tobytes())

    def parse(self, symbols: Iterable[str]) -> list[int]:
        """The indices of phones; an unknown one raises KeyError."""
        return [self.indices[phone] for symbol in symbols for phone in self.split(symbol)]

    def split(self, symbol: str) -> Sequence[str]:
        if self.name == "hayes":
            return (SYMBOL_SUFFIX.sub("", symbol).upper(),)
        found = split_symbol(symbol)
        if not found:
            raise KeyError(symbol)
        return found

    def distance(self, one: Iterable[str], other: Iterable[str]) -> float:
        """The weighted edit distance of two words."""
        return self.sounds.distance(self.parse(one), self.parse(other))

    def spoken(self, words: Sequence[Sequence[Sequence[int]]]) -> _core.Spoken:
        """Words by their variants, as the core holds them."""
        usable = [[variant for variant in word if 0 < len(variant) <= MAX_SOUNDS] for word in words]
        variants = [variant for word in usable for variant in word]
        flat = np.fromiter((phone for variant in variants for phone in variant), dtype="<u2")
        ends = np.cumsum([len(variant) for variant in variants], dtype="<u4")
        words_ends = np.cumsum([len(word) for word in usable], dtype="<u4")
        return _core.Spoken(flat.tobytes(), ends.tobytes(), words_ends.tobytes(), self.sounds)


@cache
def make_hayes_phonology() -> Phonology:
    return Phonology.of("hayes", features.list_hayes_features())


def make_panphon_phonology(symbols: Iterable[str]) -> Phonology:
    """The phonology of panphon's features for the sounds of these symbols of the IPA, or of ARPABET."""
    known = features.read_panphon_features()
    sounds = {sound for symbol in symbols for sound in split_symbol(symbol)}
    return Phonology.of("panphon", {sound: known[sound] for sound in sorted(sounds)})


def split_symbol(symbol: str) -> Sequence[str]:
    return features.split_sounds(features.ARPABET.get(SYMBOL_SUFFIX.sub("", symbol), symbol))
