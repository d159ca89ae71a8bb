"""Unicode's composed form."""

from unicodedata import normalize

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
