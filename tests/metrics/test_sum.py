"""Sums of metrics add up as their parts do."""

import math

import pytest

import mondegreen as mg
from mondegreen.metrics import make_metric
from mondegreen.metrics.base import Fraction
from mondegreen.metrics.support.rows import Row
from toys import TOYS

REFERENCES, HYPOTHESES = ["a b c", "d"], ["a x c", "d e"]


def test_a_sum_is_that_of_its_parts() -> None:
    run = mg.score(REFERENCES, HYPOTHESES, ["wer", "cer:spaces=no", "mine=wer+0.5*cer:spaces=no"])
    mine = run["mine=wer+0.5*cer:spaces=no"]
    assert mine.value == pytest.approx(run["wer"].value + run["cer:spaces=no"].value / 2)
    assert mine.total["wer.errors"] == run["wer"].total["errors"]
    assert mine.total["cer:spaces=no.errors"] == run["cer:spaces=no"].total["errors"]
    assert mine.signature.startswith("mine=wer.v1+0.5*cer.v1:spaces=no|")


def test_a_sum_has_the_units_and_the_resources_of_its_parts() -> None:
    one = make_metric("mine=wer+cer+mer+per:voice=it+0.5*semdist:model=words:vectors=v")
    assert one.unit == "words+characters+phonemes"
    assert one.uses() == {"phonemes": "it", "vectors": "v", "hyp-vectors": None}
    assert one.signature == "mine=wer.v1+cer.v1+mer.v1+per.v2:voice=it+0.5*semdist.v2:model=words:vectors=v"
    assert not one.looks_ahead
    assert one.fraction(Row()) == Fraction(None, None, "")


def test_parts_that_look_ahead_see_all_references() -> None:
    """Once alone, and twice, of which each has to see the whole."""
    parts = ["bertscore:idf=yes", "bertscore:value=r:idf=yes", "bertscore"]
    specs = [*parts, f"a={parts[0]}+{parts[2]}", f"b={'+'.join(parts)}"]
    resources = mg.Resources(None, TOYS)
    run = mg.score(["ab c", "ab", "ab d"], ["ab d", "ab", "c d"], specs, resources=resources)
    one, two, plain, a, b = (run[spec].value for spec in specs)
    assert one != plain
    assert [a, b] == pytest.approx([one + plain, one + two + plain])
    assert [make_metric(spec).looks_ahead for spec in specs[3:]] == [True, True]


@pytest.mark.parametrize(
    ("spec", "better"),
    [("m=wer+cer", "lower"), ("m=wip+2*chrf", "higher"), ("m=-1*wer+wip", "higher"), ("m=wer+-0.5*wip", "lower")],
)
def test_which_way_a_sum_is_better(spec: str, better: str) -> None:
    assert make_metric(spec).better == better


def test_what_a_sum_is_called_leads_back_to_it() -> None:
    one = make_metric(" mine=wer+-1*wip ")
    assert [one.label, make_metric(one.label).signature] == ["mine=wer+-1*wip", one.signature]
    assert one.better == "lower"


def test_a_sum_with_nothing_has_no_score() -> None:
    assert math.isnan(mg.score([], [], ["mine=wer+cer"])["mine=wer+cer"].value)


REFUSED = [
    ("mine=wer+wip", "lower is better for one metric, higher for another; negate one"),
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
