"""Lower case."""

from mondegreen.normalise.spec import Named


class Lower(Named):
    """Writes every letter in lower case, in any script that has cases.

    Example:
        >>> from mondegreen.normalise import rule
        >>> rule("lower")("L'ÉTÉ À Évian")
        "l'été à évian"

    Caveats: Unicode's rules for no language in particular. So a Turkish "I" becomes a dotted "i", and "İ" becomes an
        "i" and a dot above, which are two characters. "ß" stays, while "SS" becomes "ss": where one side
        spells in capitals, `upper` brings the two together.
    """

    name = "lower"

    def __call__(self, text: str) -> str:
        """The text in lower case."""
        return text.lower()
