"""Pairs without any dictionary: words that are alike in how near other words of their own language are to them.

Source: Artetxe, Labaka and Agirre, "A robust self-learning method for fully unsupervised cross-lingual mappings of word
embeddings", ACL 2018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.lexicon.induce import Inducer
from mondegreen.lexicon.seeds import Pairs
from mondegreen.lexicon.steps import CENTRE, UNIT, learned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.methods import Options

# The most frequent words of each side, whose profiles are compared.
WORDS = 4_000


def profile_pairs(left: NDArray[np.float32], right: NDArray[np.float32], options: Options) -> Pairs:
    """The pairs of both directions."""
    count = min(WORDS, options.rank, len(left), len(right))
    inducer = Inducer(options.neighbours, options.seed, options.threads)
    return Pairs(*inducer.induce(profile(left[:count]), profile(right[:count])).union())


def profile(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each word's similarities with all words, the least first: which words they are does not matter."""
    first, lengths, _ = np.linalg.svd(vectors, full_matrices=False)
    similarities = np.sort((first * lengths) @ first.T, axis=1)
    return learned(similarities.astype(np.float32), (UNIT, CENTRE, UNIT))[0]
