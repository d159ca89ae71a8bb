"""Error rate of detailed parts of speech."""

from mondegreen.metrics.support.annotated import PartOfSpeechErrorRate


class DetailedPartOfSpeechErrorRate(PartOfSpeechErrorRate):
    """Error rate of parts of speech, by detailed tags.

    Measures: errors of grammar, including gender, number, person and tense.
    Formula: 100 (S + D + I) / N over detailed tags, which are universal tags with their morphology or whatever a file
        of tags holds; errors and reference tags are each summed over the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Table:
        ...     identity = "table-1"
        ...     def annotate(self, sentences):
        ...         kinds = {"chat": "NOUN|Number=Sing", "chats": "NOUN|Number=Plur", "chiens": "NOUN|Number=Plur"}
        ...         return [((), (), [kinds[word] for word in words]) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Table()})
        >>> mg.score(["chat chats"], ["chats chiens"], metrics=["dposer"], resources=own)["dposer"].value
        50.0

    Caveats: those of `uposer`. The tag set depends on the tagger, so rates of different taggers are not comparable.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring.
    """

    name = "dposer"
    level = "detailed"
