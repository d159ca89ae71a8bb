"""Match error rate."""

from numpy.typing import ArrayLike

from mondegreen.alignment import Alignment
from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.tied import Tied


class MatchErrorRate(Tied):
    """Match error rate.

    Measures: the fraction of alignment positions that are errors.
    Formula: 100 (S + D + I) / (C + S + D + I); errors and correct words are each summed over the corpus before
        dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["a b c"], ["a x c d"], metrics=["mer"])["mer"].value
        50.0

    Caveats: never over 100, unlike the word error rate; among alignments with equally many errors those with more
        substitutions have a higher rate, so it depends on the alignment policy: `ties=best` takes the lowest, and
        `ties=range` gives minimum and maximum. NaN without any word on either side.
    Source: Morris, Maier and Green, "From WER and RIL to MER and WIL", Interspeech 2004.
    """

    name = "mer"
    version = 1
    better = "lower"
    columns = ("errors", "places", "substitutions", "deletions", "insertions")
    unit = "words"

    def tally(self, found: Alignment) -> tuple[ArrayLike, ...]:
        """Errors, places in the alignment, and each kind of error."""
        places = found.reference_lengths + found.insertions
        return found.errors, places, found.substitutions, found.deletions, found.insertions

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred places."""
        return total.errors, total.places
