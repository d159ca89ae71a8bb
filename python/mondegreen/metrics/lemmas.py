"""Error rates of lemmas, and of their characters."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen.batch import Batch, Tokens
from mondegreen.metrics.base import Option
from mondegreen.metrics.support.annotated import MODEL, UNITS, AnnotatedErrorRate
from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.tied import TIES


class LemmaErrorRate(AnnotatedErrorRate):
    """Lemma error rate.

    Measures: word errors over lemmas: a wrong inflected form of the right word costs nothing.
    Formula: 100 (S + D + I) / N over lemmas; errors and reference lemmas are each summed over the corpus before
        dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Endings:
        ...     identity = "endings-1"
        ...     def annotate(self, sentences):
        ...         return [([word.rstrip("s") for word in words],) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Endings()})
        >>> mg.score(["les chats dort"], ["le chats dorment"], metrics=["ler"], resources=own)["ler"].value
        33.333333333333336

    Caveats: lemmas come from the analyzer, which sees the sentence as it was recognized, so one wrong word may change
        the lemma of another. `units=text` lets the analyzer tokenize the text itself, which gives another rate.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring, which tokenized texts with spaCy.
    """

    name = "ler"
    level = "lemmas"


class LemmaCharacterErrorRate(AnnotatedErrorRate):
    """Character error rate of lemmas.

    Measures: character errors over lemmas: a wrong inflected form of the right word costs nothing, and a similar word
        costs little.
    Formula: 100 (S + D + I) / N over the characters of the lemmas separated by single spaces; errors and
        reference characters are each summed over the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Endings:
        ...     identity = "endings-1"
        ...     def annotate(self, sentences):
        ...         return [([word.rstrip("s") for word in words],) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Endings()})
        >>> mg.score(["les chats"], ["le chat noir"], metrics=["lcer"], resources=own)["lcer"].value
        71.42857142857143

    Caveats: those of `ler`. The space between two lemmas counts as a character; `spaces=no` ignores it.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring.
    """

    name = "lcer"
    columns = ("errors", "characters", "substitutions", "deletions", "insertions")
    options = (UNITS, MODEL, Option("spaces", ("yes", "no"), "count the spaces between lemmas"), TIES)
    level = "lemmas"
    inside = True

    def tokens(self, batch: Batch) -> Tokens:
        blank = " " if self.chosen["spaces"] == "yes" else ""
        references, hypotheses = super().tokens(batch)
        return split_characters(references, blank), split_characters(hypotheses, blank)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred characters."""
        return total.errors, total.characters


def split_characters(lemmas: Sequence[Sequence[str]], blank: str) -> list[Sequence[str]]:
    return [list(blank.join(each)) for each in lemmas]
