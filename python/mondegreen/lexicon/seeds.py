"""Seed pairs that a mapping starts from: those of a dictionary, identically spelled words, or similarity profiles.

Profiles need no dictionary: two words are paired whose sorted similarities to all words of their own language are most
alike; O(n^3) for the n most frequent words.
Source: Artetxe, Labaka and Agirre, "A robust self-learning method for fully unsupervised cross-lingual mappings of word
embeddings", ACL 2018.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.mapping import CENTER, UNIT, fit_steps
from mondegreen.lexicon.neighbors import Inducer
from mondegreen.lexicon.space import Floats, Indices, Space

# The most frequent words of each side, whose profiles are compared.
PROFILE_WORDS = 4_000


@dataclass(frozen=True)
class RowPairs:
    """The rows of the words of each pair."""

    left: Indices
    right: Indices

    @classmethod
    def from_rows(cls, pairs: Sequence[tuple[int, int]]) -> RowPairs:
        both = np.array(pairs, dtype=np.intp).reshape(-1, 2)
        return cls(both[:, 0].copy(), both[:, 1].copy())

    def __len__(self) -> int:
        return len(self.left)


def look_up_pairs(pairs: Iterable[tuple[str, str]], source: Space, target: Space, name: str) -> RowPairs:
    """The pairs of a dictionary of which both words are in the spaces."""
    known = list(dict.fromkeys(pairs))
    found = [
        (source.indices[left], target.indices[right])
        for left, right in known
        if has_vectors(source, target, left, right)
    ]
    turned = sum(has_vectors(source, target, right, left) for left, right in known)
    if not found:
        hint = "; reversed, it has some: is it in the wrong direction?" if turned else ""
        raise ScoreError(f"no pair of this dictionary has both words among the vectors{hint}", path=name)
    if turned > 2 * len(found):
        what = f"reversed, {turned} of its pairs have vectors instead of {len(found)}"
        warnings.warn(f"{name}: {what}; is it in the wrong direction?", ScoreWarning, stacklevel=2)
    return RowPairs.from_rows(found)


def has_vectors(source: Space, target: Space, left: str, right: str) -> bool:
    return left in source.indices and right in target.indices


def pair_identical_words(source: Space, target: Space) -> RowPairs:
    found = [(index, target.indices[word]) for word, index in source.indices.items() if word in target.indices]
    if not found:
        raise ScoreError(f"no word of {source.name} is spelled the same in {target.name}; give a dictionary")
    return RowPairs.from_rows(sorted(found))


def hold_out_pairs(pairs: RowPairs, share: float, seed: int) -> tuple[RowPairs, RowPairs]:
    """Pairs to learn from and pairs to choose by; those of one source word stay together."""
    headwords = np.unique(pairs.left)
    count = max(1, round(share * len(headwords)))
    held = np.isin(pairs.left, np.random.default_rng(seed).choice(headwords, count, replace=False))
    if held.all():
        raise ScoreError(f"a dictionary of {len(headwords)} known words is too small to hold out a part of it")
    return RowPairs(pairs.left[~held], pairs.right[~held]), RowPairs(pairs.left[held], pairs.right[held])


def pair_by_profiles(left: Floats, right: Floats, inducer: Inducer, rank: int) -> RowPairs:
    """The words with the most similar profiles, in both directions, of the `rank` most frequent."""
    count = min(PROFILE_WORDS, rank, len(left), len(right))
    return RowPairs(*inducer.induce(compute_profiles(left[:count]), compute_profiles(right[:count])).union())


def compute_profiles(vectors: Floats) -> Floats:
    """Each word's similarities with all words, the least first: which words they are does not matter."""
    first, lengths, _ = np.linalg.svd(vectors, full_matrices=False)
    similarities = np.sort((first * lengths) @ first.T, axis=1)
    return fit_steps(similarities.astype(np.float32), (UNIT, CENTER, UNIT))[0]
