"""Tokenise: the units into which a text is cut to be compared; one tokeniser, one file.

The core cuts `words` at white space; `characters`, with one blank between words; and `letters`, which are characters
without those blanks. `mixed` is what the tokeniser of that name makes of a text. A tokeniser is any callable from a
text to its tokens; where one is given, its tokens are the words of every metric that stands on words. What it is called
in signatures is its `signature`, else its `__name__`.
"""

from collections.abc import Callable, Sequence

from mondegreen.errors import ScoreError
from mondegreen.normalise import name
from mondegreen.normalise.spec import made
from mondegreen.registry import load

UNITS = ("words", "characters", "letters")
MIXED = "mixed"

Tokeniser = Callable[[str], Sequence[str]]

# Name -> the tokeniser's class, which is made from its argument where it takes one.
TOKENISERS = {
    "words": "mondegreen.tokenise.words:Words",
    "characters": "mondegreen.tokenise.characters:Characters",
    "graphemes": "mondegreen.tokenise.graphemes:Graphemes",
    "mixed": "mondegreen.tokenise.mixed:Mixed",
    "punctuated": "mondegreen.tokenise.punctuated:Punctuated",
    "treebank": "mondegreen.tokenise.treebank:Treebank",
    "regex": "mondegreen.tokenise.regex:Regex",
}


def tokeniser(spec: str) -> Tokeniser | None:
    r"""The tokeniser that a text such as `mixed` or `regex:\w+` describes; none for `words`, which the core cuts.

    >>> tokeniser("characters")("ab c")
    ['a', 'b', 'c']
    """
    one: Tokeniser = made("tokeniser", spec.lstrip(), TOKENISERS)
    return None if name(one) == "words" else one


def cut(texts: Sequence[str], unit: str, tokeniser: Tokeniser | None = None) -> list[Sequence[str]]:
    """The tokens of each text, as the core or the tokeniser cuts them."""
    if unit == "words":
        return [tokens(tokeniser, text) for text in texts] if tokeniser else [text.split() for text in texts]
    if unit == MIXED:
        return [tokens(load(TOKENISERS[MIXED])(), text) for text in texts]
    if unit == "letters":
        return ["".join(text.split()) for text in texts]
    return [" ".join(text.split()) for text in texts]


def tokens(tokeniser: Tokeniser, text: str) -> Sequence[str]:
    """The tokens of one text; an error where the tokeniser gave something else."""
    found = tokeniser(text)
    try:
        if isinstance(found, list | tuple):
            "".join(found)  # the quickest way to see that all of them are strings
            return found
    except TypeError:
        pass
    raise ScoreError(f'the tokeniser {name(tokeniser)} gave {short(found)} for "{short(text)}", not a list of strings')


def short(thing: object) -> str:
    """A thing as a sentence can show it."""
    shown = thing if isinstance(thing, str) else repr(thing)
    return shown if len(shown) <= 40 else f"{shown[:40]}..."


def named(tokeniser: Tokeniser | None, unit: str) -> str:
    """The tokeniser's part of a signature."""
    return name(tokeniser) if tokeniser and unit == "words" else unit
