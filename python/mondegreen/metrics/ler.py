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

    Caveats: lemmas are what the analyzer says, in the sentence as it was recognized, where one wrong word may change
        the lemma of another. `units=text` lets the analyzer cut the text into its own tokens; the rate is another.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring, which cut texts by spaCy.
    """

    name = "ler"
    level = "lemmas"
