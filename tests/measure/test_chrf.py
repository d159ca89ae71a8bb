"""Character n-grams, counted here one by one, and by sacrebleu where it is installed."""

from collections import Counter

import pytest

import mondegreen as mg
from mondegreen.batch import Batch
from mondegreen.measure import metric
from oracles import random_pairs

PAIRS = [(" ".join(reference), " ".join(hypothesis)) for reference, hypothesis in random_pairs(7, 300)]

REFERENCES, HYPOTHESES = [pair[0] for pair in PAIRS], [pair[1] for pair in PAIRS]


def counted(reference: str, hypothesis: str) -> list[int]:
    found = []
    for n in (1, 2, 3):
        sides = [Counter(text[at : at + n] for at in range(len(text) - n + 1)) for text in (reference, hypothesis)]
        found += [sum((sides[0] & sides[1]).values()), *(sum(side.values()) for side in sides)]
    return found


def test_ngrams_are_counted_pair_by_pair() -> None:
    rows = metric("chrf").measure(Batch(REFERENCES, HYPOTHESES))
    assert rows.values.tolist() == [counted(*pair) for pair in PAIRS]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "spec", "value"),
    [
        ("a b", "a b", "chrf", 100),
        ("a b", "", "chrf", 0),
        ("", "a", "chrf", 0),
        ("ab", "abc", "chrf", 100 * 5 * (7 / 12) / (4 * 7 / 12 + 1)),  # the reference has no run of three
        ("a  b", " a b ", "chrf", 100),  # more blanks than one are one
        ("ab c", "a bc", "chrf:blanks=no", 100),
        ("aaaa", "aa", "chrf:beta=1", 100 * 2 * (5 / 12) / (1 + 5 / 12)),  # an n-gram matches as often as both have it
        ("\ud800", "\ud800", "chrf", 100),
    ],
)
def test_scores(reference: str, hypothesis: str, spec: str, value: float) -> None:
    assert mg.score([reference], [hypothesis], [spec])[spec].value == pytest.approx(value)


def test_short_references() -> None:
    """What was recognised where nothing was said is wrong, unless it is left out."""
    counts = [
        mg.score(["ab", ""], ["ab", "cd"], [spec])[spec].total["hypothesis1"] for spec in ("chrf", "chrf:short=skip")
    ]
    assert counts == [4, 2]


@pytest.mark.parametrize("beta", ["0", "-1", "inf", "nan", "two"])
def test_beta_is_a_positive_number(beta: str) -> None:
    with pytest.raises(mg.ScoreError, match="a number over 0"):
        metric(f"chrf:beta={beta}")


def test_sacrebleu_agrees() -> None:
    peer = pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    other = peer.CHRF(char_order=3, word_order=0, beta=2, whitespace=True)
    score = mg.score(REFERENCES, HYPOTHESES, ["chrf:short=skip"])["chrf:short=skip"]
    assert score.value == pytest.approx(other.corpus_score(HYPOTHESES, [REFERENCES]).score, abs=1e-9)
    for reference, hypothesis in PAIRS[:100]:
        ours = mg.score([reference], [hypothesis], ["chrf"])["chrf"].value
        if reference or hypothesis:
            assert ours == pytest.approx(other.sentence_score(hypothesis, [reference]).score, abs=1e-9)
