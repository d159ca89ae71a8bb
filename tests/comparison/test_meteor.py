"""METEOR: by hand, and beside nltk's on random pairs, with a small WordNet of our own where none is installed."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("nltk")
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import single_meteor_score

from mondegreen.comparison.meteor import Matches, Meteor, find_synonyms, load_meteor, sum_matches

WORDS = [
    *("the", "The", "cat", "cats", "feline", "sit", "sits", "sitting", "perch", "run", "runs", "running", "go", "goes"),
    *("house", "houses", "home", "a", "of", "on", "in", "relational", "relation", "skies", "sky", "dying", "die"),
]
MEANINGS = [["cat", "feline", "big_cat"], ["sit", "seat", "perch"], ["run", "running", "go"], ["house", "home"]]


class SmallWordNet:
    """Groups of words that mean the same."""

    def synsets(self, word: str) -> list[Any]:
        return [
            SimpleNamespace(lemmas=lambda group=group: [SimpleNamespace(name=lambda each=each: each) for each in group])
            for group in MEANINGS
            if word in group
        ]


SMALL = SmallWordNet()
STEM = PorterStemmer().stem
WITH_SYNONYMS = Meteor(STEM, lambda word: find_synonyms(SMALL, word))


@pytest.mark.parametrize("seed", range(4))
def test_as_nltk_has_it(seed: int) -> None:
    """1,000 pairs in all, of zero to fourteen words; without synonyms nltk is given a WordNet of nothing."""
    chance = random.Random(seed)
    for _ in range(250):
        words, reference = ([chance.choice(WORDS) for _ in range(chance.randrange(15))] for _ in "ab")
        theirs = 100 * single_meteor_score(reference, words, wordnet=SMALL)
        assert WITH_SYNONYMS.match(words, reference).score == pytest.approx(theirs, abs=1e-10)
        empty = SimpleNamespace(synsets=lambda _: [])
        theirs = 100 * single_meteor_score(reference, words, wordnet=empty)
        assert Meteor(STEM).match(words, reference).score == pytest.approx(theirs, abs=1e-10)


def test_by_hand() -> None:
    """Four of five words in two chunks, of six: P 4/5, R 4/6, F = PR / (0.9 P + 0.1 R), less half an eighth of it."""
    found = Meteor(STEM).match(["a", "b", "x", "c", "d"], ["a", "b", "c", "d", "e", "f"])
    assert found == Matches(4, 2, 5, 6)
    mean = (4 / 5 * 4 / 6) / (0.9 * 4 / 5 + 0.1 * 4 / 6)
    assert found.score == pytest.approx(100 * mean * (1 - 0.5 / 8))


def test_stages() -> None:
    """Equal words, stems, synonyms; each word is taken once."""
    assert Meteor(STEM).match(["runs"], ["running"]).matches == 1
    assert Meteor(STEM).match(["sits"], ["perch"]).matches == 0
    assert WITH_SYNONYMS.match(["sits"], ["perch"]).matches == 1
    assert Meteor(STEM).match(["a", "a"], ["a"]) == Matches(1, 1, 2, 1)
    assert Meteor(STEM).match(["The"], ["the"]).matches == 1


def test_synonyms_are_single_words() -> None:
    assert find_synonyms(SMALL, "cat") == {"cat", "feline"}


@pytest.mark.parametrize(("words", "reference"), [([], ["a"]), (["a"], []), ([], []), (["a"], ["b"])])
def test_nothing_matches(words: list[str], reference: list[str]) -> None:
    assert Meteor(STEM).match(words, reference).score == 0


def test_a_corpus_is_scored_by_its_sums() -> None:
    each = [Matches(4, 2, 5, 6), Matches(0, 0, 3, 0)]
    assert sum_matches(each) == Matches(4, 2, 8, 6)
    assert sum_matches([]).score == 0


def test_it_is_loaded_once() -> None:
    assert load_meteor() is load_meteor()
    assert load_meteor().stem("running") == "run"
