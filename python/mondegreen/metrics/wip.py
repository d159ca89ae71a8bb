"""Word information preserved."""

from numpy.typing import ArrayLike

from mondegreen.alignment import Alignment
from mondegreen.metrics.base import Fraction
from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.tied import Tied


class WordInformation(Tied):
    """What word information preserved and word information lost share."""

    version = 1
    columns = ("correct", "words", "recognized")
    unit = "words"

    def tally(self, found: Alignment) -> tuple[ArrayLike, ...]:
        """Correct, reference and recognized words."""
        return found.matches, found.reference_lengths, found.matches + found.substitutions + found.insertions

    def fraction(self, total: Row) -> Fraction:
        """No share of one thing in another: the words alone."""
        return Fraction(None, total.words, "words")

    def ratio(self, total: Row) -> tuple[float, float]:
        """The share of the reference's words that are correct, times that of the hypothesis's; 0 of no hypothesis."""
        return total.correct * total.correct, total.words * (total.recognized + (total.recognized == 0))


class WordInformationPreserved(WordInformation):
    """Word information preserved.

    Measures: the fraction of the words' information that the hypothesis preserves, approximately.
    Formula: 100 (C / N) (C / P); correct words C, reference words N and recognized words P are each summed over the
        corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["a b c d"], ["a b"], metrics=["wip"])["wip"].value
        50.0

    Caveats: 0 where no reference word was recognized; NaN where the references hold no word. Among alignments with
        equally many errors it depends on the alignment policy: `ties=best` takes those with most words right, and
        `ties=range` gives minimum and maximum.
    Source: Morris, Maier and Green, "From WER and RIL to MER and WIL", Interspeech 2004.
    """

    name = "wip"
    better = "higher"
