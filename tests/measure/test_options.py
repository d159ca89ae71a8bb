"""A metric and its options, as a user writes them."""

import pytest

from mondegreen import ScoreError
from mondegreen.measure import metric

WRITTEN = [("wer", "wer"), (" cer ", "cer"), ("cer:blanks=no", "cer:blanks=no"), ("cer:blanks=yes", "cer")]


@pytest.mark.parametrize(("spec", "label"), WRITTEN)
def test_label_is_the_shortest_way_to_write_it(spec: str, label: str) -> None:
    assert metric(spec).label == label


REFUSED = [
    ("cer:blank=no", 'no option of cer "blank"; did you mean blanks'),
    ("cer:blanks=maybe", 'cer:blanks is "maybe"; choose from yes, no'),
    ("cer:blanks", '"blanks" in "cer:blanks" is not an option; write it as NAME=VALUE'),
    ("wer:blanks=no", 'no option of wer "blanks"'),
    ("", 'no metric ""; choose from'),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSED)
def test_what_cannot_be_meant(spec: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as caught:
        metric(spec)
    assert sentence in str(caught.value)
