"""Intervals of confidence: as numpy would draw them, the same whatever the threads, and honest about what has none."""

import math

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.results.interval import (
    Bootstrap,
    Interval,
    draw_in_portions,
    find_intervals,
    find_percentiles,
    warn_of_few_units,
)

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


def test_the_default_is_that_of_the_options() -> None:
    """As docs/options.md has them."""
    assert Bootstrap() == Bootstrap("utterance", resamples=10_000, level=95.0, seed=0)


@pytest.mark.parametrize(
    "options", [{"resamples": 1}, {"level": 0.1}, {"level": 99.9}, {"seed": 0}, {"seed": (1 << 64) - 1}]
)
def test_the_ends_of_what_gives_an_interval(options: dict[str, float]) -> None:
    made = found(Bootstrap(**{"resamples": 2, **options}))["wer"]  # type: ignore[arg-type]
    assert 0 <= made[0] <= made[1] <= 100


@pytest.mark.parametrize(
    ("level", "low", "high"),
    [(50, 2, 4), (90, 1.2, 4.8), (20, 2.6, 3.4)],  # of 1 to 5, of which p per cent lie below 1 + 4 p / 100
)
def test_percentiles_by_hand(level: float, low: float, high: float) -> None:
    how = Bootstrap(level=level)
    values = np.array([5, math.nan, 1, 3, 2, math.nan, 4])
    made = find_percentiles(values, how)
    assert [made.low, made.high, made.how, made.units] == [pytest.approx(low), pytest.approx(high), how, None]


def test_an_interval_as_json_has_it() -> None:
    how = Bootstrap("speaker", 50, 90.0, 7)
    said = {"low": 1.0, "high": 2.5, "level": 90.0, "over": "speaker", "resamples": 50, "seed": 7}
    assert Interval(1.0, 2.5, how).to_dict() == said
    assert Interval(math.nan, 2.5, how, 3).to_dict() == said | {"low": None, "units": 3}


@pytest.mark.parametrize("resamples", [1, 49, 50, 51, 120])
def test_each_resample_is_drawn_once(resamples: int) -> None:
    """In portions of at most 50, between which an interruption is heard; the first of each goes on from the last."""
    asked: list[tuple[int, int, int, int | None]] = []

    def draw(seed: int, first: int, count: int, threads: int | None) -> bytes:
        asked.append((seed, first, count, threads))
        return np.arange(first, first + count, dtype="<f8").tobytes()

    made = draw_in_portions(draw, Bootstrap(resamples=resamples, seed=3), 2)
    assert made.ravel().tolist() == list(range(resamples))
    assert {(seed, threads) for seed, _, _, threads in asked} == {(3, 2)}
    assert [first for _, first, _, _ in asked] == list(range(0, resamples, 50))


@pytest.mark.parametrize(("units", "warned"), [(None, False), (1, True), (19, True), (20, False)])
def test_few_units_are_not_trusted(units: int | None, warned: bool) -> None:
    assert bool(warn_of_few_units(units, "speaker")) is warned
    assert warn_of_few_units(1, "speaker") == [
        "1 speaker: too few to trust a bootstrap, whose intervals are too narrow below 20"
    ]


BAD = [
    ({"resamples": 0}, "^0 resamples give no interval; ask for 1000 or more$"),
    ({"level": 100.0}, "^a confidence level must be above 0 and below 100 percent, not 100$"),
    ({"level": 0.0}, "^a confidence level must be above 0 and below 100 percent, not 0$"),
    ({"level": float("nan")}, "not nan"),
    ({"seed": -1}, r"^a seed is a whole number from 0 to 2\^64 - 1, not -1$"),
    ({"seed": 1 << 64}, "from 0 to 2"),
]


@pytest.mark.parametrize(("options", "sentence"), BAD)
def test_what_gives_no_interval(options: dict[str, float], sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        Bootstrap(**options)  # type: ignore[arg-type]
