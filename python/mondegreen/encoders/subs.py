"""The space that a sentence's words span."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from mondegreen.component import Option
from mondegreen.encoders.base import Values, make_count_check
from mondegreen.encoders.word_encoder import OPTIONS, WordEncoder

# What is left of a direction by rounding, beside the longest.
ROUNDING = 1e-6


class Subspace(WordEncoder):
    """Low-rank subspaces, compared by their principal angles.

    Formula: the vectors of a sentence's words, less each one's own mean over its dimensions, are columns of a matrix;
        the first N = 4 left singular vectors are a basis U. Alike is sqrt(sum of s_t^2 / N), s_t the singular values
        of U1^T U2, which are the cosines of the principal angles.
    Caveats: a sentence of fewer than N words with vectors, or whose vectors span less, has no such space: NaN, which is
        excluded from means and correlations.
    Source: Mu et al., "Representing Sentences as Low-Rank Subspaces", ACL 2017; Voleti et al. (2019) omit the
        1 / N.
    """

    name = "subs"
    version = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option("dimensions", ("4",), "dimension of the subspace: a whole number of 1 or more", make_count_check(1)),
        *OPTIONS,
    )

    def encode(self, sentences: Sequence[str]) -> Values:
        """A basis for each sentence, `[sentence, vector, dimension]`; NaN where it has none."""
        rank = int(self.chosen["dimensions"])
        bag = self.bag(sentences)
        centered = bag.vectors - bag.vectors.mean(axis=1, keepdims=True)
        found = np.full((len(sentences), rank, centered.shape[1]), np.nan)
        for size in np.unique(bag.counts[bag.counts >= rank]).tolist():
            of_size = np.flatnonzero(bag.counts == size)
            words = bag.indices[bag.starts[of_size][:, None] + np.arange(size)]
            found[of_size] = compute_bases(centered[words], rank)
        return found

    def similarity(self, left: Values, right: Values) -> Values:
        """The root of the mean squared cosine of the principal angles."""
        # The sum of squared singular values is that of squared entries.
        products = np.einsum("nid,njd->nij", left, right)
        found: Values = np.sqrt((products**2).sum(axis=(1, 2)) / left.shape[1])
        return found.clip(None, 1)


def compute_bases(words: Values, rank: int) -> Values:
    """The first right singular vectors of each matrix of rows; NaN where there are fewer."""
    _, values, vectors = np.linalg.svd(words, full_matrices=False)
    if values.shape[1] < rank:
        return np.full((len(words), rank, words.shape[2]), np.nan)
    found: Values = vectors[:, :rank]
    found[values[:, rank - 1] <= ROUNDING * values[:, 0]] = np.nan
    return found


class SubspaceWithoutStopWords(Subspace):
    """Low-rank subspaces of the words without stop words, compared by their principal angles.

    Formula: as `subs`.
    Caveats: as `subs`; excluded words come from `--stop-words FILE`, else from spaCy's list of the language.
    Source: as `subs`, with the 179 words of NLTK.
    """

    name = "subs-stop"
    without_stop_words = True
