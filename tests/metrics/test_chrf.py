"""Character n-grams, counted here one by one, and by sacrebleu where it is installed."""

from collections import Counter
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.batch import Batch
from mondegreen.metrics import make_metric
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
    rows = make_metric("chrf").measure(Batch(REFERENCES, HYPOTHESES))
    assert rows.values.tolist() == [counted(*pair) for pair in PAIRS]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "spec", "value"),
    [
        ("a b", "a b", "chrf", 100),
        ("a b", "", "chrf", 0),
        ("", "a", "chrf", 0),
        ("ab", "abc", "chrf", 100 * 5 * (7 / 12) / (4 * 7 / 12 + 1)),  # the reference has no run of three
        ("a  b", " a b ", "chrf", 100),  # more blanks than one are one
        ("ab c", "a bc", "chrf:spaces=no", 100),
        ("aaaa", "aa", "chrf:beta=1", 100 * 2 * (5 / 12) / (1 + 5 / 12)),  # an n-gram matches as often as both have it
        ("\ud800", "\ud800", "chrf", 100),
    ],
)
def test_scores(reference: str, hypothesis: str, spec: str, value: float) -> None:
    assert mg.score([reference], [hypothesis], [spec])[spec].value == pytest.approx(value)


def test_short_references() -> None:
    """What was recognized where nothing was said is wrong, unless it is left out."""
    counts = [
        mg.score(["ab", ""], ["ab", "cd"], [spec])[spec].total["hypothesis1"] for spec in ("chrf", "chrf:short=skip")
    ]
    assert counts == [4, 2]


@pytest.mark.parametrize("beta", ["0", "-1", "inf", "nan", "two"])
def test_beta_is_a_positive_number(beta: str) -> None:
    with pytest.raises(mg.ScoreError, match="a number above 0"):
        make_metric(f"chrf:beta={beta}")


def test_sacrebleu_agrees() -> None:
    peer = pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    other = peer.CHRF(char_order=3, word_order=0, beta=2, whitespace=True)
    score = mg.score(REFERENCES, HYPOTHESES, ["chrf:short=skip"])["chrf:short=skip"]
    assert score.value == pytest.approx(other.corpus_score(HYPOTHESES, [REFERENCES]).score, abs=1e-9)
    for reference, hypothesis in PAIRS[:100]:
        ours = mg.score([reference], [hypothesis], ["chrf"])["chrf"].value
        if reference or hypothesis:
            assert ours == pytest.approx(other.sentence_score(hypothesis, [reference]).score, abs=1e-9)


# Letters, marks and spaces of which sacrebleu's words are made.
PIECES = ["a", "b", "ab", "ba", "é", "字", ".", ",", "(", "'", "-", " ", " ", "  ", "\u00a0", "\u3000", "。"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
LISTS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)


@pytest.mark.parametrize(("order", "words"), [("6", "0"), ("6", "2"), ("3", "1"), ("1", "0"), ("2", "3")])
@given(pairs=LISTS)
def test_orders_are_sacrebleus(order: str, words: str, pairs: list[tuple[str, str]]) -> None:
    peer = pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    spec = f"chrf:order={order}:words={words}:spaces=no:short=skip"
    references, hypotheses = map(list, zip(*pairs, strict=True))
    (score,) = mg.score(references, hypotheses, [spec]).scores.values()
    other = peer.CHRF(char_order=int(order), word_order=int(words)).corpus_score(hypotheses, [references]).score
    if not any("".join(references).split()):
        assert isnan(score.value)
        assert other == 0
    else:
        assert score.value == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize("spec", ["chrf:order=6", "chrf:order=6:words=2", "chrf:words=2:spaces=yes"])
def test_an_order_alone_is_sacrebleus_chrf(spec: str) -> None:
    """Its definition of blanks and of short references comes with it, and stands in the signature, not in the name."""
    peer = pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    score = mg.score(REFERENCES, HYPOTHESES, [spec])[spec]
    blanks = "spaces=yes" in spec
    words = 2 if "words=2" in spec else 0
    theirs = peer.CHRF(char_order=6 if "order=6" in spec else 3, word_order=words, whitespace=blanks)
    assert score.value == pytest.approx(theirs.corpus_score(HYPOTHESES, [REFERENCES]).score, abs=1e-9)
    assert score.signature.split("|")[0].endswith(":short=skip")
    assert f":spaces={'yes' if blanks else 'no'}:" in score.signature


def test_the_signature_says_the_order() -> None:
    found = [make_metric(spec).signature for spec in ("chrf", "chrf:order=6", "chrf:order=6:words=2:short=count")]
    assert found == [
        "chrf.v1:order=3",
        "chrf.v1:order=6:spaces=no:short=skip",
        "chrf.v1:order=6:words=2:spaces=no:short=count",
    ]


@pytest.mark.parametrize("spec", ["chrf:order=0", "chrf:order=21", "chrf:order=06", "chrf:words=-1", "chrf:words=1.5"])
def test_an_order_is_a_whole_number(spec: str) -> None:
    with pytest.raises(mg.ScoreError, match="maximum order of"):
        make_metric(spec)
