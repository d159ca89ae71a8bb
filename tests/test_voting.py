"""Combination of systems by voting: columns, and what they say of each word."""

import random

import pytest

from mondegreen.voting import NULL, Network, Word, list_entries


def combine(*systems: str) -> list[list[object]]:
    networks = []
    for words in systems:
        networks.append(Network(Word(NULL)))
        for time, text in enumerate(words.split()):
            networks[-1].push(Word(text, time, time + 1.0))
    first, *others = networks
    for other in others:
        first.merge(other)
    return [[word.text for word in column] for column in first.list_columns()]


@pytest.mark.parametrize(
    ("systems", "columns"),
    [
        (["a b c", "a b c"], ["a a", "b b", "c c"]),
        (["a b c", "a x c"], ["a a", "b x", "c c"]),
        (["a c", "a b c"], ["a a", "b @", "c c"]),
        (["a b c", "a c"], ["a a", "b @", "c c"]),
        (["", "a b"], ["a @", "b @"]),
        (["a b", ""], ["a @", "b @"]),
        (["", ""], []),
        # A column that the second made has as many null words as systems before it.
        (["b", "a b", "a b"], ["a @ a", "b b b"]),
        (["b", "b", "a b c"], ["a @ @", "b b b", "c @ @"]),
    ],
)
def test_words_join_columns_or_make_them(systems: list[str], columns: list[str]) -> None:
    assert [" ".join(map(str, column)) for column in combine(*systems)] == columns


@pytest.mark.parametrize("seed", range(30))
def test_each_system_is_in_the_network(seed: int) -> None:
    rng = random.Random(seed)
    systems = [" ".join(rng.choices("abcd", k=rng.randint(0, 12))) for _ in range(rng.randint(2, 6))]
    columns = combine(*systems)
    assert all(len(column) == len(systems) for column in columns)
    for words in systems:
        rest = iter(columns)
        assert all(any(word in column for column in rest) for word in words.split())


def test_alternatives_of_several_words_are_no_column() -> None:
    network = Network(Word(NULL))
    network.push_branches([[Word("a"), Word("b")], [Word("c")]])
    with pytest.raises(ValueError, match="linear"):
        list(network.list_columns())


def test_a_word_has_the_means_of_its_entries() -> None:
    entries = list_entries([Word("a", 1.0, 2.0, 0.5), Word("b", 0.0, 1.0, -1.0), Word("a", 2.0, 5.0, 1.0)])
    assert [entry.text for entry in entries] == ["a", "b"]
    assert entries[0].average() == Word("a", 1.5, 2.0, 0.75)
    assert [entry.greatest for entry in entries] == [1.0, 0.0]
