"""Pairs flow in batches, and each batch aligns once for all who ask."""

import pytest

from mondegreen import Corpus, ScoreError, batch, pair
from mondegreen._core import Strings
from mondegreen.batch import Batch, Settings, batches
from mondegreen.tokenise import tokeniser


def test_an_alignment_is_made_once() -> None:
    one = Batch(["a b"], ["a c"])
    assert one.alignment("words") is one.alignment("words")
    assert one.alignment("words") is one.alignment("words", "kaldi")
    assert one.alignment("words") is not one.alignment("words", "sclite")
    assert one.alignment("words") is not one.alignment("letters")


def test_words_are_there_once_and_those_of_the_alignment() -> None:
    texts = [f"mot{number % 3000}  mot{number}\u3000été" for number in range(5000)]
    words = Batch(texts[:2500], Strings.of(texts[2500:])).words()
    assert sorted(words) == sorted({word for text in texts for word in text.split()})
    own = Batch(["ab a"], ["b"], Settings(tokenise=tokeniser("characters")))
    assert sorted(own.words()) == ["a", "b"]
    assert list(Batch(["", " "], ["", ""]).words()) == []


def test_batches_are_bounded_and_keep_the_order(monkeypatch: object) -> None:
    texts = [str(number) for number in range(batch.SIZE + 3)]
    corpus = Corpus.by_position(texts, "numbers")
    parts = list(batches(pair(corpus, corpus), Settings()))
    assert [len(part) for part in parts] == [batch.SIZE, 3]
    assert [text for part in parts for text in part.references] == texts


def test_texts_are_normalised_on_both_sides() -> None:
    corpora = Corpus.by_position(["A b"], "r"), Corpus.by_position(["a B"], "h")
    (part,) = batches(pair(*corpora), Settings(normalise=(str.lower,)))
    assert [part.references, part.hypotheses] == [["a b"], ["a b"]]


def test_empties_are_kept_or_dropped() -> None:
    with pytest.raises(ScoreError, match=r'^empties is "skip"; choose from keep, drop$'):
        Settings(empties="skip")
