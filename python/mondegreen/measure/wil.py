"""Word information lost."""

from mondegreen.batch import Batch
from mondegreen.measure.metric import Metric
from mondegreen.measure.rows import Row, Rows
from mondegreen.measure.wip import WordInformationPreserved


class WordInformationLost(Metric):
    """Word information lost.

    Measures: what share of the words' information the hypothesis loses, approximately.
    Formula: 100 (1 - (C / N) (C / P)); correct words C, reference words N and recognised words P are each summed over
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
    version = 1
    better = "lower"
    columns = WordInformationPreserved.columns
    unit = WordInformationPreserved.unit
    preserved = WordInformationPreserved()

    def measure(self, batch: Batch) -> Rows:
        """The counts from which both are made."""
        return self.preserved.measure(batch)

    def score(self, total: Row) -> float:
        """What is not preserved."""
        return 100 - self.preserved.score(total)
