"""Sums of metrics add up as their parts do."""

import math

import pytest

import mondegreen as mg
from mondegreen.metrics import make_metric

REFERENCES, HYPOTHESES = ["a b c", "d"], ["a x c", "d e"]


def test_a_sum_is_that_of_its_parts() -> None:
    run = mg.score(REFERENCES, HYPOTHESES, ["wer", "cer:blanks=no", "mine=wer+0.5*cer:blanks=no"])
    mine = run["mine=wer+0.5*cer:blanks=no"]
    assert mine.value == pytest.approx(run["wer"].value + run["cer:blanks=no"].value / 2)
    assert mine.total["wer.errors"] == run["wer"].total["errors"]
    assert mine.total["cer:blanks=no.errors"] == run["cer:blanks=no"].total["errors"]
    assert mine.signature.startswith("mine=wer.v1+0.5*cer.v1:blanks=no|")


def test_what_a_sum_is_called_leads_back_to_it() -> None:
    one = make_metric(" mine=wer+-1*wip ")
    assert [one.label, make_metric(one.label).signature] == ["mine=wer+-1*wip", one.signature]
    assert one.better == "lower"


def test_a_sum_with_nothing_has_no_score() -> None:
    assert math.isnan(mg.score([], [], ["mine=wer+cer"])["mine=wer+cer"].value)


REFUSED = [
    ("mine=wer+wip", "less of one is better, and more of another; give one a weight"),
    ("mine=wer+wer", "has a metric twice"),
    ("mine=wer+", "is not a sum of metrics"),
    ("mine=wre", 'no metric "wre"; did you mean wer'),
    ("=wer", "is not a name"),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSED)
def test_what_cannot_be_meant(spec: str, sentence: str) -> None:
    with pytest.raises(mg.ScoreError) as caught:
        make_metric(spec)
    assert sentence in str(caught.value)
