"""Word information lost."""

from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.wip import WordInformation


class WordInformationLost(WordInformation):
    """Word information lost.

    Measures: the fraction of the words' information that the hypothesis loses, approximately.
    Formula: 100 (1 - (C / N) (C / P)); correct words C, reference words N and recognized words P are each summed over
        the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["a b c d"], ["a b"], metrics=["wil"])["wil"].value
        50.0

    Caveats: 100 less `wip`, and undefined where that is. Substitutions weigh more than in the word error rate, for they
        lose a word on both sides.
    Source: Morris, Maier and Green, "From WER and RIL to MER and WIL", Interspeech 2004.
    """

    name = "wil"
    better = "lower"

    def ratio(self, total: Row) -> tuple[float, float]:
        """What is not preserved."""
        kept, whole = super().ratio(total)
        return whole - kept, whole
