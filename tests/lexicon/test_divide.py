"""Dictionaries in two parts that share no word, and no form of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Pair, split_pairs

WORDS = st.sampled_from([stem + end for stem in "abcdefgh" for end in ("", "s", "ed")])


def stem(word: str) -> str:
    return word[0]


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, unique=True), st.floats(0.01, 0.99), st.integers(0, 9))
def test_parts_share_nothing(words: list[tuple[str, str]], share: float, seed: int) -> None:
    pairs = [Pair(*each) for each in words]
    try:
        train, test = split_pairs(pairs, share, seed, stem, stem)
    except ScoreError:
        return  # they hang together
    assert sorted([*train, *test], key=pairs.index) == pairs
    assert train
    assert 0 < len(test) <= round(share * len(pairs))
    for side in ("source", "target"):
        one, other = ({stem(getattr(pair, side)) for pair in part} for part in (train, test))
        assert one.isdisjoint(other)


def test_the_part_is_as_large_as_asked() -> None:
    pairs = [Pair(f"a{number}", f"b{number}") for number in range(100)]
    train, test = split_pairs(pairs, 0.2, 0)
    assert (len(train), len(test)) == (80, 20)
    assert split_pairs(pairs, 0.2, 0)[1] == test
    assert split_pairs(pairs, 0.2, 1)[1] != test


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0, float("nan")])
def test_a_part_is_a_part(share: float) -> None:
    with pytest.raises(ScoreError, match="between 0 and 1"):
        split_pairs([Pair("a", "b")], share, 0)


@pytest.mark.parametrize("share", [0.01, 0.99])
def test_a_part_of_few_pairs_may_be_none(share: float) -> None:
    with pytest.raises(ScoreError, match=f"a part of {share} of 10 pairs leaves one side of the split empty"):
        split_pairs([Pair(f"a{number}", f"b{number}") for number in range(10)], share, 0)
