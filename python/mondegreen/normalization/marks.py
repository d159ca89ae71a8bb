"""Punctuation and symbols, and where they belong to a word."""

import re
from unicodedata import category

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
