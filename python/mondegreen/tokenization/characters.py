"""Characters: code points, what a reader sees as one, or those of scripts without spaces between words."""

import re
from functools import cache
from unicodedata import category

from mondegreen.normalization.text_function import TextFunction


class Characters(TextFunction):
    """Splits into Unicode code points without whitespace.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer("characters")("le été")
        ['l', 'e', 'é', 't', 'é']

    Caveats: a letter with an accent is one code point or two, as it was typed; `--normalize nfc` makes it one where it
        can, and `graphemes` always. For a character error rate alone, the metric `cer` is faster.
    """

    name = "characters"

    def __call__(self, text: str) -> list[str]:
        return list("".join(text.split()))


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


SCRIPTS = {
    "Han": "\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "Hiragana": "\u3041-\u309f\U0001f200",
    "Katakana": "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d",
    "old and small kana": "\U0001aff0-\U0001affe\U0001b000-\U0001b16f",
    "Bopomofo": "\u3105-\u312f\u31a0-\u31bf",
    "Thai": "\u0e01-\u0e3a\u0e40-\u0e5b",
    "Lao": "\u0e81-\u0edf",
    "Khmer": "\u1780-\u17f9",
    "Burmese": "\u1000-\u109f\ua9e0-\ua9fe\uaa60-\uaa7f",
}


class Mixed(TextFunction):
    """Splits scripts without spaces between words into characters, and others into words.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer("mixed")("我们 go 去meeting了")
        ['我', '们', 'go', '去', 'meeting', '了']

    Caveats: so `wer` becomes the mixed error rate of texts that switch between languages. Cut by characters are Han,
        Hiragana, Katakana, Bopomofo, Thai, Lao, Khmer and Burmese, marks staying with their letter; by words all
        others, Korean among them, because it is written with spaces. Punctuation stays with the word it touches
        and is a token of its own between characters: remove it first.
    """

    name = "mixed"

    def __call__(self, text: str) -> list[str]:
        if FIRST_MARK.search(text):
            found: list[str] = compile_units().findall(text)
            return found
        return text.split()


@cache
def compile_units() -> re.Pattern[str]:
    single = "".join(SCRIPTS.values())
    return re.compile(rf"[{single}]{write_attached()}|[^\s{single}]+")
