"""Words: between whitespace, with punctuation apart, or what a pattern finds."""

import re

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.punctuation import INNER, OUTER, Marks, drop_emoji_remains, is_tidy
from mondegreen.normalization.text_function import TextFunction


class Words(TextFunction):
    """Splits at whitespace; the default tokenizer.

    Example:
        >>> from mondegreen.tokenization.words import Words
        >>> Words()("l' été  indien")
        ["l'", 'été', 'indien']

    Caveats: whitespace is Unicode's, the no-break space included. Punctuation stays with its word: "yes," and "yes"
        are different.
    """

    name = "words"

    def __call__(self, text: str) -> list[str]:
        return text.split()


APART = Marks(INNER, " x ")


class Punctuated(TextFunction):
    """Splits at whitespace, and makes each punctuation mark or symbol a token of its own.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer("punctuated")("Well, l'avant-garde... 3.5 %?")
        ['Well', ',', "l'avant-garde", '.', '.', '.', '3.5', '%', '?']

    Caveats: so punctuation is counted like words, and a wrong comma does not make the word before it wrong. What
        belongs to a word is what the normalizer `punctuation` leaves there: apostrophes and hyphens between letters or
        digits, points and commas between digits. Emoji that are joined to one are cut into their parts.
    """

    name = "punctuated"

    def __call__(self, text: str) -> list[str]:
        if is_tidy(text):
            return text.split()
        spaced = OUTER.sub(lambda found: f" {' '.join(found[0])} ", APART.apply(text))
        return drop_emoji_remains(spaced.split())


class Regex(TextFunction):
    r"""Takes the matches of a regular expression, in Python's notation, and drops the rest.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer(r"regex:\w+'?|\S")("l'été, déjà")
        ["l'", 'été', ',', 'déjà']

    Caveats: what the pattern does not find is not compared. Groups do not matter, and an empty find is no token. A
        pattern that can fail in very many ways takes very long on a long text.
    """

    name = "regex"
    options = (Option("pattern", (), "a regular expression"),)
    unnamed = "pattern"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        pattern = self.chosen["pattern"]
        try:
            self.pattern = re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            raise ScoreError(f'"{pattern}" is not a regular expression: {error}') from error
        self.signed = [pattern]

    def __call__(self, text: str) -> list[str]:
        return [found for each in self.pattern.finditer(text) if (found := each[0])]
