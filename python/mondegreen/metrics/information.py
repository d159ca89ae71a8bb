"""Match error rate, and word information preserved and lost (Morris, Maier and Green 2004)."""

from numpy.typing import ArrayLike

from mondegreen.alignment import Alignment
from mondegreen.metrics.base import Fraction, Tied
from mondegreen.metrics.support.rows import Row


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
