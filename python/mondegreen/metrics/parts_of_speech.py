"""Error rates of parts of speech, by universal and by detailed tags."""

from mondegreen.metrics.support.annotated import PartOfSpeechErrorRate


class UniversalPartOfSpeechErrorRate(PartOfSpeechErrorRate):
    """Error rate of parts of speech, by universal tags.

    Measures: errors of grammar, coarsely: a noun in place of another noun costs nothing.
    Formula: 100 (S + D + I) / N over universal tags; errors and reference tags are each summed over the corpus before
        dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Table:
        ...     identity = "table-1"
        ...     def annotate(self, sentences):
        ...         kinds = {"le": "DET", "chat": "NOUN", "chien": "NOUN", "dort": "VERB"}
        ...         return [((), [kinds.get(word, "X") for word in words]) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Table()})
        >>> mg.score(["le chat dort"], ["le chien d'or"], metrics=["uposer"], resources=own)["uposer"].value
        33.333333333333336

    Caveats: tags come from the tagger, right or wrong, and one wrong word may change the tags around it. Tags of
        another tagger are given by `ref-tags=FILE:hyp-tags=FILE`, with `map=FILE` where they are not universal; there
        must be one for each word, unless `counts=any` says that the tagger joins or splits some. `units=text` lets the
        analyzer tokenize the text itself.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring.
    """

    name = "uposer"
    level = "universal"


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
