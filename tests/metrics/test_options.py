"""A metric and its options, as a user writes them."""

import pytest

from mondegreen import ScoreError
from mondegreen.metrics import make_metric, make_metrics

WRITTEN = [("wer", "wer"), (" cer ", "cer"), ("cer:blanks=no", "cer:blanks=no"), ("cer:blanks=yes", "cer")]


@pytest.mark.parametrize(("spec", "label"), WRITTEN)
def test_label_is_the_shortest_way_to_write_it(spec: str, label: str) -> None:
    assert make_metric(spec).label == label


QUOTED = [
    ('ember:vectors="C:/my, own.vec"', "C:/my, own.vec"),
    ('ember:vectors=C":"/v', "C:/v"),
    ('ember:vectors="a ""b"": c"', 'a "b": c'),
    ("ember:vectors=a.vec", "a.vec"),
    ('ember:vectors="plain"', "plain"),
    ("ember:vectors=x=y", "x=y"),
]


@pytest.mark.parametrize(("spec", "value"), QUOTED)
def test_quotes_let_a_value_hold_any_sign(spec: str, value: str) -> None:
    one = make_metric(spec)
    assert one.chosen["vectors"] == value
    assert make_metric(one.label).chosen["vectors"] == value
    assert make_metric(f"x=wer+{spec}+cer").label == f"x=wer+{spec}+cer"


def test_common_options_reach_those_that_have_them_and_say_nothing_else() -> None:
    found = make_metrics(["wer", "mer:ties=best", "ser"], {"ties": "range"})
    assert [each.label for each in found] == ["wer:ties=range", "mer:ties=best", "ser"]
    with pytest.raises(ScoreError, match=r'^"ties" is no option of ser, semdist$'):
        make_metrics(["ser", "semdist"], {"ties": "range"})


REFUSED = [
    ("cer:blank=no", 'no option of cer "blank"; did you mean blanks'),
    ("cer:blanks=maybe", 'cer:blanks is "maybe"; choose from yes, no'),
    ("cer:blanks", '"blanks" in "cer:blanks" is not an option; write it as NAME=VALUE'),
    ("wer:blanks=no", 'no option of wer "blanks"'),
    ("ser:ties=range", 'ser has no options, and no "ties"'),
    ('ember:vectors="a', 'a quote is opened and not closed in ember:vectors="a'),
    ("", 'no metric ""; choose from'),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSED)
def test_what_cannot_be_meant(spec: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as caught:
        make_metric(spec)
    assert sentence in str(caught.value)
