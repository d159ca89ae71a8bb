"""Character error rate."""

from mondegreen.metrics.base import Option
from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.tied import TIES, Tied


class CharacterErrorRate(Tied):
    """Character error rate.

    Measures: the fraction of reference characters that must be substituted, deleted or inserted to obtain the
        hypothesis.
    Formula: 100 (S + D + I) / N over Unicode code points; errors and reference characters are each summed over
        the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["l' été"], ["l' étai"], metrics=["cer"])["cer"].value
        33.333333333333336

    Caveats: the space between two words counts as a character, so joining or splitting words costs something;
        `spaces=no` ignores spaces. An accented letter is one or two code points, depending on how it was typed
        (`--normalize nfc` unifies them). NaN where the references hold no character.
    Source: the usage of the field, where counting spaces and ignoring them are both common.
    """

    name = "cer"
    version = 1
    better = "lower"
    columns = ("errors", "characters", "substitutions", "deletions", "insertions")
    options = (Option("spaces", ("yes", "no"), "count the spaces between words"), TIES)

    @property
    def unit(self) -> str:
        """Characters with or without the spaces between words."""
        return "characters" if self.chosen["spaces"] == "yes" else "letters"

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred reference characters."""
        return total.errors, total.characters
