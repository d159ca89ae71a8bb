"""Word error rates in which the distance of word vectors says what a substitution costs."""

from collections.abc import Mapping

from mondegreen.metrics.base import TIES, Fraction, Option, percent
from mondegreen.metrics.support.only import ONLY
from mondegreen.metrics.support.rows import Row
from mondegreen.metrics.support.weighed import HYP_VECTORS, VECTORS, Weighed


def parse_cosine(text: str) -> float:
    if not -1 <= float(text) <= 1:
        raise ValueError(text)
    return float(text)


def parse_cost(text: str) -> float:
    if not 0 <= float(text) <= 1:
        raise ValueError(text)
    return float(text)


class EmbeddingErrorRate(Weighed):
    """Embedding error rate (EmbER).

    Measures: a word error rate in which a substitution by a word of similar meaning costs little.
    Formula: 100 (C + D + I) / N; C is 0.1 for each substitution by a word whose vector has a cosine over 0.4 with that
        of the reference word, and 1 for each other; all are summed over the corpus before dividing. `threshold` and
        `cost` change 0.4 and 0.1; `per=columns` divides by N + I, the columns of the alignment.

    Example:
        >>> import mondegreen as mg
        >>> vectors = mg.WordVectors.of({"cat": [4, 3], "cats": [3, 4]})
        >>> toys = mg.Resources(chosen={"vectors": vectors})
        >>> mg.score(["the cat"], ["the cats"], metrics=["ember"], resources=toys)["ember"].value
        5.0

    Caveats: it depends on the vectors, which the signature names; a substitution of a word without a vector costs 1,
        and `oov` counts such words of both sides. Alignments with equally many errors have different weights, by up to
        a point of EmbER over a corpus: `policy:` names the one that was used, `ties=best` takes the lowest weight, and
        `ties=range` also gives minimum and maximum (with `per=columns`, over the columns of that one). The published
        figures divide by columns. NaN where the references hold no word. With hypotheses in another language, whose
        mapped vectors `hyp-vectors` names, words spelled alike are different words if both have a vector: so a right
        translation costs 0.1, and `wer-s` aligns words by meaning rather than by position.
    Source: Bañeras-Roux, Rouvier, Wottawa and Dufour, "Qualitative Evaluation of Language Model Rescoring in Automatic
        Speech Recognition", Interspeech 2022.
    """

    name = "ember"
    version = 1
    options = (
        Option("threshold", ("0.4",), "cosine above which words are similar, from -1 to 1", parse_cosine),
        Option("cost", ("0.1",), "cost of a substitution by a similar word, from 0 to 1", parse_cost),
        Option("per", ("words", "columns"), "denominator: reference words, or alignment columns"),
        TIES,
        VECTORS,
        HYP_VECTORS,
        ONLY,
    )

    @property
    def scale(self) -> Mapping[str, float]:
        """One cost for near words, 1 for others."""
        return {"above": float(self.chosen["threshold"]), "close": float(self.chosen["cost"])}

    def fraction(self, total: Row) -> Fraction:
        """What errors weigh, of words or of columns."""
        return Fraction(total.weight, self.whole(total), self.chosen["per"])

    def whole(self, total: Row) -> float:
        """What errors are divided by."""
        return total.words + (total.insertions if self.chosen["per"] == "columns" else 0)

    def score(self, total: Row) -> float:
        """The weight of the errors per hundred reference words, or columns."""
        return percent(total.weight, self.whole(total))


class WordErrorRateWithEmbeddings(Weighed):
    """Word error rate with embeddings (WER-E).

    Measures: a word error rate in which a substitution costs the cosine distance of its two words.
    Formula: 100 (C + D + I) / N; C is 1 less the cosine of the two words' vectors for each substitution, from 0 to 2;
        all are summed over the corpus before dividing. The alignment is that of the word error rate.

    Example:
        >>> import mondegreen as mg
        >>> vectors = mg.WordVectors.of({"cat": [1, 0], "cats": [3, 4]})
        >>> toys = mg.Resources(chosen={"vectors": vectors})
        >>> run = mg.score(["the cat"], ["the cats"], metrics=["wer-e"], resources=toys)
        >>> round(run["wer-e"].value, 4)
        20.0

    Caveats: it depends on the vectors, which the signature names; a substitution of a word without a vector costs 1,
        and `oov` counts such words of both sides. Alignments with equally many errors have different weights:
        `policy:` names the one that was used, `ties=best` takes the lowest weight, and `ties=range` also gives minimum
        and maximum. NaN where the references hold no word. With hypotheses in another language, whose mapped vectors
        `hyp-vectors` names, words spelled alike are different words if both have a vector; `wer-s` pairs them by
        meaning.
    Source: Le, Servan, Lecouteux and Besacier, "Better Evaluation of ASR in Speech Translation Context Using Word
        Embeddings", Interspeech 2016.
    """

    name = "wer-e"
    version = 1
    options = (TIES, VECTORS, HYP_VECTORS, ONLY)


class SoftWordErrorRate(Weighed):
    """Soft word error rate (WER-S).

    Measures: the weighted edit distance of reference and hypothesis, with substitutions that cost the cosine distance
        of their words, on the alignment with the lowest total.
    Formula: 100 W / N; W is the minimum over all alignments of the sum of 1 for each deletion or insertion and 1 minus
        the cosine of the two words' vectors for each substitution; W and N are each summed over the corpus.

    Example:
        >>> import mondegreen as mg
        >>> vectors = mg.WordVectors.of({"cat": [1, 0], "cats": [3, 4]})
        >>> toys = mg.Resources(chosen={"vectors": vectors})
        >>> run = mg.score(["the cat"], ["the small cats"], metrics=["wer-s"], resources=toys)
        >>> round(run["wer-s"].value, 4)
        70.0

    Caveats: at most `wer-e`, whose alignment has the fewest errors first. It depends on the vectors, which the
        signature names; a substitution of a word without a vector costs 1, and `oov` counts such words of both sides.
        The alignment policy only decides how errors divide where several alignments weigh the same. NaN where the
        references hold no word. With hypotheses in another language, whose mapped vectors `hyp-vectors` names, words
        spelled alike are different words if both have a vector.
    Source: Le, Servan, Lecouteux and Besacier, "Better Evaluation of ASR in Speech Translation Context Using Word
        Embeddings", Interspeech 2016.
    """

    name = "wer-s"
    version = 1
    goal = "total"
    options = (VECTORS, HYP_VECTORS, ONLY)
