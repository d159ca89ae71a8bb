"""ESPnet's tokenisers: a text in, its tokens with a blank between them out."""

from __future__ import annotations

import os
import re

from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol

    class Tokenizer(Protocol):
        """What a tokeniser can do."""

        def __call__(self, texts: Sequence[str]) -> list[str]:
            """The tokens of each text."""


SPACE = "<space>"
LINE_END = "\n"  # stands for a space for a moment; no text of a line holds it


class Characters:
    """Characters, a space as `<space>`; symbols are cut out wherever they stand, or kept as one token each.

    Where one symbol begins as another does, the longest is meant. ESPnet takes the first of a set, whose order changes
    from one run to the next.
    """

    def __init__(self, symbols: Iterable[str], *, remove: bool = True) -> None:
        ordered = sorted(symbols, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None
        self.remove = remove

    def __call__(self, texts: Sequence[str]) -> list[str]:
        """The characters of each text."""
        return [self.split(text) for text in texts]

    def split(self, text: str) -> str:
        """The characters of one text."""
        if self.pattern is None:
            return space_out(text)
        if self.remove:
            return space_out(self.pattern.sub("", text))
        tokens, end = [], 0
        for found in self.pattern.finditer(text):
            tokens += [space_out(text[end : found.start()]), found[0]]
            end = found.end()
        return " ".join(token for token in (*tokens, space_out(text[end:])) if token)


def space_out(text: str) -> str:
    """The characters with blanks between them."""
    return " ".join(text.replace(" ", LINE_END)).replace(LINE_END, SPACE)


class Words:
    """Words between blanks; one that is a symbol is left out, one that only holds a symbol is not."""

    def __init__(self, symbols: Iterable[str], *, remove: bool = True) -> None:
        self.symbols = frozenset(symbols) if remove else frozenset()

    def __call__(self, texts: Sequence[str]) -> list[str]:
        """The words of each text."""
        symbols = self.symbols
        return [" ".join([word for word in text.split() if word not in symbols]) for text in texts]


class Pieces:
    """Pieces of words by a SentencePiece model."""

    def __init__(self, path: str) -> None:
        self.model = load_sentencepiece(path)

    def __call__(self, texts: Sequence[str]) -> list[str]:
        """The pieces of each text."""
        return [" ".join(pieces) for pieces in self.model.encode(list(texts), out_type=str)]

    def list_pieces(self) -> list[str]:
        """All that the model knows."""
        return [self.model.id_to_piece(number) for number in range(self.model.get_piece_size())]

    def decode(self, pieces: str) -> str:
        """The text that pieces with blanks between them spell."""
        text: str = self.model.decode(pieces.split())
        return text


def load_sentencepiece(path: str) -> Any:  # noqa: ANN401 - the library has no types
    """A loaded model; what stands in the way is said of its file."""
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
    from mondegreen.dropin.espnet.texts import read_text, split_lines

    return [line.rstrip() for line in split_lines(read_text(path)) if line.strip()]
