"""Unicode's normalization forms, and letters without their accents and points."""

import re
from unicodedata import normalize

from mondegreen.component import Option
from mondegreen.normalization.text_function import TextFunction


class Nfc(TextFunction):
    r"""Writes each letter and its accents as one character where Unicode has one (normalization form C).

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("nfc")("e\u0301te\u0301") == "\u00e9t\u00e9"
        True

    Caveats: nothing that a reader sees changes; without it, texts that look alike but were typed in different ways
        count as different. Letters that look alike in different scripts stay different.
    """

    name = "nfc"

    def __call__(self, text: str) -> str:
        return normalize("NFC", text)


class Nfkc(TextFunction):
    """Replaces characters that differ only in appearance, such as full-width or superscript ones (Unicode NFKC).

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("nfkc")("ＡＢＣ① ﬁn m²")
        'ABC1 fin m2'

    Caveats: does what `nfc` does, and loses more than it may seem: "m²" and "m2" become the same, "½" becomes three
        characters. An accent typed as a sign of its own brings a blank, and so splits the word it stands in. No-break
        spaces become plain spaces, at which metrics split as they did before.
    """

    name = "nfkc"

    def __call__(self, text: str) -> str:
        return normalize("NFKC", text)


# Marks may go only from letters of these scripts; elsewhere, as in Indian scripts and Thai, they are vowels and tones.
LATIN_GREEK_CYRILLIC = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff"
ACCENTED = re.compile(rf"([{LATIN_GREEK_CYRILLIC}])([\u0300-\u036f]+)")
# Points and signs of vowels, of Hebrew and of Arabic, with the stroke that only lengthens a word.
POINTS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc]"
)
# Letters of an alphabet, by language, that are letters in their own right.
OWN = {
    "az": "çği\u0307öşü", "be": "йў", "cs": "čďěňřšťůž", "da": "æøå", "de": "äöü", "es": "ñ", "et": "äöõü", "fi": "äö",
    "hu": "öőüű", "is": "áéíóúýðþæö", "lt": "ąčęėįšųūž", "lv": "āčēģīķļņšūž", "nb": "æøå", "nn": "æøå", "no": "æøå",
    "pl": "ąćęłńóśźż", "ro": "ăâîșț", "ru": "й", "sk": "äčďľňôšťž", "sl": "čšž", "sv": "åäö", "tr": "çği\u0307öşü",
    "uk": "йїґ", "vi": "ăâđêôơư",
}  # fmt: skip


class Diacritics(TextFunction):
    """Removes accents from Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic vowels.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("diacritics")("Élève, smörgås")
        'Eleve, smorgas'
        >>> make_normalizer("diacritics:sv")("Élève, smörgås")
        'Eleve, smörgås'
        >>> make_normalizer("diacritics")("नमस्ते ไก่")
        'नमस्ते ไก่'

    Caveats: with a language after the colon, the letters stay that its alphabet counts as letters of their own. Letters
        that are no letter with a mark, such as "ß", "ø" and "ł", stay in any language. Marks of other scripts stay: to
        Indian scripts and Thai they are vowels and tones. Arabic letters keep their hamza and madda. What is left is
        composed (`nfc`).
    """

    name = "diacritics"
    options = (Option("language", ("none", *OWN), "language whose accented letters are kept"),)
    unnamed = "language"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**{option: value.strip().lower() for option, value in chosen.items()})
        language = self.changes.get("language") or ""
        letters = OWN.get(language, "")
        self.letters = frozenset(normalize("NFC", letters + letters.upper()))
        self.signed = [language] if language else []

    def __call__(self, text: str) -> str:
        if text.isascii():
            return text
        apart = normalize("NFD", POINTS.sub("", normalize("NFC", text)))
        return normalize("NFC", ACCENTED.sub(self.bare, apart))

    def bare(self, found: re.Match[str]) -> str:
        """A letter without its marks, or with just those that make it a letter of the alphabet."""
        letter = found[1]
        for mark in found[2]:
            if (whole := normalize("NFC", letter + mark)) in self.letters:
                return whole
        return letter
