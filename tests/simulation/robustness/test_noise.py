"""What errors do to subjects is ranked without the noise of their arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from mondegreen.encoders.base import FLOAT32, FLOAT64
from mondegreen.metrics.support.noise import COUNTS
from mondegreen.simulation.robustness.correlations import SENSE, SHARE, SOUND, correlate_harm


def test_similarities_of_1_are_ties_whatever_their_last_bits() -> None:
    """As of sentences of which only stop words were changed: 17 of 71 had seven values between them."""
    random = np.random.default_rng(3)
    harm = np.where(random.random(60) < 0.3, -1.0, -random.random(60)).astype(np.float64)
    about = {SHARE: random.random(60), SOUND: random.random(60), SENSE: random.random(60)}
    there = np.ones(60, dtype=np.bool_)
    exact = correlate_harm(harm, about, there, COUNTS)
    for seed in range(5):
        noise = np.random.default_rng(seed).integers(0, 8, 60) * 2.0**-53
        assert correlate_harm(harm + noise, about, there, FLOAT64) == pytest.approx(exact, abs=1e-12)
        assert correlate_harm(harm + noise, about, there, COUNTS) != pytest.approx(
            exact, abs=1e-12
        )  # or it tests nothing


def test_shares_that_were_summed_in_another_order_are_ties() -> None:
    random = np.random.default_rng(4)
    counts = random.integers(0, 6, 60).astype(np.float64)
    about = {SHARE: random.random(60), SOUND: random.random(60), SENSE: random.random(60)}
    there = np.ones(60, dtype=np.bool_)
    sums = np.array([sum([0.1] * int(count)) for count in counts])
    backwards = np.array([1.0 - sum([0.1] * (10 - int(count))) for count in counts])
    assert (sums != backwards).any()
    assert correlate_harm(sums, about, there, FLOAT64) == pytest.approx(
        correlate_harm(backwards, about, there, FLOAT64), abs=1e-12
    )
    assert correlate_harm(sums, about, there, FLOAT32) == pytest.approx(
        correlate_harm(counts, about, there, COUNTS), abs=1e-12
    )
