"""Words: between whitespace, with punctuation apart, as the Penn Treebank has them, or what a pattern finds."""

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


# What is set apart, in this order: later patterns see the spaces that earlier ones made. A text begins and ends with
# a space from the contractions on.
MARKS = [
    (re.compile(r"[«“\u2018„]|`+"), r" \g<0> "),  # quotes that open
    (re.compile(r'^"|(?<=[ (\[{<])(?:"|\'\')'), r" \g<0> "),
    (re.compile(r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", re.IGNORECASE), "' "),
    (re.compile(r"[:,](?=\D|$)"), r" \g<0> "),  # but no comma within a number, nor a colon of a time
    (re.compile(r"\.{2,}"), r" \g<0> "),
    (re.compile(r"[;@#$%&?!\u2012-\u2015]"), r" \g<0> "),
    (re.compile(r"(?<=[^.])\.(?=[\])}>\"'»”\u2019 ]*\s*$)"), " . "),  # that at the end: others may be of abbreviations
    (re.compile(r"(?<=[^'])'(?= )"), " '"),
    (re.compile(r"[\][(){}<>*]|--"), r" \g<0> "),
]
CONTRACTIONS = [
    (re.compile(r"''|[\"»”\u2019]"), r" \g<0> "),
    (re.compile(r"(?<=[^' ])(?:'[sSmMdD]|')(?= )"), r" \g<0>"),
    (re.compile(r"(?<=[^' ])(?:'ll|'LL|'re|'RE|'ve|'VE|n't|N'T)(?= )"), r" \g<0>"),
    (re.compile(r"\b(can)(not)\b|\b(d)('ye)\b|\b(gim|lem)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b", re.IGNORECASE), "halves"),
    (re.compile(r"\b(more)('n)\b|\b(wan)(na)(?=\s)", re.IGNORECASE), "halves"),
    (re.compile(r"(?<= )('t)(is|was)\b", re.IGNORECASE), "halves"),
]


class Treebank(TextFunction):
    """Tokenizes English as the Penn Treebank does: punctuation apart, `isn't` as `is` and `n't`.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer("treebank")("They'll say (3,000 times): it isn't so.")
        ['They', "'ll", 'say', '(', '3,000', 'times', ')', ':', 'it', 'is', "n't", 'so', '.']

    Caveats: word vectors and lists of words of English were often made from such tokens. Takes one sentence at a time:
        of single points only the last is set apart. As NLTK's word tokenizer has them; but quotes stay as they are,
        where that writes `` and '', and of marks that follow each other, such as `:,`, each is set apart.
    """

    name = "treebank"

    def __call__(self, text: str) -> list[str]:
        for pattern, apart in MARKS:
            text = pattern.sub(apart, text)
        text = f" {text} "
        for pattern, apart in CONTRACTIONS:
            text = pattern.sub(split_halves if apart == "halves" else apart, text)
        return text.split()


def split_halves(found: re.Match[str]) -> str:
    return f" {' '.join(part for part in found.groups() if part)} "
