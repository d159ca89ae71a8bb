"""Single steps of weighed alignments: what each weighs adds up to what the core says of the pair."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.metrics import make_metric
from mondegreen.metrics.support.steps import Steps, weigh_steps
from mondegreen.metrics.support.weighed import Weighed
from toys import TOYS

texts = st.lists(st.sampled_from("abcdxy"), max_size=6).map(" ".join)


def made(spec: str, references: list[str], hypotheses: list[str]) -> Steps:
    kind = make_metric(spec)
    assert isinstance(kind, Weighed)
    return weigh_steps(kind, Batch(references, hypotheses, Settings(resources=mg.Resources(None, TOYS))))


def test_each_step_has_its_words_its_weight_and_its_cosine() -> None:
    found = made("wer-e", ["a b c y", ""], ["x b a q z", "b"])
    words = [(found.words[one], found.words[other]) for one, other in zip(found.references, found.hypotheses)]
    assert words == [("a", "x"), ("b", "b"), ("c", "a"), ("y", "q"), ("", "z"), ("", "b")]
    # a and x have a cosine of 0.8, c and a 0.6; y and q have no vector.
    assert found.weights.tolist() == pytest.approx([0.2, 0, 0.4, 1, 1, 1], abs=1e-6)
    weights, cosines = found.numbers(slice(0, 4))
    assert weights == found.weights[:4].tolist()
    assert cosines == [pytest.approx(0.8), None, pytest.approx(0.6), None]


def test_a_scale_changes_the_weight_and_not_the_cosine() -> None:
    found = made("ember:threshold=0.7:cost=0.3", ["a y c"], ["x y a"])
    assert found.weights.tolist() == pytest.approx([0.3, 0, 1])
    assert found.cosines[::2].tolist() == pytest.approx([0.8, 0.6])


@pytest.mark.parametrize("spec", ["ember", "wer-e", "wer-e:ties=best", "wer-s"])
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(pairs=st.lists(st.tuples(texts, texts), max_size=4))
def test_steps_add_up_to_what_the_metric_counts(spec: str, pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found = made(spec, references, hypotheses)
    owners = np.repeat(np.arange(len(pairs)), np.diff(found.found.offsets).astype(np.int64))
    sums = np.bincount(owners, found.weights, minlength=len(pairs))
    batch = Batch(references, hypotheses, Settings(resources=mg.Resources(None, TOYS)))
    assert sums == pytest.approx(make_metric(spec).measure(batch).values[:, 0], abs=1e-8)
