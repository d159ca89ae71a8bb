"""Pairs flow in batches, and each batch aligns once for all who ask."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from mondegreen import Corpus, Resources, ScoreError, batch, pair, score
from mondegreen._core import Strings
from mondegreen.alignment import PolicyName
from mondegreen.batch import Batch, BatchStore, Settings, make_batches, select_pairs
from mondegreen.tokenization import make_tokenizer
from mondegreen.weights import Weights
from toys import TOYS


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
    own = Batch(["ab a"], ["b"], Settings(tokenize=make_tokenizer("characters")))
    assert sorted(own.words()) == ["a", "b"]
    assert list(Batch(["", " "], ["", ""]).words()) == []


def test_batches_are_bounded_and_keep_the_order(monkeypatch: object) -> None:
    texts = [str(number) for number in range(batch.SIZE + 3)]
    corpus = Corpus.by_position(texts, "numbers")
    parts = list(make_batches(pair(corpus, corpus), Settings()))
    assert [len(part) for part in parts] == [batch.SIZE, 3]
    assert [text for part in parts for text in part.references] == texts


def test_texts_are_normalized_on_both_sides() -> None:
    corpora = Corpus.by_position(["A b"], "r"), Corpus.by_position(["a B"], "h")
    (part,) = make_batches(pair(*corpora), Settings(normalize=(str.lower,)))
    assert [part.references, part.hypotheses] == [["a b"], ["a b"]]


def test_empties_are_kept_or_dropped() -> None:
    with pytest.raises(ScoreError, match=r'^empties is "skip"; choose from keep, drop$'):
        Settings(empties="skip")


def test_what_is_chosen_if_nothing_is_said() -> None:
    usual = Settings()
    assert [usual.policy, usual.normalize, usual.tokenize, usual.threads, usual.empties] == [
        "kaldi",
        (),
        None,
        None,
        "keep",
    ]
    assert [batch.SIZE, batch.HELD] == [65_536, 131_072], "as the page on scale says"


def test_pairs_of_which_a_side_is_empty_after_the_rules_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "SIZE", 2)  # so that places count over batches
    corpora = Corpus.by_position(["a", "", "b", "x", "c"], "r"), Corpus.by_position(["a", "b", " ", "b", "x"], "h")
    pairs = pair(*corpora)
    left = {
        empties: [*select_pairs(pairs, Settings(normalize=(lambda text: text.replace("x", ""),), empties=empties)).keys]
        for empties in ("keep", "drop")
    }
    assert left == {"keep": [*pairs.keys], "drop": [pairs.keys[0]]}


def test_a_store_makes_each_batch_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "SIZE", 2)
    monkeypatch.setattr(batch, "HELD", 3)
    for count, is_held in ((3, True), (4, False)):
        texts = Corpus.by_position(["a"] * count, "texts")
        store = BatchStore(pair(texts, texts), Settings())
        first, again = list(store), list(store)
        assert [len(part) for part in first] == [len(part) for part in again] == ([2, 1] if is_held else [2, 2])
        assert [one is other for one, other in zip(first, again, strict=True)] == [is_held] * 2


def test_a_store_holds_alignments_and_no_lists_of_words() -> None:
    texts = Corpus.by_position(["a b"], "texts")
    store = BatchStore(pair(texts, texts), Settings(resources=Resources(None, TOYS)))
    for part in store:
        part.tokens()
        part.analysis()
        part.alignment("words")
        assert [*part.cuts, *part.analyses] == ["words", ("tokens", None)]
    (held,) = store
    assert not held.cuts
    assert not held.analyses
    assert held.alignments


def test_a_store_that_failed_begins_again() -> None:
    """What failed half way must not be taken for the end."""
    failures = iter([ValueError("once")])

    def rule(text: str) -> str:
        for failure in failures:
            raise failure
        return text.upper()

    texts = Corpus.by_position(["a"], "texts")
    store = BatchStore(pair(texts, texts), Settings(normalize=(rule,)))
    with pytest.raises((ValueError, ScoreError)):
        list(store)
    assert [list(part.references) for part in store] == [["A"]]


def test_runs_keep_their_batches_until_texts_or_settings_change() -> None:
    run = score(["a b"], ["a c"])
    (own,) = run.batches()
    assert own.alignments
    assert next(iter(replace(run, by="utterance").batches())) is own
    renamed = replace(run, pairs=replace(run.pairs, names=("x", "y"), fields={"speaker": ["s"]}))
    assert next(iter(renamed.batches())) is own
    other = replace(run, pairs=replace(run.pairs, hypotheses=["a b"]))
    assert list(next(iter(other.batches())).hypotheses) == ["a b"]
    policy = replace(run, settings=replace(run.settings, policy="sclite"))
    assert next(iter(policy.batches())).settings.policy == "sclite"
    copy = pickle.loads(pickle.dumps(run))
    assert [list(part.references) for part in copy.batches()] == [["a b"]]


def test_a_weighted_alignment_of_two_languages_is_no_alignment_of_words() -> None:
    """chat is not chat where the vectors say so, but to the word error rate it is."""
    texts = Corpus.by_position(["chat noir"], "texts")
    (part,) = BatchStore(pair(texts, texts), Settings())
    vectors = [[1.0, 0.0], [0.0, 1.0]]
    weights = Weights.from_vectors(["chat", "noir"], vectors, others=(["chat", "noir"], [[-1.0, 0.0], [0.0, -1.0]]))
    assert part.weighed(weights, "after").counts[0].tolist() == [0, 2, 0, 0]
    assert part.alignment("words").counts[0].tolist() == [2, 0, 0, 0]


@pytest.mark.parametrize("policy", ["kaldi", "sclite", "rapidfuzz", "sub-first"])
def test_a_weighted_alignment_serves_as_the_policys_own(policy: PolicyName) -> None:
    texts = (
        [f"w{place % 7} x{place % 5} y{place % 3} z" for place in range(200)],
        [f"x{place % 5} w{place % 4} z y{place % 2}" for place in range(200)],
    )
    weights = Weights.from_vectors([f"w{place}" for place in range(7)], np.eye(7, 3) + 1)
    plain, weighted = Batch(*texts, Settings(policy=policy)), Batch(*texts, Settings(policy=policy))
    weighted.weighed(weights, "after")
    assert weighted.alignment("words") is weighted.weighed(weights, "after")
    assert weighted.alignment("words").steps.tolist() == plain.alignment("words").steps.tolist()
    assert weighted.alignment("words").counts.tolist() == plain.alignment("words").counts.tolist()
    least = Batch(*texts, Settings(policy=policy))
    assert least.weighed(weights, "least") is not least.alignment("words")
    assert least.alignment("words").steps.tolist() == plain.alignment("words").steps.tolist()
