"""How texts sound: by espeak-ng, which speaks about a hundred languages, or by a dictionary where there is none."""

from __future__ import annotations

import ctypes
import os
import re
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from mondegreen.errors import ScoreError
from mondegreen.progress import progress
from mondegreen.resources.pronouncing import DICTIONARIES, find_dictionary, load_dictionary

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
    """The phonemes of texts on several sides, elided words joined if so wished; each distinct text is spoken once."""
    speaker = resources.get("phonemes", name)
    keyed = [[" ".join(text.split()) for text in side] for side in sides]
    if join and getattr(speaker, "elides", False):
        keyed = [[ELIDED.sub("", text) for text in side] for side in keyed]
    known = transcribe_texts(speaker, set(chain.from_iterable(keyed)), resources)
    return [[known[text] for text in side] for side in keyed]


def transcribe_texts(speaker: Speaker, texts: Iterable[str], resources: Resources) -> dict[str, Sequence[str]]:
    """The phonemes of distinct texts, from the cache where they are there."""
    wanted = sorted(filter(None, texts))
    # An object of the user's may be another tomorrow under the same name: it is asked each time.
    kept = resources.cache if getattr(speaker, "remembered", False) else None
    where = f"{speaker.identity}|{LAYOUT}"
    found = kept.get_many(where, wanted) if kept else {}
    known: dict[str, Sequence[str]] = {text: value.decode().split() for text, value in found.items()}
    fresh = {}
    with progress(speaker.identity, len(wanted) - len(known)) as advance:
        for text in wanted:
            if text not in known:
                fresh[text] = speaker.speak(text)
                advance(1)
    if kept:
        kept.put_many(where, {text: " ".join(phonemes).encode() for text, phonemes in fresh.items()})
    return {**known, **fresh, "": ()}


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
