"""Distances by vectors that can be checked by eye."""

import math
from collections.abc import Mapping, Sequence

import pytest

import mondegreen as mg
from mondegreen.metrics import make_metric
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


@pytest.mark.parametrize(
    ("spec", "unit", "uses"),
    [
        ("semdist", "sentences", {"sentences": None}),
        ("semdist:model=own:long=window", "sentences", {"sentences": "own"}),
        ("semdist:model=words", "words", {"vectors": None, "hyp-vectors": None}),
        ("semdist:model=words:vectors=a:hyp-vectors=b", "words", {"vectors": "a", "hyp-vectors": "b"}),
    ],
)
def test_what_is_compared_and_by_what(spec: str, unit: str, uses: dict[str, str | None]) -> None:
    one = make_metric(spec)
    assert [one.unit, one.uses()] == [unit, uses]


@pytest.mark.parametrize("option", ["vectors", "hyp-vectors"])
def test_vectors_are_of_words(option: str) -> None:
    for model in ("", ":model=own"):
        with pytest.raises(mg.ScoreError, match=f"^semdist: {option} applies to word vectors; add model=words$"):
            make_metric(f"semdist{model}:{option}=a.vec")


def test_the_default_encoder_knows_one_language() -> None:
    """Another may know both, be it named or given."""
    toy, other = Sentences.of(VECTORS), mg.WordVectors.of({"east": [1, 0]})
    with pytest.raises(mg.ScoreError, match=r"^semdist: the default encoder knows one language; write semdist:model=w"):
        mg.score(["east"], ["west"], ["semdist"], resources=mg.Resources(None, {"hyp-vectors": other}))
    given = mg.Resources(None, {"hyp-vectors": other, "sentences": toy})
    assert mg.score(["east"], ["west"], ["semdist"], resources=given)["semdist"].value == pytest.approx(200)


def test_the_mean_of_words_by_hand() -> None:
    """Each word as long as the others; a word counts as often as it occurs, and none without a vector."""
    vectors = mg.WordVectors.of({"a": [1, 0], "b": [0, 9], "c": [-5, 0], "nil": [0, 0]})
    cases = [
        ("a a b", "a", 1 - 2 / 5**0.5),
        ("a x", "a", 0),
        ("a", "c", 2),
        ("a c", "b", 1),  # a mean of nothing
        ("a c", "a c", 0),
        ("nil", "a", 1),
        ("x", "y", 1),
        ("x", "x", 0),
        ("", "", 0),
    ]
    resources = mg.Resources(None, {"vectors": vectors})
    run = mg.score(
        [case[0] for case in cases], [case[1] for case in cases], ["semdist:model=words"], resources=resources
    )
    rows = run["semdist:model=words"].rows.values
    assert rows[:, 0].tolist() == pytest.approx([case[2] for case in cases], abs=1e-6)
    assert rows[:, 1].tolist() == [1] * len(cases)


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
