"""The Open ASR Leaderboard's normalizers."""

import re

from mondegreen.component import Option
from mondegreen.normalization.english import apply_normalizer, load_english
from mondegreen.normalization.text_function import TextFunction
from mondegreen.normalization.whisper_basic import WhisperBasic

VERSION = "1"
FILLERS = r"\b(ah|eh|em|er|erm|hm|hmm|huh|hum|mhm|mm|mmm|uh|uhm|um)\b"
# Before these "'s" is "is"; behind any other word it is a letter of its own.
OWNER = r"\b(it|he|she|what|that|who|here|there|how|when|where|why|this)'s\b"
LETTERS_WITH_POINTS = re.compile(r"\b(?:[a-z]\.){2,}(?:[a-z]\b)?|\b(?:[a-z]\.)+[a-z]\b\.?")
# Single letters in a row; two that are also words, as in "a b" or "i i", are none.
LETTERS = re.compile(r"\b[a-z](?: [a-z])+\b")
WORDS = frozenset("ai")
COMPOUNDS = (
    (re.compile(r"\be mails?\b"), lambda found: found[0].replace(" ", "")),
    (re.compile(r"\bwi fi\b"), "wifi"),
    (re.compile(r"\b([2-6]) g\b"), r"\1g"),
)


class Leaderboard(TextFunction):
    """The Open ASR Leaderboard's normalizer: Whisper's for English with more fillers, and acronyms in one word.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("leaderboard:multilingual")("¡Hola, señor!")
        'hola señor'

    Caveats: the English one is made from whisper-normalizer's (`pip install 'mondegreen[normalize]'`), whose version
        the signature holds. It differs from the leaderboard's own: of the list of names in several spellings it has
        none, and of compounds only e-mail, wi-fi and 5 g; put a table of yours behind it (`rewrite:FILE`).
        `multilingual` and `multilingual-nodia`, for other languages, are `whisper-basic` without spaces at the ends;
        numbers in words and the joining of compounds with the other side's, which the leaderboard does for some
        languages, are excluded.
    """

    name = "leaderboard"
    options = (Option("track", ("english", "multilingual", "multilingual-nodia"), "of the leaderboard"),)
    unnamed = "track"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.basic: WhisperBasic | None = None
        track = self.changes.get("track")
        if track:
            self.basic = WhisperBasic(diacritics="nodia" if track.endswith("nodia") else "keep")
            self.signed = [VERSION, track]
            return
        self.normalizer, package = load_english(self.name)
        self.normalizer.ignore_patterns = FILLERS
        self.normalizer.replacers = keep_possessives(self.normalizer.replacers)
        self.signed = [VERSION, package]

    def __call__(self, text: str) -> str:
        if self.basic is not None:
            return self.basic(text).strip()
        joined = LETTERS_WITH_POINTS.sub(lambda found: found[0].replace(".", ""), text.lower())
        plain = LETTERS.sub(join_acronym, " ".join(apply_normalizer(self.normalizer, joined, self.name).split()))
        for pattern, written in COMPOUNDS:
            plain = pattern.sub(written, plain)
        return plain


def keep_possessives(replacers: dict[str, str]) -> dict[str, str]:
    """The package's replacements, in their order, but "'s" as "is" only where it is no possessive."""
    changed = {}
    for pattern, written in replacers.items():
        if pattern == r"'s\b":
            changed[OWNER] = r"\1 is"
            changed[pattern] = " s"
        else:
            changed[pattern] = written
    return changed


def join_acronym(found: re.Match[str]) -> str:
    """Letters as one word: two or more, or three or more where one of them is a word by itself."""
    letters = found[0].replace(" ", "")
    return letters if len(letters) > 2 or WORDS.isdisjoint(letters) else found[0]
