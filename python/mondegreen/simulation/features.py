"""Articulatory features of sounds: of English by ARPABET symbol, of any language by the letters of the IPA (panphon).

The table of English (Hayes, Introductory Phonology, 2009) lists for each feature the phones that have it, and those
that lack it; `*` stands for all others. Phones in neither list are unspecified. Diphthongs and the r-colored vowel have
features of their own, so that they are one sound.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from mondegreen.errors import ScoreError

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
