"""Accents and points that a reader can do without."""

import re
from unicodedata import normalize

from mondegreen.errors import ScoreError
from mondegreen.normalization.spec import Named, make_signature

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


class Diacritics(Named):
    """Removes accents from Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic vowels.

    Example:
        >>> from mondegreen.normalization import make_rule
        >>> make_rule("diacritics")("Élève, smörgås")
        'Eleve, smorgas'
        >>> make_rule("diacritics:sv")("Élève, smörgås")
        'Eleve, smörgås'
        >>> make_rule("diacritics")("नमस्ते ไก่")
        'नमस्ते ไก่'

    Caveats: with a language after the colon, the letters stay that its alphabet counts as letters of their own. Letters
        that are no letter with a mark, such as "ß", "ø" and "ł", stay in any language. Marks of other scripts stay: to
        Indian scripts and Thai they are vowels and tones. Arabic letters keep their hamza and madda. What is left is
        composed (`nfc`).
    """

    name = "diacritics"
    argument = "[LANGUAGE]"

    def __init__(self, argument: str = "") -> None:
        language = argument.strip().lower()
        if language and language not in OWN:
            raise ScoreError(
                f'"{self.name}:{argument}": there is no alphabet for it; known are {", ".join(sorted(OWN))}'
            )
        own = OWN.get(language, "")
        self.own = frozenset(normalize("NFC", own + own.upper()))
        self.signature = make_signature(self.name, [language]) if language else self.name

    def __call__(self, text: str) -> str:
        """The text without them."""
        if text.isascii():
            return text
        apart = normalize("NFD", POINTS.sub("", normalize("NFC", text)))
        return normalize("NFC", ACCENTED.sub(self.bare, apart))

    def bare(self, found: re.Match[str]) -> str:
        """A letter without its marks, or with just those that make it a letter of the alphabet."""
        letter = found[1]
        for mark in found[2]:
            if (whole := normalize("NFC", letter + mark)) in self.own:
                return whole
        return letter
