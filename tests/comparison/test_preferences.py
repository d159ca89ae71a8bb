"""Weights of metrics that predict preferences: the likeliest ones, by their gradient, and what they are judged by."""

from __future__ import annotations

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison import preferences
from mondegreen.comparison.preferences import (
    Preferences,
    choose_strength,
    draw_folds,
    fit_preferences,
    maximize,
    newton,
    shown_weights,
)


def simulated(count: int, *truth: float, seed: int = 1) -> Preferences:
    """People who choose by a known sum of what each metric sees; ten votes, two pairs for each reference."""
    rng = np.random.default_rng(seed)
    gains = rng.normal(size=(count, len(truth))) * (1 + np.arange(len(truth)))
    chosen = rng.binomial(10, 1 / (1 + np.exp(-gains @ np.array(truth))))
    return Preferences(gains, chosen / 10, np.full(count, 10.0), np.arange(count) // 2)


def test_one_metric_by_hand() -> None:
    """Of gains of 1 and a share of 3/4 the likeliest weight is log 3; a penalty makes it less."""
    ones = np.ones((4, 1))
    given = (ones, np.full(4, 0.75), np.full(4, 5.0))
    assert newton(*given, 0.0)[0] == pytest.approx(np.log(3), abs=1e-9)
    small = newton(*given, 0.1)[0]
    # The gradient of the penalized mean log-likelihood, derived by hand: p - 3/4 + 0.1 w = 0.
    assert 1 / (1 + np.exp(-small)) - 0.75 + 0.1 * small == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("strength", [0.003, 0.3])
def test_the_gradient_is_nothing_at_the_maximum(strength: float) -> None:
    """By differences of the loss itself, with votes of several sizes."""
    given = simulated(60, 0.8, 0.3)
    votes = np.arange(1, 61, dtype=np.float64)

    def loss(weights: np.ndarray) -> float:
        p = 1 / (1 + np.exp(-given.gains @ weights))
        mean = np.average(given.shares * np.log(p) + (1 - given.shares) * np.log(1 - p), weights=votes)
        return float(strength / 2 * weights @ weights - mean)

    found = newton(given.gains, given.shares, votes, strength)
    for step in (np.array([1e-5, 0]), np.array([0, 1e-5])):
        assert (loss(found + step) - loss(found - step)) / 2e-5 == pytest.approx(0, abs=1e-8)


def test_all_for_one_side_has_a_weight() -> None:
    """Where the votes are without exception, only the penalty keeps the weight from growing for ever."""
    given = (np.array([[1.0], [2.0], [-3.0]]), np.array([1.0, 1.0, 0.0]), np.ones(3))
    found = [newton(*given, strength)[0] for strength in (1.0, 0.1, 0.001)]
    assert 0 < found[0] < found[1] < found[2] < 20


def test_weights_are_found_again() -> None:
    """In units of each metric, of sum 1, within their intervals; the third says nothing."""
    found = fit_preferences(simulated(4000, 0.6, 0.2, 0.0), resamples=100)
    assert found.weights.tolist() == pytest.approx([0.75, 0.25, 0], abs=0.03)
    assert (found.low <= found.weights).all()
    assert (found.weights <= found.high).all()
    assert (found.high - found.low).max() < 0.1


def test_no_weight_is_below_0() -> None:
    given = simulated(2000, 0.6, -0.3)
    assert fit_preferences(given, resamples=2).weights.tolist() == [1, 0]
    with pytest.raises(mg.ScoreError, match="people choose against all of the metrics"):
        fit_preferences(simulated(200, -0.6), resamples=2)


def test_the_unit_of_a_metric_does_not_matter() -> None:
    given = simulated(300, 0.6, 0.2)
    scaled = Preferences(given.gains * [1, 100], given.shares, given.votes, given.references)
    one, other = (maximize(each, 0.03) for each in (given, scaled))
    assert (other * [1, 100]).tolist() == pytest.approx(one.tolist(), rel=1e-6)


def test_more_votes_teach_more() -> None:
    """Two pairs that contradict each other: the one with more votes decides, as if it were there so often."""
    gains, shares, references = np.array([[1.0], [1.0]]), np.array([1.0, 0.0]), np.arange(2, dtype=np.intp)
    weighed = Preferences(gains, shares, np.array([3.0, 1.0]), references)
    repeated = Preferences(gains[[0, 0, 0, 1]], shares[[0, 0, 0, 1]], np.ones(4), np.arange(4))
    found = maximize(weighed, 0.01)[0]
    assert found > 0
    assert found == pytest.approx(maximize(repeated, 0.01)[0], rel=1e-9)


def test_folds_hold_whole_references() -> None:
    references = np.repeat(np.arange(25), 3)
    folds = draw_folds(references, 5, np.random.default_rng(0))
    assert all(len({*folds[references == each]}) == 1 for each in range(25))
    assert np.bincount(folds).tolist() == [15] * 5


def test_what_is_judged_was_not_learnt() -> None:
    """Forty metrics of nothing agree with people by chance alone; what is learnt by heart agrees better."""
    given = simulated(400, *[0.0] * 40)
    found = fit_preferences(given, resamples=2)
    decided = given.shares != 0.5
    right = ((found.margins > 0) == (given.shares > 0.5))[decided]
    learnt = ((given.gains @ found.weights > 0) == (given.shares > 0.5))[decided]
    assert right.mean() < 0.55
    assert learnt.mean() > 0.57
    assert 0.1 < found.aside.mean() < 0.3
    again, other = (fit_preferences(given, seed, 2) for seed in (0, 1))
    assert again.margins.tolist() == found.margins.tolist()
    assert other.aside.tolist() != found.aside.tolist()


def test_votes_of_others_teach_nothing_of_what_is_kept_aside() -> None:
    """The margins of a fold stay when its own votes are turned round."""
    given = simulated(200, 0.6)
    before = fit_preferences(given, resamples=2)
    turned = np.where(before.aside, 1 - given.shares, given.shares)
    after = fit_preferences(Preferences(given.gains, turned, given.votes, given.references), resamples=2)
    assert after.margins[before.aside].tolist() == before.margins[before.aside].tolist()


def test_noise_wants_a_strong_penalty() -> None:
    rng = np.random.default_rng(0)
    assert choose_strength(simulated(60, *[0.0] * 10), rng) == 0.3
    assert choose_strength(simulated(3000, 3.0, 1.0), rng) == 0.003


def test_what_cannot_be_fitted() -> None:
    few = simulated(38, 0.5)
    with pytest.raises(mg.ScoreError, match=r"^19 references with votes are too few to fit 1 weights .*; 20 would do$"):
        fit_preferences(few)
    undefined = simulated(100, 0.5)
    undefined.gains[3] = np.nan
    with pytest.raises(mg.ScoreError, match="not defined for some hypotheses"):
        fit_preferences(undefined)


def test_weights_as_they_are_kept() -> None:
    assert shown_weights(["a", "b", "c"], np.array([2 / 3, 1 / 3, 1e-6])) == {"a": 0.6667, "b": 0.3333}


@pytest.mark.parametrize(("level", "low", "high"), [(95.0, 2.5, 97.5), (90.0, 5.0, 95.0), (50.0, 25.0, 75.0)])
@pytest.mark.parametrize(("asked", "drawn"), [(7, 7), (1000, 1000), (5000, 1000)])
def test_intervals_hold_so_many_of_the_drawn_weights(
    monkeypatch: pytest.MonkeyPatch, level: float, low: float, high: float, asked: int, drawn: int
) -> None:
    """Weights of 0 to 100, so that percentiles are their own numbers."""
    counts = []

    def draw(given: Preferences, strength: float, resamples: int, chance: np.random.Generator) -> np.ndarray:
        counts.append(resamples)
        return np.repeat(np.arange(101.0)[:, None], 2, axis=1)

    monkeypatch.setattr(preferences, "resample_weights", draw)
    found = fit_preferences(simulated(100, 0.6, 0.2), resamples=asked, level=level)
    assert (found.low.tolist(), found.high.tolist()) == ([low] * 2, [high] * 2)
    assert counts == [drawn]


def test_pairs_without_votes_are_judged_and_teach_nothing() -> None:
    given = simulated(200, 0.6)
    silent = Preferences(
        np.vstack([given.gains, given.gains]),
        np.append(given.shares, 1 - given.shares),
        np.append(given.votes, np.zeros(200)),
        np.append(given.references, given.references),
    )
    found, alone = (fit_preferences(each, resamples=5) for each in (silent, given))
    assert found.weights.tolist() == alone.weights.tolist()
    assert len(found.margins) == 2 * len(alone.margins)
    assert found.margins[200:].tolist() == found.margins[:200].tolist() == alone.margins.tolist()
