"""Weighted alignment: S3's worked example, a twin in plain numpy, and weights that cannot be."""

import json
import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.alignment import GoalName, PolicyName

EXAMPLE = Path(__file__).parents[1] / "golden" / "papers" / "wer_e_wer_s.json"


@pytest.fixture
def example() -> dict[str, Any]:
    """The sentence pair of the paper with the distances of its words."""
    loaded: dict[str, Any] = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    costs = {(left, right): cost for left, right, cost in loaded["costs"]}
    rows, columns = sorted(set(loaded["ref"])), sorted(set(loaded["hyp"]))
    table = [[costs.get((row, column), loaded["default_cost"]) for column in columns] for row in rows]
    return {**loaded, "weights": mg.Weights.from_table(rows, columns, table)}


@pytest.mark.parametrize(
    ("policy", "goal", "figure"),
    [
        ("sub-first", "after", "diag>ins>del (tercpp)"),  # the paper's 54 %
        ("kaldi", "after", "ins>del>diag (Kaldi)"),
        ("kaldi", "least", "min_over_optimal"),
        ("kaldi", "greatest", "max_over_optimal"),
        ("sub-first", "greatest", "max_over_optimal"),
    ],
)
def test_word_error_rate_with_embeddings(
    example: dict[str, Any], policy: PolicyName, goal: GoalName, figure: str
) -> None:
    alignment = mg.align([example["ref"]], [example["hyp"]], policy=policy, weights=example["weights"], goal=goal)
    assert alignment.weights[0] == pytest.approx(example["WER_E"][figure], abs=1e-9)
    assert alignment.errors[0] == example["WER"][0]


def test_word_error_rate_with_soft_alignment(example: dict[str, Any]) -> None:
    alignment = mg.align([example["ref"]], [example["hyp"]], policy="sub-first", weights=example["weights"])
    assert alignment.weights[0] == pytest.approx(example["WER_S"], abs=1e-9)
    assert "".join("ASID"[step] for step in alignment[0]) == "ASSIASASSS"  # the paper's, A for a match


def test_weights_are_those_of_a_twin() -> None:
    source = random.Random(3)
    words = [f"mot{number}" for number in range(30)]
    vectors = np.random.default_rng(3).normal(size=(25, 7))  # five words have none
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    texts = [[source.choice(words) for _ in range(source.randrange(14))] for _ in range(400)]
    weights = mg.Weights.from_vectors(words[:25], vectors, missing=0.7, insertion=0.9, deletion=1.1)

    def substitution(left: str, right: str) -> float:
        rows = words.index(left), words.index(right)
        return 1 - float(unit[rows[0]] @ unit[rows[1]]) if max(rows) < 25 else 0.7

    def least(reference: list[str], hypothesis: list[str]) -> float:
        before = [0.9 * column for column in range(len(hypothesis) + 1)]
        for row, left in enumerate(reference, 1):
            current = [1.1 * row]
            for column, right in enumerate(hypothesis, 1):
                paired = before[column - 1] + (0.0 if left == right else substitution(left, right))
                current.append(min(paired, before[column] + 1.1, current[-1] + 0.9))
            before = current
        return before[-1]

    alignment = mg.align(texts[::2], texts[1::2], weights=weights)
    for found, reference, hypothesis in zip(alignment.weights, texts[::2], texts[1::2], strict=True):
        assert found == pytest.approx(least(reference, hypothesis), abs=1e-6)
    lacking = [sum(word not in words[:25] for word in one + two) for one, two in zip(texts[::2], texts[1::2])]
    assert alignment.unknown.tolist() == lacking
    as_text = mg.align(
        [" ".join(t) for t in texts[::2]], [" ".join(t) for t in texts[1::2]], weights=weights, threads=1
    )
    assert as_text.weights.tolist() == alignment.weights.tolist()
    assert as_text.steps.tolist() == alignment.steps.tolist()
    assert as_text.unknown.tolist() == lacking


@pytest.mark.parametrize("goal", ["after", "total", "least", "greatest"])
def test_words_without_a_vector_are_counted_whatever_the_goal(goal: GoalName) -> None:
    weights = mg.Weights.from_vectors(["a"], [[1.0]])
    # More pairs than a chunk holds: equal ones, others, and such as have an empty side.
    references, hypotheses = ["y a y", "a", "", "a"] * 700, ["y a y", "z", "z z", "a"] * 700
    found = mg.align(references, hypotheses, weights=weights, goal=goal, threads=2)
    assert found.unknown.tolist() == [4, 1, 2, 0] * 700


