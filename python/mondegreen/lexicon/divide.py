"""A dictionary cut into a part to train on and a part to test on, with no form of one word in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.lexicon.dictionary import Pair


def split_pairs(
    pairs: Sequence[Pair],
    share: float,
    seed: int,
    source_lemma: Callable[[str], str] = str,
    target_lemma: Callable[[str], str] = str,
) -> tuple[list[Pair], list[Pair]]:
    """Pairs to train on and pairs to test on, the latter about `share` of all.

    What belongs together by any chain of common lemmas, on either side, stays together.
    """
    if not 0 < share < 1:
        raise ScoreError(f"the part to test on is between 0 and 1, not {share:g}")
    wanted = round(share * len(pairs))
    if not 0 < wanted < len(pairs):
        raise ScoreError(f"a part of {share:g} of {amount(len(pairs), 'pair')} is none of them, or all")
    families = group_by_lemma(pairs, source_lemma, target_lemma)
    members: dict[int, list[int]] = {}
    for index, family in enumerate(families):
        members.setdefault(family, []).append(index)
    test: set[int] = set()
    order = list(members)
    np.random.default_rng(seed).shuffle(order)
    for family in order:
        if len(test) + len(members[family]) <= wanted:
            test.update(members[family])
    if not test or len(test) == len(pairs):
        raise ScoreError("the pairs hang together so closely that none can be put apart; lemmatise one side only")
    return (
        [pair for index, pair in enumerate(pairs) if index not in test],
        [pair for index, pair in enumerate(pairs) if index in test],
    )


def group_by_lemma(
    pairs: Sequence[Pair], source_lemma: Callable[[str], str], target_lemma: Callable[[str], str]
) -> list[int]:
    """The family of each pair, by the first of its pairs."""
    parents = list(range(len(pairs)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    seen: dict[tuple[str, str], int] = {}
    for index, pair in enumerate(pairs):
        for key in (("source", source_lemma(pair.source)), ("target", target_lemma(pair.target))):
            one, other = sorted((root(seen.setdefault(key, index)), root(index)))
            parents[other] = one
    return [root(index) for index in range(len(pairs))]
