"""Digits as words."""

import re
from typing import Any

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import TextFunction

# Where the comma groups thousands and the point begins a fraction; elsewhere it is the other way round.
POINTED = frozenset(("ar", "en", "fa", "he", "hi", "ja", "ko", "kn", "te", "th", "zh"))
LONGEST = 18  # digits that have names in most languages


class Numerals(TextFunction):
    """Writes numbers in words of a language, such as `en`, by the package num2words.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("numerals:fr")("il y a 21 chats et 1,5 chien")
        'il y a vingt et un chats et un virgule cinq chien'

    Caveats: `pip install 'mondegreen[normalize]'` brings num2words, whose version the signature holds. Thousands may be
        grouped by the language's sign ("1,000" in English, "1.000" in German). Only numbers that stand alone between
        blanks, with punctuation after them at most: dates, "1st", "3G" and "$5" stay, and so does what has more than
        18 digits. Years are read as other numbers.
    """

    name = "numerals"
    options = (Option("language", (), "a language that num2words has"),)
    unnamed = "language"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.language = self.chosen["language"].strip()
        self.words, version = import_num2words()
        self.say(1)  # an unknown language is better found before the work than after it
        pointed = self.language.partition("_")[0].lower() in POINTED
        self.group, self.point = (",", ".") if pointed else (".", ",")
        group, point = re.escape(self.group), re.escape(self.point)
        self.number = re.compile(
            rf"(?<!\S)(-?)((?:[0-9]{{1,3}}(?:{group}[0-9]{{3}})+|[0-9]+)(?:{point}[0-9]+)?)(?=[.,;:!?]*(?:\s|$))"
        )
        self.signed = [self.language, f"num2words-{version}"]

    def __call__(self, text: str) -> str:
        return self.number.sub(self.spelled, text)

    def spelled(self, found: re.Match[str]) -> str:
        """A number in words."""
        digits = found[2].replace(self.group, "").replace(self.point, ".")
        if len(digits) > LONGEST:
            return found[0]
        return self.say(float(found[1] + digits) if "." in digits else int(found[1] + digits))

    def say(self, number: float) -> str:
        """What the package says."""
        try:
            return str(self.words(number, lang=self.language))
        except NotImplementedError as error:
            raise ScoreError(f'"{self.name}:{self.language}": num2words has no such language') from error
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise ScoreError(f"{self.name} cannot say {number}: {error}") from error


def import_num2words() -> tuple[Any, str]:
    """The package's function, and its version."""
    try:
        from num2words import num2words as words
    except ImportError as error:
        raise ScoreError("numerals needs num2words; pip install 'mondegreen[normalize]'") from error
    from importlib.metadata import version

    return words, version("num2words")
