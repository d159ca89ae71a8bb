"""Lower case."""

from mondegreen.errors import ScoreError
from mondegreen.normalization.spec import Named, make_signature


class Lower(Named):
    r"""Writes every letter in lower case, in any script that has cases.

    Example:
        >>> from mondegreen.normalization import make_rule
        >>> make_rule("lower")("L'ÉTÉ À Évian")
        "l'été à évian"
        >>> make_rule("lower:tr")("IĞDIR") == "\u0131ğd\u0131r"
        True

    Caveats: Unicode's rules for no language in particular. So a Turkish "I" becomes a dotted "i", and "İ" becomes an
        "i" and a dot above, which are two characters, unless `tr` or `az` after the colon says that the two are
        different letters. "ß" stays, while "SS" becomes "ss": where one side spells in capitals, `upper` brings the
        two together.
    """

    name = "lower"
    argument = "[tr|az]"

    def __init__(self, argument: str = "") -> None:
        language = argument.strip()
        if language not in ("", "tr", "az"):
            raise ScoreError(f'"lower:{argument}": only tr and az have rules of their own; elsewhere write lower')
        self.dotted = bool(language)
        self.signature = make_signature(self.name, [language]) if language else self.name

    def __call__(self, text: str) -> str:
        """The text in lower case."""
        return (lower_turkish(text) if self.dotted else text).lower()


def lower_turkish(text: str) -> str:
    """The text with the lower case of Turkish for both its capital ones."""
    return text.replace("I\u0307", "i").replace("\u0130", "i").replace("I", "\u0131")
