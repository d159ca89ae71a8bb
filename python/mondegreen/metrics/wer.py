"""Word error rate."""

from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.tied import Tied


class WordErrorRate(Tied):
    """Word error rate.

    Measures: the fraction of reference words that must be substituted, deleted or inserted to obtain the hypothesis.
    Formula: 100 (S + D + I) / N; errors and reference words are each summed over the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["the cat sat"], ["the cat sad"], metrics=["wer"])["wer"].value
        33.333333333333336

    Caveats: above 100 where insertions abound; NaN where the references hold no word. It is not the mean of the
        utterances' rates. Where every error costs 1, the number of errors does not depend on the alignment policy, but
        its division into S, D and I does. Under "sclite" the number may depend on it, too: only there does
        `ties=range` give two different ends.
    Source: NIST's evaluations since 1987; `policy:` in the signature names the program whose tie-breaking is followed.
    """

    name = "wer"
    version = 1
    variants = (
        "mondegreen.metrics.wer_a:WordErrorRateWithAlternatives",
        "mondegreen.metrics.wer_of:WordErrorRateOfSome",
    )
    better = "lower"
    columns = ("errors", "words", "substitutions", "deletions", "insertions")
    unit = "words"

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred reference words."""
        return total.errors, total.words
