"""Unicode's composed form without differences of appearance."""

from unicodedata import normalize

from mondegreen.normalization.text_function import TextFunction


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
