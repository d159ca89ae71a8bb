"""Holm's correction: what probabilities are worth where several comparisons are made at once.

Among ten systems that are all as good as the baseline, one will seem better at 5 per cent often enough. Corrected, the
chance that any difference is found where there is none stays below the level, however the systems depend on each other.
Source: S. Holm, A simple sequentially rejective multiple test procedure, 1979.
"""

import math
from collections.abc import Sequence


def correct_by_holm(probabilities: Sequence[float]) -> list[float]:
    """The corrected probabilities, in their order; what is not defined (NaN) was no comparison, and stays so."""
    defined = [place for place, p in enumerate(probabilities) if not math.isnan(p)]
    found = list(probabilities)
    least = 0.0
    for rank, place in enumerate(sorted(defined, key=probabilities.__getitem__)):
        least = max(least, min(1.0, (len(defined) - rank) * probabilities[place]))
        found[place] = least
    return found
