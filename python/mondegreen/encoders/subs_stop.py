"""The space that a sentence's words span, without words that say little."""

from mondegreen.encoders.subs import Subspace


class SubspaceWithoutStopWords(Subspace):
    """Low-rank subspaces of the words that are no stop words, compared by their principal angles.

    Formula: as `subs`.
    Caveats: as `subs`; which words are left out is said by `--stop-words FILE`, else by spaCy's list of the language.
    Source: as `subs`, with the 179 words of NLTK.
    """

    name = "subs-stop"
    without_stop_words = True
