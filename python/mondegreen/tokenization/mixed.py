"""Characters where a script has no spaces between words, and words elsewhere."""

import re
from functools import cache

from mondegreen.normalization.text_function import TextFunction
from mondegreen.tokenization.graphemes import FIRST_MARK, write_attached

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
