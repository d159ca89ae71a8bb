"""Tokenise: the units into which a text is cut to be compared.

The core cuts `words` at white space; `characters`, with one blank between words; and `letters`, which are characters
without those blanks. A tokeniser is any callable from a text to its tokens; where one is given, its tokens are the
words of every metric that stands on words. What it is called in signatures is its `signature`, else its `__name__`.
"""

from collections.abc import Callable, Sequence

from mondegreen.normalise import name

UNITS = ("words", "characters", "letters")

Tokeniser = Callable[[str], Sequence[str]]

TOKENISERS: dict[str, str] = {}


def cut(texts: Sequence[str], unit: str, tokeniser: Tokeniser | None = None) -> list[Sequence[str]]:
    """The tokens of each text, as the core or the tokeniser cuts them."""
    if unit == "words":
        return [tokeniser(text) for text in texts] if tokeniser else [text.split() for text in texts]
    if unit == "letters":
        return ["".join(text.split()) for text in texts]
    return [" ".join(text.split()) for text in texts]


def named(tokeniser: Tokeniser | None, unit: str) -> str:
    """The tokeniser's part of a signature."""
    return name(tokeniser) if tokeniser and unit == "words" else unit
