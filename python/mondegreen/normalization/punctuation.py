"""Punctuation as spaces, and where marks belong to a word."""

import re
from unicodedata import category

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import TextFunction

# Apostrophes, hyphens, and the dots and strokes that Catalan and Hebrew spell with: part of a word between its letters.
WITHIN = "'\u2019\uff07\u2010\u2011\u00b7\u2027\u05f3\u05f4-"
# Part of a number between its digits.
POINTS = ".,"
INNER = frozenset(WITHIN + POINTS)

# Those of them that are several together, at a word's edge, or points beside something else than a digit. Patterns
# begin with the character they look for: one that begins with a look behind is tried everywhere, which is slow.
OUTER = re.compile(
    rf"[{POINTS}{WITHIN}](?:[{POINTS}{WITHIN}]+|(?<!\S.)|(?!\S)|(?<=[{POINTS}])(?:(?<!\d.)|(?!\d)))", re.DOTALL
)
# The same of the two commonest.
COMMON = re.compile(r"['-](?:['-]+|(?<!\S.)|(?!\S))", re.DOTALL)
# Anything but letters, digits and spaces.
OTHER = re.compile(r"[^\w\s]|_")
# The same, but not what is plainly within a word or number: a text without it has nothing to remove or to cut.
LOOSE = re.compile(rf"[^\w\s](?<!\w[{WITHIN}](?=\w))(?<!\d[{POINTS}](?=\d))|_")


class Punctuation(TextFunction):
    """Removes punctuation and symbols, but not the apostrophes and hyphens within words.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("punctuation")("'Wait -- l'avant-garde, 3.5 %!'")
        "Wait l'avant-garde 3.5"
        >>> make_normalizer("punctuation:none")("l'avant-garde")
        'l avant garde'
        >>> make_normalizer("punctuation:'%")("'l'avant-garde, 100 %'")
        "'l'avant garde 100 %'"

    Caveats: what is removed becomes a blank, so "and/or" becomes two words, as does "U.S." Apostrophes and hyphens
        of any shape stay between letters or digits, and points and commas between digits; "'cause" and "dogs'" lose
        theirs. With characters after the colon, those stay wherever they are, and nothing else does;
        `punctuation:none` keeps nothing. All of Unicode's categories P and S go, "%", "$", "_" and emoji among them:
        first `drop` tokens such as "<unk>", or they become the word "unk".
    """

    name = "punctuation"
    options = (Option("keep", ("inner", "none"), "marks that stay wherever they are", str),)
    unnamed = "keep"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.within = self.chosen["keep"] == "inner"
        self.done = is_tidy if self.within else is_unmarked
        kept = INNER if self.within else get_kept_marks(self.chosen["keep"])
        self.marks = Marks(kept, " ")
        self.signed = [] if self.within else ["".join(sorted(kept)) or "none"]

    def __call__(self, text: str) -> str:
        if self.done(text):
            return text
        spaced = self.marks.apply(text)
        if self.within:
            spaced = OUTER.sub(" ", spaced)
        words = spaced.split()
        return " ".join(words if spaced.isascii() else drop_emoji_remains(words))


def get_kept_marks(keep: str) -> frozenset[str]:
    """The characters that an option says to keep."""
    kept = frozenset("" if keep == "none" else "".join(keep.split()))
    for one in sorted(kept):
        if not is_mark(one):
            raise ScoreError(f'"punctuation:{keep}" is to keep "{one}", which is not punctuation')
    return kept


class Marks(dict[str, str]):
    """What is written for each character, found when it is first met: few of Unicode's ever are."""

    def __init__(self, kept: frozenset[str], written: str) -> None:
        super().__init__()
        self.kept = kept
        self.written = written
        # With all of them at hand, `str.translate` is quickest; with one missing it is slowest.
        self.ascii = {code: self[chr(code)] for code in range(128)}

    def __missing__(self, one: str) -> str:
        self[one] = self.written.replace("x", one) if is_mark(one) and one not in self.kept else one
        return self[one]

    def apply(self, text: str) -> str:
        """The text with each character so written."""
        if text.isascii():
            return text.translate(self.ascii)
        return OTHER.sub(lambda found: self[found[0]], text)


def is_tidy(text: str) -> bool:
    """Whether a text has no mark but those within words and numbers."""
    # Most texts have nothing but letters, or these and the two commonest marks, which is quicker to see.
    letters = text.replace(" ", "")
    if letters.isalnum():
        return True
    common = letters.replace("'", "").replace("-", "").isalnum()
    return not (COMMON if common else LOOSE).search(text)


def is_unmarked(text: str) -> bool:
    return text.replace(" ", "").isalnum() or not OTHER.search(text)


def is_mark(one: str) -> bool:
    """Whether a character is punctuation (Unicode's P) or a symbol (its S)."""
    return category(one)[0] in "PS"


def drop_emoji_remains(words: list[str]) -> list[str]:
    """The words without those that are what is left of an emoji: joiners, and marks with nothing to stand on."""
    return [word for word in words if word.isalnum() or word.isascii() or any(map(stands_alone, word))]


def stands_alone(one: str) -> bool:
    """Whether a character needs no other to stand on or to join."""
    return category(one) not in {"Mn", "Me", "Cf"}


# The hyphen first, because a pattern that begins with a look behind is slow to find.
HYPHEN = re.compile(r"[-\u2010\u2011](?<=[^\s(].)(?=[^\s)])")


class Hyphens(TextFunction):
    """Splits words at their hyphens.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("hyphens")("a twenty-one-year-old wor- word")
        'a twenty one year old wor- word'

    Caveats: a hyphen that begins or ends a word stays, because there it marks a fragment. Like `csrfilt -dh`, it is
        best used after a table or a GLM file whose rules have hyphens.
    """

    name = "hyphens"

    def __call__(self, text: str) -> str:
        return HYPHEN.sub(" ", text)
