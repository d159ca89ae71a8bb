"""Upper case."""

from mondegreen.normalization.text_function import TextFunction


class Upper(TextFunction):
    """Writes every letter in upper case, in any script that has cases.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("upper")("straße")
        'STRASSE'

    Caveats: Unicode's rules for no language in particular. So a Turkish "i" loses its dot. Some letters
        become two ("ß", "ﬁ"), which character error rates count as two.
    """

    name = "upper"

    def __call__(self, text: str) -> str:
        return text.upper()
