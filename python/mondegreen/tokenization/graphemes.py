"""Characters as a reader sees them."""

import re
from functools import cache
from unicodedata import category

from mondegreen.normalization.text_function import TextFunction

# Marks and joiners begin here; a text with nothing above has a code point for each character.
FIRST_MARK = re.compile(r"[^\0-\u02ff]")
LAST_MARK = 0x1FFFF
# Attached although they are no marks: joiners, the vowels am of Thai and Lao, the half-width voicing signs of
# Japanese, tones of skin, and the tags that make regional flags.
NEAR, FAR = "\u200c\u200d\u0e33\u0eb3\uff9e\uff9f", "\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\U000e0100-\U000e01ef"
# What a joiner joins: the blocks that hold pictures.
PICTURE = (
    "\u00a9\u00ae\u203c\u2049\u2122-\u21ff\u2300-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001faff"
)
FLAG = "[\U0001f1e6-\U0001f1ff]"
# Korean letters: leading consonants, vowels and trailing consonants make a syllable, as does what is one code point.
LEADING = "[\u1100-\u115f\ua960-\ua97c]"
VOWEL = "[\u1160-\u11a7\ud7b0-\ud7c6]"
TRAILING = "[\u11a8-\u11ff\ud7cb-\ud7fb]"
KOREAN = f"{LEADING}*(?:[\uac00-\ud7a3]|{VOWEL}+){TRAILING}*|{LEADING}+|{TRAILING}+"


class Graphemes(TextFunction):
    r"""Splits into graphemes, characters as readers see them: letters with their marks, whole emoji; no whitespace.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> [len(each) for each in make_tokenizer("graphemes")("e\u0301te 🇫🇷")]
        [2, 1, 1, 2]

    Caveats: close to Unicode's extended grapheme clusters (UAX 29), by the marks that this Python knows. Not joined:
        Indian consonants after a virama, which the standard joins since version 15.1, and what follows the few
        signs that the standard calls prepended.
    """

    name = "graphemes"

    def __call__(self, text: str) -> list[str]:
        if FIRST_MARK.search(text):
            found: list[str] = compile_clusters().findall(text)
            return found
        return list("".join(text.split()))


@cache
def compile_clusters() -> re.Pattern[str]:
    """A pattern that finds one cluster; made when first needed, because it asks about many characters."""
    joined = rf"[{PICTURE}]{write_attached()}(?:(?<=\u200d)[{PICTURE}]{write_attached()})+"
    return re.compile(rf"{joined}|(?:{FLAG}{{2}}|{KOREAN}|\S){write_attached()}")


@cache
def write_attached() -> str:
    """A pattern for what may follow a character and belongs to it."""
    near, far = list_marks(range(0x300, 0x10000)), list_marks(range(0x10000, LAST_MARK + 1))
    # The many ranges far up are looked at only for a character from there: few texts have any.
    return f"[{near}{NEAR}]*(?:[\U00010000-\U0010ffff](?<=[{far}{FAR}])[{near}{NEAR}]*)*"


def list_marks(among: range) -> str:
    """Unicode's combining marks, written as ranges inside a pattern's brackets."""
    codes = [code for code in among if category(chr(code))[0] == "M"]
    starts = [code for before, code in zip([0, *codes], codes, strict=False) if code != before + 1]
    ends = [code for code, after in zip(codes, [*codes[1:], 0], strict=True) if after != code + 1]
    return "".join(rf"\U{start:08x}-\U{end:08x}" for start, end in zip(starts, ends, strict=True))
