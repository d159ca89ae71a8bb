"""Soft word error rate."""

from mondegreen.metrics.support.across import HYP_VECTORS, VECTORS
from mondegreen.metrics.support.only import ONLY
from mondegreen.metrics.support.weighed import Weighed


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
