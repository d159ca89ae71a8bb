"""Lemma error rate."""

from mondegreen.metrics.support.annotated import AnnotatedErrorRate


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
