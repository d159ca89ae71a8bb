"""Permutation-free error rate."""

from mondegreen.metrics.meetings.cpwer import PermutationErrorRate
from mondegreen.metrics.meetings.metric import Matched


class PermutationFreeErrorRate(PermutationErrorRate):
    """Permutation-free error rate, as ESPnet scores mixtures of speakers.

    Measures: word errors when each speaker of a mixture is compared with the best matching output, where the sum of
        the speakers' error rates is minimized rather than of their errors.
    Formula: 100 (S + D + I) / N under the assignment with the minimum sum of (S + D + I) / (C + S + D).

    Example:
        >>> import mondegreen as mg
        >>> reference = {"mix_1": "a", "mix_2": "b c d e"}
        >>> mg.score_sessions(reference, {"mix_1": "x", "mix_2": "b c"}, metrics=["pfer"])["pfer"].value
        60.0

    Caveats: differs from `cpwer` only where a short text competes with a long one. For a speaker without words the
        rate is the number of words in the output, where the original divides by zero. Outputs without a partner count
        as insertions; the original ignores them.
    Source: ESPnet's eval_perm_free_error.py.
    """

    name = "pfer"
    version = 1

    def cost(self, pair: Matched) -> float:
        """The speaker's error rate."""
        return pair.errors / max(1, pair.words)
