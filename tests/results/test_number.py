"""A score is a number: of percent, as Python's floats are."""

import math

import pytest

import mondegreen as mg


@pytest.fixture
def score() -> mg.Score:
    """Of three words, one is wrong."""
    return mg.score(["the cat sat"], ["the cat sad"], ["wer"])["wer"]


def test_it_is_written_as_a_float_is(score: mg.Score) -> None:
    assert f"{score:.1f}" == "33.3"
    assert f"{score:7.2f}|" == "  33.33|"
    assert f"{score}" == str(score) == "33.33 %"
    assert f"{score:.1%}" == "33.3%"  # and not 3333.3%
    assert round(score, 1) == 33.3
    assert round(score) == 33
    assert [score.percent, score.fraction] == [score.value, pytest.approx(1 / 3)]


def test_it_compares(score: mg.Score) -> None:
    right = mg.score(["a"], ["a"], ["wer"])["wer"]
    assert right < score
    assert score > 33
    assert score >= score.value
    assert right <= 0
    assert right == 0.0
    assert score == mg.score(["x y z"], ["x y"], ["wer"])["wer"]
    assert score != right
    assert min(score, right) is right
    assert len({score, score.value}) == 1
    assert score != "33.33 %"


def test_arithmetic_gives_floats(score: mg.Score) -> None:
    other = mg.score(["a b"], ["a x"], ["wer"])["wer"]
    assert type(score + other) is float
    assert score + other == score.value + 50
    assert other - score == pytest.approx(100 / 6)
    assert [other - 1, 1 - other, other + 1, 1 + other, -other, abs(-other)] == [49, -49, 51, 51, -50, 50]
    assert [other * 2, 2 * other, other / 2, 100 / other] == [100, 100, 25, 2]
    assert sum([other, other]) / 2 == 50


def test_what_is_undefined_is_nan() -> None:
    score = mg.score([""], ["a"], ["wer"])["wer"]
    assert math.isnan(score.fraction)
    assert str(score) == "nan %"
    assert score != float(score)
