"""The articulatory features of English sounds, as Hayes (Introductory Phonology, 2009) has them, by ARPABET symbol.

Of each feature: the phones that have it, and those that lack it; `*` stands for all others. Phones in neither list are
left open. Diphthongs and the r-coloured vowel have features of their own, so that they are one sound.
"""

from __future__ import annotations

FRONT, BACK = "AE EH EY IH IY", "AA AH AO OW OY UH UW"
VOWELS = f"{FRONT} {BACK} AW AY ER"
DIPHTHONGS = "AW AY EY OY"
GLIDES = "W Y"
STOPS, VELARS = "B D G K P T", "G K NG"
SIBILANTS = "CH JH S SH Z ZH"
FRICATIVES = "DH F HH S SH TH V Z ZH"
NASALS = "M N NG"
# What is said with the blade of the tongue, before the ridge behind the teeth or at it, and behind it.
FORWARD, BEHIND = "D DH L N S T TH Z", "CH JH R SH ZH"
HIGH = "IH IY UH UW"
ROUND = "AO OW UH UW W"

PHONES = tuple(f"{VOWELS} {GLIDES} L R {NASALS} {STOPS} CH JH {FRICATIVES}".split())
FEATURES: dict[str, tuple[str, str]] = {
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


def values() -> dict[str, tuple[int, ...]]:
    """The features of each phone: 1 it has, -1 it lacks, 0 is left open."""
    columns = [column(*lists) for lists in FEATURES.values()]
    return {phone: tuple(column[phone] for column in columns) for phone in PHONES}


def column(having: str, lacking: str) -> dict[str, int]:
    """A feature of each phone."""
    known = {**dict.fromkeys(lacking.split(), -1), **dict.fromkeys(having.split(), 1)}
    others = known.get("*", 0)
    return {phone: known.get(phone, others) for phone in PHONES}
