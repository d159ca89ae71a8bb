"""Words, and punctuation by itself."""

from mondegreen.normalization.punctuation import INNER, OUTER, Marks, drop_emoji_remains, is_tidy
from mondegreen.normalization.text_function import TextFunction

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
