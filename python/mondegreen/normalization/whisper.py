"""Whisper's normalizers, and those that the Open ASR Leaderboard made of them."""

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple
from unicodedata import category, normalize

from mondegreen.component import Option
from mondegreen.errors import ScoreError
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


class Source(NamedTuple):
    """A package's name among what is installed, and the modules that have Whisper's normalizers."""

    package: str
    modules: dict[str, str]


ENGLISH, BASIC = "EnglishTextNormalizer", "BasicTextNormalizer"
SMALL = Source("whisper-normalizer", {ENGLISH: "whisper_normalizer.english", BASIC: "whisper_normalizer.basic"})
# Whisper's own, which brings torch.
WHISPER = Source("openai-whisper", dict.fromkeys((ENGLISH, BASIC), "whisper.normalizers"))


class LoadedNormalizer(NamedTuple):
    """A normalizer of the package's own, created again so that its rules may be changed; and the package's name."""

    normalizer: Any
    package: str


def find_normalizer(name: str, sources: Sequence[Source]) -> LoadedNormalizer | None:
    """The normalizer of that name from the first of the packages that is installed and works."""
    return next((one for source in sources if (one := load_from_package(name, source))), None)


def load_from_package(name: str, source: Source) -> LoadedNormalizer | None:
    """The same of one package."""
    try:
        return LoadedNormalizer(getattr(import_module(source.modules[name]), name)(), source.package)
    except ImportError:
        return None


def load_english(asked_for: str) -> LoadedNormalizer:
    """The English one, its package with the version; or how to get it."""
    from importlib.metadata import version

    one = find_normalizer(ENGLISH, (SMALL, WHISPER))
    if one is None:
        raise ScoreError(f"{asked_for} needs whisper-normalizer; pip install 'mondegreen[normalize]'")
    return one._replace(package=f"{one.package}-{version(one.package)}")


def apply_normalizer(normalizer: Any, text: str, asked_for: str) -> str:  # noqa: ANN401 - the package has no types
    """What the package makes of a text; where it fails, that is the user's to know."""
    try:
        return str(normalizer(text))
    except (ValueError, IndexError, ArithmeticError, AssertionError) as error:
        raise ScoreError(f'{asked_for} cannot take the text "{text}": {error}') from error


class WhisperEnglish(TextFunction):
    """Whisper's English normalizer: contractions and titles written out, numbers in digits, American spelling.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("whisper-english")("Uh, I can't pay Mr. Smith twenty dollars for colour.")
        'i can not pay mister smith $20 for color'

    Caveats: of the package whisper-normalizer (`pip install 'mondegreen[normalize]'`), or else of openai-whisper; the
        signature holds the package and its version, because the version changes numbers. Its slips stay: every "'s"
        becomes "is", "St" is a saint, and "one point five percent" is "one.5%". For English alone.
    """

    name = "whisper-english"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.normalizer, package = load_english(self.name)
        self.signed = [package]

    def __call__(self, text: str) -> str:
        return apply_normalizer(self.normalizer, text, self.name)


LEADERBOARD_VERSION = "1"
FILLERS = r"\b(ah|eh|em|er|erm|hm|hmm|huh|hum|mhm|mm|mmm|uh|uhm|um)\b"
# Before these "'s" is "is"; behind any other word it is a letter of its own.
OWNER = r"\b(it|he|she|what|that|who|here|there|how|when|where|why|this)'s\b"
LETTERS_WITH_POINTS = re.compile(r"\b(?:[a-z]\.){2,}(?:[a-z]\b)?|\b(?:[a-z]\.)+[a-z]\b\.?")
# Single letters in a row; two that are also words, as in "a b" or "i i", are none.
CONTRACTED = re.compile(r"\b[a-z](?: [a-z])+\b")
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
            self.signed = [LEADERBOARD_VERSION, track]
            return
        self.normalizer, package = load_english(self.name)
        self.normalizer.ignore_patterns = FILLERS
        self.normalizer.replacers = keep_possessives(self.normalizer.replacers)
        self.signed = [LEADERBOARD_VERSION, package]

    def __call__(self, text: str) -> str:
        if self.basic is not None:
            return self.basic(text).strip()
        joined = LETTERS_WITH_POINTS.sub(lambda found: found[0].replace(".", ""), text.lower())
        plain = CONTRACTED.sub(join_acronym, " ".join(apply_normalizer(self.normalizer, joined, self.name).split()))
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
