"""Choices among hypotheses that only noise tells apart fall on the first, whatever is beside them."""

from __future__ import annotations

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.metrics import make_metric
from mondegreen.nbest import NBest
from mondegreen.nbest.rerank import find_least_risk
from mondegreen.resources.sentence_models import Sentences

NEAR: dict[str, list[float]] = {
    "ref": [1, 0],
    "one": [0.8, 0.6],
    "two": [0.8, 0.59999975],
    "best": [0.9, 0.1],
    "far": [0, 1],
}


@pytest.mark.parametrize(("texts", "rank"), [(["one", "two"], 1), (["two", "one"], 1), (["far", "one", "best"], 3)])
def test_the_oracle_takes_the_first_of_those_that_are_the_same(texts: list[str], rank: int) -> None:
    settings = Settings(resources=mg.Resources(None, {"sentences": Sentences.of(NEAR)}))
    lists = [NBest("u", texts, {}), NBest("v", ["far", "best"], {})]
    found = nbest.oracle({"u": "ref", "v": "ref"}, lists, nbest.metrics(["semdist"]), settings)
    assert found.choices["semdist"].ranks == [rank, 2]


def test_expected_losses_that_are_the_same_fall_on_the_first() -> None:
    assert find_least_risk(np.array([0.5, 0.3 + 1e-12, 0.3]), make_metric("wer")) == 1
    assert find_least_risk(np.array([0.5, 0.3 + 1e-6, 0.3]), make_metric("wer")) == 2
    assert find_least_risk(np.array([0.5, 0.3 + 5e-8, 0.3]), make_metric("semdist")) == 1  # a loss of 1 is 100 points
