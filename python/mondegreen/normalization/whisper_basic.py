"""Whisper's normalizer for any language."""

import re
from unicodedata import category, normalize

from mondegreen.component import Option
from mondegreen.normalization.text_function import TextFunction

VERSION = "1"
# What stands in brackets, each kind closed by either, and then in parentheses.
BRACKETS = re.compile(r"[<\[][^>\]]*[>\]]")
PARENTHESES = re.compile(r"\([^)]+?\)")
BLANKS = re.compile(r"\s+")
# Letters that no decomposition takes apart, and what Whisper writes for them. After lower case no capital is met.
LETTERS = {"œ": "oe", "ø": "o", "æ": "ae", "ß": "ss", "đ": "d", "ð": "d", "þ": "th", "ł": "l"}
WAYS = {"keep": "MSP", "nodia": "MSP", "marks": "SP"}


class WhisperBasic(TextFunction):
    """Whisper's basic normalizer: lower case, bracketed text removed, symbols and punctuation replaced by spaces.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("whisper-basic")("[noise] Ça va, José?")
        ' ça va josé '
        >>> make_normalizer("whisper-basic:nodia")("Ça va José")
        'ca va jose'
        >>> make_normalizer("whisper-basic:marks")("नमस्ते!")
        'नमस्ते '

    Caveats: our own, equal to openai-whisper's `BasicTextNormalizer`, `nodia` to that with `remove_diacritics`; blanks
        at the ends stay, as there. Plain or with `nodia` it tears words of Indian, Thai and other scripts to pieces,
        because their vowel signs are marks to Unicode: `marks` keeps all marks. For `split_letters`, which is a matter
        of cutting, use `--tokenize graphemes`.
    """

    name = "whisper-basic"
    options = (Option("diacritics", tuple(WAYS), "accents: keep them on letters, remove them, or keep all marks"),)
    unnamed = "diacritics"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.way = self.chosen["diacritics"]
        self.signed = [VERSION, *([] if self.way == "keep" else [self.way])]
        self.written: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        bare = PARENTHESES.sub("", BRACKETS.sub("", text.lower()))
        whole = normalize("NFKD" if self.way == "nodia" else "NFKC", bare)
        return BLANKS.sub(" ", "".join([self.letter(one) for one in whole]).lower())

    def letter(self, one: str) -> str:
        if one not in self.written:
            self.written[one] = self.found(one)
        return self.written[one]

    def found(self, one: str) -> str:
        """The same, looked up."""
        if self.way == "nodia" and one.lower() in LETTERS:
            return LETTERS[one.lower()]
        kind = category(one)
        if self.way == "nodia" and kind == "Mn":
            return ""
        return " " if kind[0] in WAYS[self.way] else one
