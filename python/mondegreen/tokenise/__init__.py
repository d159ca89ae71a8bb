"""Tokenise: the units into which a text is cut to be compared; one tokenizer, one file.

The core cuts `words` at whitespace; `characters`, with one blank between words; and `letters`, which are characters
without those spaces. `mixed` is what the tokenizer of that name makes of a text. A tokenizer is any callable from a
text to its tokens; where one is given, its tokens are the words of every metric that stands on words. What it is called
in signatures is its `signature`, else its `__name__`.
"""

from collections.abc import Callable, Sequence

from mondegreen.errors import ScoreError
from mondegreen.normalise import name_rule
from mondegreen.normalise.spec import make_named
from mondegreen.registry import load_target

UNITS = ("words", "characters", "letters")
MIXED = "mixed"

Tokeniser = Callable[[str], Sequence[str]]

# Name -> the tokenizer's class, which is made from its argument where it takes one.
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
    r"""The tokenizer that a text such as `mixed` or `regex:\w+` describes; none for `words`, which the core cuts.

    >>> tokeniser("characters")("ab c")
    ['a', 'b', 'c']
    """
    one: Tokeniser = make_named("tokeniser", spec.lstrip(), TOKENISERS)
    return None if name_rule(one) == "words" else one


def tokenize_texts(texts: Sequence[str], unit: str, tokeniser: Tokeniser | None = None) -> list[Sequence[str]]:
    """The tokens of each text, as the core or the tokenizer cuts them."""
    if unit == "words":
        return [check_tokens(tokeniser, text) for text in texts] if tokeniser else [text.split() for text in texts]
    if unit == MIXED:
        return [check_tokens(load_target(TOKENISERS[MIXED])(), text) for text in texts]
    if unit == "letters":
        return ["".join(text.split()) for text in texts]
    return [" ".join(text.split()) for text in texts]


def check_tokens(tokeniser: Tokeniser, text: str) -> Sequence[str]:
    """The tokens of one text; an error where the tokenizer gave something else."""
    found = tokeniser(text)
    try:
        if isinstance(found, list | tuple):
            "".join(found)  # the quickest way to see that all of them are strings
            return found
    except TypeError:
        pass
    what = f'gave {shorten_value(found)} for "{shorten_value(text)}", not a list of strings'
    raise ScoreError(f"the tokeniser {name_rule(tokeniser)} {what}")


def shorten_value(thing: object) -> str:
    """A thing as a sentence can show it."""
    shown = thing if isinstance(thing, str) else repr(thing)
    return shown if len(shown) <= 40 else f"{shown[:40]}..."


def format_signature(tokeniser: Tokeniser | None, unit: str) -> str:
    """The tokenizer's part of a signature."""
    return name_rule(tokeniser) if tokeniser and unit == "words" else unit
