"""Word information preserved."""

from mondegreen.batch import Batch
from mondegreen.measure.metric import Metric, percent
from mondegreen.measure.rows import Row, Rows


class WordInformationPreserved(Metric):
    """Word information preserved.

    Measures: what share of the words' information the hypothesis keeps, approximately.
    Formula: 100 (C / N) (C / P); correct words C, reference words N and recognised words P are each summed over the
        corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["a b c d"], ["a b"], metrics=["wip"])["wip"].value
        50.0

    Caveats: 0 where nothing was recognised of words that were said; NaN where the references hold no word. Among
        alignments with equally many errors it depends on the alignment policy.
    Source: Morris, Maier and Green, "From WER and RIL to MER and WIL", Interspeech 2004.
    """

    name = "wip"
    version = 1
    better = "higher"
    columns = ("correct", "words", "recognised")
    unit = "words"

    def measure(self, batch: Batch) -> Rows:
        """Counts of correct, reference and recognised words."""
        found = batch.alignment(self.unit)
        recognised = found.matches + found.substitutions + found.insertions
        return self.rows(found.matches, found.reference_lengths, recognised)

    def score(self, total: Row) -> float:
        """The share of the reference's words that are correct, times that of the hypothesis's."""
        recalled = percent(total.correct, total.words)
        return recalled * total.correct / total.recognised if total.recognised else 0 * recalled
