"""Word error rate with embeddings."""

from mondegreen.metrics.support.across import HYP_VECTORS, VECTORS
from mondegreen.metrics.support.only import ONLY
from mondegreen.metrics.support.tied import TIES
from mondegreen.metrics.support.weighed import Weighed


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
