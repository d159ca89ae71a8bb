"""ESPnet's text cleaners by their names, and its tokenizers: a text in, its tokens with a space between them out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from mondegreen.component import unknown_name
from mondegreen.dropin.espnet.tables import read_text, split_lines
from mondegreen.errors import ScoreError
from mondegreen.normalization.whisper import BASIC, ENGLISH, SMALL, WHISPER, find_normalizer

Cleaner = Callable[[str], str]
# From texts to the tokens of each, with spaces between them.
Tokenizer = Callable[[Sequence[str]], list[str]]

SPACE = "<space>"
LINE_END = "\n"  # stands for a space for a moment; no text of a line holds it
NO_CLEANER = "none"
# Where a cleaner is found: module, attribute, and the packages to install.
PACKAGES = {
    "tacotron": ("tacotron_cleaner.cleaners", "custom_english_cleaners", "espnet_tts_frontend"),
    "jaconv": ("jaconv", "normalize", "jaconv"),
    "vietnamese": ("vietnamese_cleaner.vietnamese_cleaners", "vietnamese_cleaner", "espnet_tts_frontend underthesea"),
    "korean_cleaner": ("espnet2.text.korean_cleaner", "KoreanCleaner", "espnet"),
}
# Whisper's, which ESPnet takes from Whisper itself.
WHISPERS = {"whisper_en": ENGLISH, "whisper_basic": BASIC}
SOURCES = (WHISPER, SMALL)


def make_cleaner(names: str) -> Cleaner | None:
    """The cleaner of that name, or several behind each other; none where texts stay as they are."""
    steps = [find_cleaner(name) for name in names.split(",") if name not in ("", NO_CLEANER)]

    def clean(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return clean if steps else None


def find_cleaner(name: str) -> Cleaner:
    """One cleaner; where its package is missing, the error shows the line that installs it."""
    if name in WHISPERS:
        there = find_normalizer(WHISPERS[name], SOURCES)
        if there is None:
            raise make_missing_error(name, " or ".join(source.package for source in SOURCES))
        whisper: Cleaner = there.normalizer
        return whisper
    if name not in PACKAGES:
        raise unknown_name("cleaner", name, [NO_CLEANER, *PACKAGES, *WHISPERS])
    module, attribute, packages = PACKAGES[name]
    try:
        one: Callable[..., str] = getattr(import_module(module), attribute)
    except ImportError as error:
        raise make_missing_error(name, packages) from error
    return one.normalize_text if name == "korean_cleaner" else one  # type: ignore[attr-defined] # it is a class


def make_missing_error(name: str, packages: str) -> ScoreError:
    return ScoreError(f"the cleaner {name} is in a package that is not installed: pip install {packages}")


class Characters:
    """Characters, a space as `<space>`; symbols are removed wherever they stand, or stay as one token each.

    Where one symbol begins as another does, the longest is meant. ESPnet takes the first of a set, whose order changes
    from one run to the next.
    """

    def __init__(self, symbols: Iterable[str], *, remove: bool = True) -> None:
        ordered = sorted(symbols, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None
        self.remove = remove

    def __call__(self, texts: Sequence[str]) -> list[str]:
        return [self.split(text) for text in texts]

    def split(self, text: str) -> str:
        if self.pattern is None:
            return space_out(text)
        if self.remove:
            return space_out(self.pattern.sub("", text))
        tokens, end = [], 0
        for match in self.pattern.finditer(text):
            tokens += [space_out(text[end : match.start()]), match[0]]
            end = match.end()
        return " ".join(token for token in (*tokens, space_out(text[end:])) if token)


def space_out(text: str) -> str:
    return " ".join(text.replace(" ", LINE_END)).replace(LINE_END, SPACE)


class Words:
    """Words between spaces; one that is a symbol is left out, one that only holds a symbol is not."""

    def __init__(self, symbols: Iterable[str], *, remove: bool = True) -> None:
        self.symbols = frozenset(symbols) if remove else frozenset()

    def __call__(self, texts: Sequence[str]) -> list[str]:
        return [" ".join([word for word in text.split() if word not in self.symbols]) for text in texts]


class Pieces:
    """Pieces of words by a SentencePiece model."""

    def __init__(self, path: str) -> None:
        self.model = load_sentencepiece(path)

    def __call__(self, texts: Sequence[str]) -> list[str]:
        return [" ".join(pieces) for pieces in self.model.encode(list(texts), out_type=str)]

    def list_pieces(self) -> list[str]:
        return [self.model.id_to_piece(number) for number in range(self.model.get_piece_size())]

    def decode(self, pieces: str) -> str:
        text: str = self.model.decode(pieces.split())
        return text


def load_sentencepiece(path: str) -> Any:  # noqa: ANN401 - the library has no types
    """A loaded model; the error names its file."""
    if not os.path.isfile(path):
        raise ScoreError("there is no such model; name the recipe's by --bpemodel FILE", path=path)
    try:
        from sentencepiece import SentencePieceProcessor
    except ImportError:
        what = "token error rates need a package that is not installed: pip install 'mondegreen[espnet]'"
        raise ScoreError(what, path=path) from None
    try:
        return SentencePieceProcessor(model_file=path)
    except (RuntimeError, OSError) as error:
        raise ScoreError("is not a SentencePiece model", path=path) from error


def read_symbols(path: str) -> list[str]:
    """Non-linguistic symbols, a line each; `none` and no name are none."""
    if path in ("", "none"):
        return []
    return [line.rstrip() for line in split_lines(read_text(path)) if line.strip()]
