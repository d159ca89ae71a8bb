"""Sentence error rate."""

from mondegreen.batch import Batch
from mondegreen.metrics.base import Counted, Metric
from mondegreen.metrics.support.rows import Row, Rows


class SentenceErrorRate(Metric, Counted):
    """Sentence error rate.

    Measures: the fraction of utterances with at least one word error.
    Formula: 100 W / U; W utterances whose words differ from the reference's, of U utterances.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["the cat sat", "a dog"], ["the cat sad", "a dog"], metrics=["ser"])["ser"].value
        50.0

    Caveats: one wrong word counts as much as ten, so that corpora of short utterances fare better. Spaces between words
        make no difference. NaN without any utterance.
    Source: the usage of NIST's evaluations (`S.Err` of sclite) and of Kaldi's compute-wer.
    """

    name = "ser"
    version = 1
    better = "lower"
    columns = ("wrong", "utterances")
    unit = "words"

    def measure(self, batch: Batch) -> Rows:
        """Whether a pair has an error, and 1 for the pair."""
        errors = batch.alignment(self.unit).errors
        return self.rows(errors > 0, [1] * len(batch))

    def ratio(self, total: Row) -> tuple[float, float]:
        """Wrong utterances in a hundred."""
        return total.wrong, total.utterances