def test_a_table_has_a_place_for_every_word() -> None:
    weights = mg.Weights.from_table(["a"], ["b"], [[0.5]])
    assert mg.align(["a"], ["b"], weights=weights).unknown.tolist() == [0]
    assert mg.align(["a"], ["b"]).unknown.tolist() == []


def test_a_step_makes_close_words_cheap() -> None:
    # cosines: un~une 0.8, un~chat 0
    weights = mg.Weights.from_vectors(["un", "une", "chat"], [[1.0, 0.0], [0.8, 0.6], [0.0, 2.0]], above=0.4)
    alignment = mg.align(["un", "un", "un"], ["une", "chat", "chien"], weights=weights, goal="after")
    assert alignment.weights.tolist() == [0.1, 1.0, 1.0]


def test_characters_may_weigh_too() -> None:
    weights = mg.Weights.from_table("aé ", "ae ", [[0.0, 1.0, 1.0], [1.0, 0.25, 1.0], [1.0, 1.0, 0.0]])
    alignment = mg.align(["é a"], ["e a"], unit="characters", weights=weights)
    assert alignment.weights.tolist() == [0.25]


def test_the_first_vector_of_a_word_counts() -> None:
    weights = mg.Weights.from_vectors(["a", "a", "b"], [[1, 0], [0, 1], [1, 0]])
    assert mg.align(["a"], ["b"], weights=weights).weights.tolist() == [0.0]


def test_what_an_error_weighs_if_nothing_is_said() -> None:
    """1 for words removed, added or without a vector; 0.1 for near ones."""
    vectors = mg.Weights.from_vectors(["a", "b"], [[1.0, 0.0], [0.8, 0.6]])
    steps = mg.Weights.from_vectors(["a", "b"], [[1.0, 0.0], [0.8, 0.6]], above=0.5)
    table = mg.Weights.from_table(["a"], ["b"], [[0.25]])
    sides = ["a", "", "a", "a"], ["", "b", "z", "b"]
    for weights, expected in ((vectors, [1, 1, 1, 0.2]), (steps, [1, 1, 1, 0.1])):
        found = mg.align(*sides, policy="sub-first", weights=weights, goal="after")
        assert found.weights.tolist() == pytest.approx(expected, abs=1e-6)
    found = mg.align(["a", "", "a"], ["", "b", "b"], policy="sub-first", weights=table, goal="after")
    assert found.weights.tolist() == [1, 1, 0.25]
    assert [vectors.is_cross_lingual, table.is_cross_lingual] == [False, False]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: mg.Weights.from_vectors(["a"], [[math.nan, 1]]), "vector 0 holds a value that is not a finite number"),
        (lambda: mg.Weights.from_vectors(["a", "b"], [[1.0, 0.0]]), "2 rows"),
        (lambda: mg.Weights.from_vectors(["a"], [1.0, 0.0]), "a row for each word"),
        (lambda: mg.Weights.from_vectors(["a"], [[1.0]], missing=-1), "missing cost is -1"),
        (lambda: mg.Weights.from_table(["a"], ["b"], [[-0.5]]), "substitution cost is -0.5"),
        (lambda: mg.Weights.from_table(["a"], ["b"], [[math.nan]]), "substitution cost is NaN"),
        (lambda: mg.Weights.from_table(["a"], ["b"], [[0.5, 1]]), "a column for each of 1"),
        (lambda: mg.Weights.from_table(["a"], ["b"], [[0.5]], insertion=math.inf), "insertion cost is inf"),
    ],
)
def test_weights_that_cannot_be(make: Callable[[], mg.Weights], sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        make()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, 'pair 1: the cost table has no column for "c"'),
        ({"goal": "lest"}, 'no goal "lest"; choose from after, total, least, greatest'),
        ({"goal": "least", "policy": mg.Policy(insertion=0)}, "weights break ties only where every error costs"),
    ],
)
def test_alignments_that_weights_refuse(options: dict[str, Any], sentence: str) -> None:
    weights = mg.Weights.from_table(["a"], ["a", "b"], [[0, 0.5]])
    with pytest.raises(mg.ScoreError, match=sentence):
        mg.align(["a", "a"], ["b", "c"], weights=weights, **options)
