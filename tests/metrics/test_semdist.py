"""Distances by vectors that can be checked by eye."""

import math
from collections.abc import Mapping, Sequence

import pytest

import mondegreen as mg
from mondegreen.resources.sentence_models import Sentences

VECTORS = {
    "east": [1, 0],
    "far east": [5, 0],
    "north": [0, 1],
    "west": [-2, 0],
    "slope": [3, 4],
    "": [0, 1],
    "o": [0, 0],
}


def semdist(references: Sequence[str], hypotheses: Sequence[str], metric: str = "semdist") -> mg.Score:
    resources = mg.Resources(None, {"sentences": Sentences.of(VECTORS)})
    return mg.score(references, hypotheses, [metric], resources=resources)[metric]


CASES = [
    ("east", "far east", 0),  # length is not sense
    ("east", "north", 100),
    ("east", "west", 200),
    ("east", "slope", 40),
    ("east", "", 100),  # the empty text has a vector like any other
    ("east", "o", 100),  # a vector of length 0 has no direction
]


@pytest.mark.parametrize(("reference", "hypothesis", "expected"), CASES)
def test_distances(reference: str, hypothesis: str, expected: float) -> None:
    assert semdist([reference], [hypothesis]).value == pytest.approx(expected, abs=1e-5)


def test_the_score_is_the_mean_over_utterances() -> None:
    found = semdist(["east", "east", "east"], ["east", "north", "slope"])
    assert found.value == pytest.approx(140 / 3, abs=1e-5)
    assert found.total["utterances"] == 3


def test_equal_texts_need_no_model() -> None:
    assert semdist(["unknown"], ["unknown"]).value == 0
    with pytest.raises(mg.ScoreError, match='no vector for "unknown"'):
        semdist(["unknown"], ["east"])


def test_nothing_has_no_score() -> None:
    assert math.isnan(semdist([], []).value)


def test_the_model_is_in_the_signature() -> None:
    assert "|sentences:table|" in semdist(["east"], ["north"]).signature


def test_a_metric_may_have_a_model_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def load(name: str | None, language: str | None, _cache: object = None) -> Sentences:
        asked.append(name)
        return Sentences.of(VECTORS, f"by-{name}")

    real = mg.Resources.get

    def get(self: mg.Resources, kind: str, name: str | None = None) -> object:
        return load(name, None) if name else real(self, kind, name)

    monkeypatch.setattr(mg.Resources, "get", get)
    found = semdist(["east"], ["north"], "semdist:model=mine")
    assert found.signature.startswith("semdist.v2:model=mine|")
    assert "|sentences:by-mine|" in found.signature
    assert set(asked) == {"mine"}


def test_a_table_may_be_any_mapping() -> None:
    vectors: Mapping[str, Sequence[float]] = {"a": (1.0, 0.0)}
    assert Sentences.of(vectors).encode(["a"]).tolist() == [[1, 0]]
