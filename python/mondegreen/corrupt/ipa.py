"""The articulatory features of the sounds of any language, as panphon has them, by the letters of the IPA."""

from __future__ import annotations

import csv
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from mondegreen.errors import ScoreError

# ARPABET's phones that the IPA writes otherwise. panphon does not know the r-coloured vowel: it is two sounds there.
ARPABET = {
    "AA": "ɑ", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "aʊ", "AY": "aɪ", "CH": "t͡ʃ", "DH": "ð", "EH": "ɛ", "ER": "əɹ",
    "EY": "eɪ", "G": "ɡ", "HH": "h", "IH": "ɪ", "IY": "i", "JH": "d͡ʒ", "NG": "ŋ", "OW": "oʊ", "OY": "ɔɪ", "R": "ɹ",
    "SH": "ʃ", "TH": "θ", "UH": "ʊ", "UW": "u", "Y": "j", "ZH": "ʒ", "B": "b", "D": "d", "F": "f", "K": "k", "L": "l",
    "M": "m", "N": "n", "P": "p", "S": "s", "T": "t", "V": "v", "W": "w", "Z": "z",
}  # fmt: skip
# How others, espeak-ng among them, write what panphon writes otherwise.
ALIKE = {"g": "ɡ", "ɝ": "əɹ", "ɚ": "əɹ", "ɫ": "l", "ᵻ": "ɨ", "tʃ": "t͡ʃ", "dʒ": "d͡ʒ", "ts": "t͡s", "dz": "d͡z"}


@cache
def values() -> dict[str, tuple[int, ...]]:
    """The features of each sound: 1 it has, -1 it lacks, 0 does not apply."""
    found = find_spec("panphon")
    if found is None or not found.origin:
        raise ScoreError("panphon is not installed; install it by `pip install 'mondegreen[corrupt]'`")
    with Path(found.origin).with_name("data").joinpath("ipa_all.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        signs = {"+": 1, "-": -1, "0": 0}
        # Tones have no features of articulation, and no length.
        return {name: tuple(map(signs.__getitem__, signed)) for name, *signed in rows if any(map(is_set, signed[:-2]))}


def is_set(sign: str) -> bool:
    """Whether a feature is not left open."""
    return sign != "0"


@cache
def longest() -> int:
    """How many characters a known sound has, at most."""
    return max(map(len, values()))


@cache
def sounds(symbol: str) -> tuple[str, ...]:
    """The sounds that a symbol stands for, the longest known first; what is no sound, as stress, is left out."""
    text, known, found, at = ALIKE.get(symbol, symbol), values(), [], 0
    while at < len(text):
        ends = range(min(len(text), at + longest()), at, -1)
        end = next((end for end in ends if text[at:end] in known), None)
        if end is not None:
            found.append(text[at:end])
        elif text[at] in ALIKE:
            found += sounds(ALIKE[text[at]])
        at = end or at + 1
    return tuple(found)
