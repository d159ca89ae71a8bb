"""The mean of word vectors, without words that say little."""

from mondegreen.encoders.avg import Average


class AverageWithoutStopWords(Average):
    """The mean of word vectors, without words that say little.

    Formula: as `avg`, of the words that are no stop words.
    Caveats: which words those are is the list's to say: `--stop-words FILE`, else spaCy's of the language.
    Source: as `avg`, with the 179 words of NLTK.
    """

    name = "avg-stop"
    without_stop_words = True
