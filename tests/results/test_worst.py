"""The worst utterances: which they are, and in which order."""

import math

import mondegreen as mg
from mondegreen.results.summary import find_worst

REFERENCES = {"right": "a b", "half": "a b", "long": "a b c d e f", "mute": "", "lost": "a", "also": "b"}
HYPOTHESES = {"right": "a b", "half": "a x", "long": "x y z d e f", "mute": "x", "lost": "", "also": "y"}


def test_most_errors_then_highest_rates() -> None:
    most, highest = find_worst(mg.score(REFERENCES, HYPOTHESES), 10)
    # Errors: long 3, all others 1. Of these mute has a word of none, lost and also all words, half a half.
    assert list(most.pairs.keys) == ["long", "mute", "lost", "also", "half"]
    assert most.errors.tolist() == [3, 1, 1, 1, 1]
    assert most.words.tolist() == [6, 0, 1, 1, 2]
    assert math.isnan(most.rates[1])
    # Where no word was said there is no rate; of equal rates more errors come first, then the corpus decides.
    assert list(highest.pairs.keys) == ["lost", "also", "long", "half"]
    assert highest.rates.tolist() == [100, 100, 50, 50]


def test_so_many() -> None:
    most, highest = find_worst(mg.score(REFERENCES, HYPOTHESES), 2)
    assert [list(some.pairs.keys) for some in (most, highest)] == [["long", "mute"], ["lost", "also"]]


def test_texts_are_shown_as_they_were_aligned() -> None:
    most, _ = find_worst(mg.score(["A B"], ["a C"], normalize=[str.lower]), 1)
    assert [most.pairs.references, most.pairs.hypotheses] == [["a b"], ["a c"]]


def test_none() -> None:
    for some in find_worst(mg.score([], []), 5):
        assert [len(some.pairs), len(some.errors)] == [0, 0]
