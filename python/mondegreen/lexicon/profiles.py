"""Pairs without any dictionary: words that are alike in how near other words of their own language are to them.

Source: Artetxe, Labaka and Agirre, "A robust self-learning method for fully unsupervised cross-lingual mappings of word
embeddings", ACL 2018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.lexicon.induce import Inducer
from mondegreen.lexicon.seeds import RowPairs
from mondegreen.lexicon.steps import CENTER, UNIT, fit_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.methods import MethodOptions

# The most frequent words of each side, whose profiles are compared.
PROFILE_WORDS = 4_000


def pair_by_profiles(left: NDArray[np.float32], right: NDArray[np.float32], options: MethodOptions) -> RowPairs:
    """The pairs of both directions."""
    count = min(PROFILE_WORDS, options.rank, len(left), len(right))
    inducer = Inducer(options.neighbors, options.seed, options.threads)
    return RowPairs(*inducer.induce(compute_profiles(left[:count]), compute_profiles(right[:count])).union())


def compute_profiles(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each word's similarities with all words, the least first: which words they are does not matter."""
    first, lengths, _ = np.linalg.svd(vectors, full_matrices=False)
    similarities = np.sort((first * lengths) @ first.T, axis=1)
    return fit_steps(similarities.astype(np.float32), (UNIT, CENTER, UNIT))[0]
