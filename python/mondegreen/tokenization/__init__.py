"""Tokenize: the units into which a text is cut to be compared; one kind of tokenizers, one file.

The core cuts `words` at whitespace; `characters`, with one blank between words; and `letters`, which are characters
without those spaces. `mixed` is what the tokenizer of that name makes of a text. A tokenizer is any callable from a
text to its tokens; where one is given, its tokens are the words of every metric that stands on words. What it is called
in signatures is its `signature`, else its `__name__`.
"""

from collections.abc import Callable, Sequence

from mondegreen.component import Registry
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import name_function

UNITS = ("words", "characters", "letters")
MIXED = "mixed"

Tokenizer = Callable[[str], Sequence[str]]

TOKENIZERS = Registry(
    "tokenizer",
    {
        "words": "mondegreen.tokenization.words:Words",
        "characters": "mondegreen.tokenization.characters:Characters",
        "graphemes": "mondegreen.tokenization.characters:Graphemes",
        "mixed": "mondegreen.tokenization.characters:Mixed",
        "punctuated": "mondegreen.tokenization.words:Punctuated",
        "treebank": "mondegreen.tokenization.words:Treebank",
        "regex": "mondegreen.tokenization.words:Regex",
    },
    group="tokenizers",
)


def make_tokenizer(spec: str) -> Tokenizer | None:
    r"""The tokenizer that a text such as `mixed` or `regex:\w+` describes; none for `words`, which the core cuts.

    >>> make_tokenizer("characters")("ab c")
    ['a', 'b', 'c']
    """
    made: Tokenizer = TOKENIZERS.make(spec)
    return None if name_function(made) == "words" else made


def tokenize_texts(texts: Sequence[str], unit: str, tokenizer: Tokenizer | None) -> list[Sequence[str]]:
    """The tokens of each text, as the core or the tokenizer cuts them."""
    if unit == "words":
        return [check_tokens(tokenizer, text) for text in texts] if tokenizer else [text.split() for text in texts]
    if unit == MIXED:
        return [check_tokens(TOKENIZERS.find(MIXED)(), text) for text in texts]
    if unit == "letters":
        return ["".join(text.split()) for text in texts]
    return [squeeze_spaces(text) for text in texts]


def squeeze_spaces(text: str) -> str:
    """The words of a text with one blank between them."""
    # Of all spaces the blank alone is printable, and most texts have no more of them than they need.
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())


def check_tokens(tokenizer: Tokenizer, text: str) -> Sequence[str]:
    """The tokens of one text; an error where the tokenizer gave something else."""
    found = tokenizer(text)
    try:
        if isinstance(found, list | tuple):
            "".join(found)  # the quickest way to see that all of them are strings
            return found
    except TypeError:
        pass
    what = f'gave {shorten_value(found)} for "{shorten_value(text)}", not a list of strings'
    raise ScoreError(f"the tokenizer {name_function(tokenizer)} {what}")


def shorten_value(thing: object) -> str:
    """A thing as a sentence can show it."""
    shown = thing if isinstance(thing, str) else repr(thing)
    return shown if len(shown) <= 40 else f"{shown[:40]}..."


def format_signature(tokenizer: Tokenizer | None, unit: str) -> str:
    """The tokenizer's part of a signature."""
    return name_function(tokenizer) if tokenizer and unit == "words" else unit
