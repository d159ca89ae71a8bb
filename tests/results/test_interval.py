"""Intervals of confidence: as numpy would draw them, the same whatever the threads, and honest about what has none."""

import math

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.results.interval import Bootstrap, find_intervals

REFERENCES = [" ".join("abcdefgh"[: 1 + place % 8]) for place in range(300)]
HYPOTHESES = [text.replace("b", "x") if place % 3 else text for place, text in enumerate(REFERENCES)]


def found(
    how: Bootstrap, values: list[str] | None = None, threads: int | None = None
) -> dict[str, tuple[float, float]]:
    run = mg.score(REFERENCES, HYPOTHESES, ["wer", "ser"])
    made = find_intervals(run.scores, values or list(run.pairs.keys), how, threads)
    return {label: (each.low, each.high) for label, each in made.items()}


def test_numpy_draws_the_same_spread() -> None:
    rows = mg.score(REFERENCES, HYPOTHESES, ["wer"])["wer"].rows.values[:, :2]
    drawn = np.random.default_rng(1).integers(0, 300, (20_000, 300))
    rates = 100 * rows[drawn].sum(axis=1)[:, 0] / rows[drawn].sum(axis=1)[:, 1]
    expected = np.percentile(rates, [5, 95])
    low, high = found(Bootstrap(resamples=20_000, level=90))["wer"]
    # The ends of 20,000 resamples vary by about a fiftieth of the interval's width.
    assert [low, high] == pytest.approx(expected, abs=0.06 * (expected[1] - expected[0]))


def test_a_seed_gives_the_same_whatever_the_threads() -> None:
    how = Bootstrap(resamples=130, seed=5)
    assert found(how, threads=1) == found(how, threads=3)
    assert found(how) != found(Bootstrap(resamples=130, seed=6))


def test_speakers_are_drawn_whole() -> None:
    """Two speakers, one without a fault: a resample holds the one, the other, or both."""
    run = mg.score(["a a", "a a", "b"], ["a a", "a a", "x"], ["wer"])
    scores = {"wer": run["wer"]}
    made = find_intervals(scores, ["eve", "eve", "ann"], Bootstrap("speaker", 200, level=99))["wer"]
    assert [made.low, made.high] == [0, 100]
    made = find_intervals(scores, ["eve", "eve", "eve"], Bootstrap("speaker", 200))["wer"]
    assert [made.low, made.high] == [20, 20]


def test_resamples_without_a_score_are_left_out() -> None:
    run = mg.score(["", "a"], ["", "b"], ["wer"])
    made = find_intervals(run.scores, ["1", "2"], Bootstrap(resamples=100))["wer"]
    assert [made.low, made.high] == [100, 100]
    run = mg.score(["", ""], ["", ""], ["wer"])
    made = find_intervals(run.scores, ["1", "2"], Bootstrap(resamples=100))["wer"]
    assert [math.isnan(made.low), made.to_dict()["high"]] == [True, None]


BAD = [
    ({"resamples": 0}, "0 resamples give no interval"),
    ({"level": 100.0}, "above 0 and below 100 per cent, not 100"),
    ({"level": float("nan")}, "not nan"),
    ({"seed": -1}, "from 0 to 2"),
    ({"seed": 1 << 64}, "from 0 to 2"),
]


@pytest.mark.parametrize(("options", "sentence"), BAD)
def test_what_gives_no_interval(options: dict[str, float], sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        Bootstrap(**options)  # type: ignore[arg-type]
