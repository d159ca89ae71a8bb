"""Errors weighed by word vectors, case by case: EmbER, WER-E and WER-S."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mondegreen as mg
from mondegreen.resources.vectors import WordVectors
from toys import TOYS

EXAMPLE = Path(__file__).parents[1] / "golden" / "papers" / "wer_e_wer_s.json"
RESOURCES = mg.Resources(None, TOYS)
# a and x have a cosine of 0.8, a and c 0.6, a and b 0, b and d -1; y has no vector.
CASES = [
    ("ember", ["a b"], ["x b"], 5),  # near words cost a tenth
    ("ember:cost=0.5", ["a b"], ["x b"], 25),
    ("ember:threshold=0.9", ["a b"], ["x b"], 50),
    ("ember:threshold=0", ["a"], ["b"], 100),  # over the threshold, not at it
    ("ember", ["a"], ["y"], 100),  # a word without a vector is near to none
    ("ember", ["y"], ["a"], 100),
    ("ember", ["a", ""], ["a", "a"], 100),  # the insertion counts though there was nothing
    ("ember:per=columns", ["a", ""], ["a", "a"], 50),
    ("ember", ["a", "b"], ["x", "b"], 5),  # sums, not the mean
    ("wer-e", ["a"], ["x"], 20),
    ("wer-e", ["b"], ["d"], 200),  # opposite words
    ("wer-e", ["a a"], ["y"], 100),  # a substitution and a deletion, 1 each
    ("wer-s", ["a"], ["x"], 20),
    ("wer-s", ["b"], ["d"], 200),  # no more than to remove one and to add the other
    ("wer-s", ["a b"], [""], 100),
]


def scored(metric: str, references: list[str], hypotheses: list[str], align: Any = "kaldi") -> mg.Score:
    return mg.score(references, hypotheses, [metric], resources=RESOURCES, policy=align)[metric]


@pytest.mark.parametrize(("metric", "references", "hypotheses", "expected"), CASES)
def test_value(metric: str, references: list[str], hypotheses: list[str], expected: float) -> None:
    assert scored(metric, references, hypotheses).value == pytest.approx(expected, abs=1e-5)


def test_words_without_vectors_are_counted_on_both_sides() -> None:
    rows = scored("wer-s", ["a y", "", "zz a"], ["y y b", "q", ""]).rows
    assert rows.values[:, rows.columns.index("oov")].tolist() == [3, 1, 1]


def test_a_tokenizers_words_are_looked_up() -> None:
    run = mg.score(["ab"], ["xb"], ["ember"], tokenize="characters", resources=RESOURCES)
    assert run["ember"].value == pytest.approx(5)


def test_what_changes_the_number_is_in_the_signature() -> None:
    score = scored("ember:ties=best", ["a"], ["a"])
    assert score.signature.startswith("ember.v1:ties=best|policy:kaldi|norm:none|tok:words|vectors:own-")


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("ember:threshold=2", 'ember:threshold is "2"; cosine above which words are similar, from -1 to 1'),
        ("ember:threshold=nan", 'ember:threshold is "nan"; cosine above which words are similar, from -1 to 1'),
        ("ember:cost=-1", 'ember:cost is "-1"; cost of a substitution by a similar word, from 0 to 1'),
        ("wer-s:vectors=", 'wer-s:vectors is ""; word vectors: a file or a spaCy pipeline'),
    ],
)
def test_bad_option(spec: str, sentence: str) -> None:
    with pytest.raises(mg.ScoreError) as caught:
        mg.score(["a"], ["a"], [spec])
    assert str(caught.value) == sentence


# Three words for two: which of them is the insertion is free.
FREE = ["a b"], ["x y x"]


def test_ties_leave_a_range() -> None:
    best, whole = (scored(f"ember:ties={ties}", *FREE) for ties in ("best", "range"))
    low, high = whole.metric.range(whole.total) or (math.nan, math.nan)
    assert [low, high] == pytest.approx([60, 105])
    assert best.value == pytest.approx(low)
    assert low <= whole.value <= high
    assert whole.value == pytest.approx(scored("ember", *FREE).value)
    assert whole.to_dict()["range"] == [low, high]
    assert "range" not in best.to_dict()


def test_a_range_adds_up() -> None:
    one = scored("wer-e:ties=range", *FREE)
    two = scored("wer-e:ties=range", FREE[0] * 2, FREE[1] * 2)
    assert two.metric.range(two.total) == pytest.approx(one.metric.range(one.total))


class Costs(WordVectors):
    """Costs that were printed, in the place of vectors."""

    identity = "costs"

    def __init__(self, costs: list[tuple[str, str, float]]) -> None:
        self.costs = {(left, right): cost for left, right, cost in costs}

    def has(self, words: Sequence[str]) -> NDArray[np.bool_]:
        return np.ones(len(words), dtype=np.bool_)

    def rows(self, words: Sequence[str]) -> NDArray[np.float32]:
        raise NotImplementedError

    def weights(self, words: Sequence[str], **_scale: Any) -> mg.Weights:
        table = [[self.costs.get((left, right), 1) for right in words] for left in words]
        return mg.Weights.from_table(words, words, table)


@pytest.mark.parametrize(
    ("metric", "align", "expected"),
    [
        ("wer", "kaldi", 100 * 7 / 9),  # 78 %
        ("wer-e", "sub-first", 100 * 4.85 / 9),  # 54 %, by the tie order of the paper's program
        ("wer-e", "kaldi", 100 * 4.77 / 9),
        ("wer-e:ties=best", "sub-first", 100 * 4.77 / 9),
        ("wer-s", "kaldi", 100 * 4.77 / 9),  # 53 %
        ("wer-s", "sclite", 100 * 4.77 / 9),
    ],
)
def test_the_papers_worked_example(metric: str, align: Any, expected: float) -> None:
    example = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    resources = mg.Resources(None, {"vectors": Costs(example["costs"])})
    reference, hypothesis = ([" ".join(example[side])] for side in ("ref", "hyp"))
    run = mg.score(reference, hypothesis, [metric], policy=align, resources=resources)
    assert run[metric].value == pytest.approx(expected)
