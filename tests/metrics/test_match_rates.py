"""Sentence and match error rates, word information preserved and lost: case by case, and as jiwer has them."""

import math

import jiwer
import pytest

import mondegreen as mg
from oracles import random_pairs

CASES = [
    ("ser", ["a b", "c", ""], ["a b", "d", ""], 100 / 3),
    ("ser", ["a  b"], [" a b "], 0),  # blanks are no words
    ("ser", ["", ""], ["", "x"], 50),  # an insertion is an error too
    ("mer", ["a b c"], ["a x c d"], 50),  # two errors at four places
    ("mer", [""], ["a"], 100),  # never over 100
    ("mer", ["a", "b c d"], ["x", "b c d"], 25),  # sums, not the mean of rates
    ("wip", ["a b c d"], ["a b"], 50),  # half of four, all of two
    ("wip", ["a b"], [""], 0),
    ("wip", ["a b", "c d"], ["a", "c"], 50),  # sums, not the mean of products
    ("wil", ["a b c d"], ["a b"], 50),
    ("wil", ["a b"], [""], 100),
]


@pytest.mark.parametrize(("metric", "references", "hypotheses", "expected"), CASES)
def test_value(metric: str, references: list[str], hypotheses: list[str], expected: float) -> None:
    assert mg.score(references, hypotheses, [metric])[metric].value == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(("metric", "hypothesis"), [("mer", ""), ("wip", ""), ("wil", ""), ("wip", "a"), ("wil", "a")])
def test_nothing_to_divide_by(metric: str, hypothesis: str) -> None:
    assert math.isnan(mg.score([""], [hypothesis], [metric])[metric].value)


def test_jiwer_agrees() -> None:
    pairs = [pair for pair in random_pairs(seed=5, count=400) if pair[0]]
    references, hypotheses = ([" ".join(side) for side in sides] for sides in zip(*pairs))
    run = mg.score(references, hypotheses, ["mer", "wil", "wip"], policy="rapidfuzz")
    peer = jiwer.process_words(references, hypotheses)
    assert run["mer"].value == pytest.approx(100 * peer.mer, rel=1e-12)
    assert run["wil"].value == pytest.approx(100 * peer.wil, rel=1e-12)
    assert run["wip"].value == pytest.approx(100 * peer.wip, rel=1e-12)
