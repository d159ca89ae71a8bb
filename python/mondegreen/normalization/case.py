"""Upper and lower case."""

from mondegreen.component import Option
from mondegreen.normalization.text_function import TextFunction


class Lower(TextFunction):
    r"""Writes every letter in lower case, in any script that has cases.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("lower")("L'ÉTÉ À Évian")
        "l'été à évian"
        >>> make_normalizer("lower:tr")("IĞDIR") == "\u0131ğd\u0131r"
        True

    Caveats: Unicode's rules for no language in particular. So a Turkish "I" becomes a dotted "i", and "İ" becomes an
        "i" and a dot above, which are two characters, unless `tr` or `az` after the colon says that the two are
        different letters. "ß" stays, while "SS" becomes "ss": where one side is in upper case, `upper` brings the
        two together.
    """

    name = "lower"
    options = (Option("language", ("any", "tr", "az"), "language of the letters, for Turkish and Azeri i"),)
    unnamed = "language"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.dotted = self.chosen["language"] != "any"
        self.signed = [self.chosen["language"]] if self.dotted else []

    def __call__(self, text: str) -> str:
        return (lower_turkish(text) if self.dotted else text).lower()


def lower_turkish(text: str) -> str:
    return text.replace("I\u0307", "i").replace("\u0130", "i").replace("I", "\u0131")


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
