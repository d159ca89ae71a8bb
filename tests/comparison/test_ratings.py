"""Agreement with ratings and grades: by hand, and by the definitions of the coefficients."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.ratings import Rated, check_ratings
from mondegreen.comparison.statistics import kendall, spearman
from mondegreen.formats.rated import Ratings
from mondegreen.metrics.support.noise import SUMS
from mondegreen.results.interval import Bootstrap

HOW = Bootstrap("reference", 200)


def rated(
    references: list[str],
    goodness: list[float],
    losses: list[float],
    *,
    spreads: list[float] | None = None,
    raters: int = 4,
    texts: list[str] | None = None,
) -> Rated:
    count = len(references)
    spreads = spreads or []
    errors = [each / math.sqrt(raters) for each in spreads]
    texts = texts or [f"h{at}" for at in range(count)]
    held = Ratings("r.tsv", references, texts, goodness, spreads, errors, graded=False, lines=range(2, count + 2))
    return Rated(held, {"wer": np.array(losses)}, {"wer": SUMS}, HOW)


def test_pairs_are_of_one_reference() -> None:
    """Of four hypotheses of two references there are two pairs; one is in order, and one is a tie, which is wrong."""
    found = rated(["a", "b", "a", "b"], [5, 4, 1, 3], [0.0, 7, 50, 7])
    estimate, right, pairs, ties = found.agreement("wer")
    assert (estimate.value, right, pairs, ties) == (50, 1, 2, 1)
    assert sorted(map(tuple, found.pairs.tolist())) == [(2, 0), (3, 1)]  # the better one second


def test_equal_ratings_are_no_pair() -> None:
    assert len(rated(["a"] * 3, [2, 2, 1], [1, 2, 3]).pairs) == 2


def test_undefined_scores_are_wrong() -> None:
    found = rated(["a"] * 2, [2, 1], [math.nan, 3])
    assert found.agreement("wer")[1:] == (0, 1, 1)


def test_clear_pairs() -> None:
    """Standard errors of 0.5 each: a difference of 1.96 * sqrt(0.5) = 1.386 is just not clear."""
    found = rated(["a"] * 3, [3, 1.7, 1.6], [1, 2, 3], spreads=[1, 1, 1])
    better_by = [round(found.goodness[two] - found.goodness[one], 1) for one, two in found.pairs.tolist()]
    assert dict(zip(better_by, found.clear.tolist(), strict=True)) == {1.3: False, 1.4: True, 0.1: False}
    assert found.agreement("wer", clear=True)[2] == 1
    assert found.preferences(np.zeros((3, 1))).shares.max() == pytest.approx(0.8389, abs=1e-4)  # Phi(1.4 / sqrt 2)


def test_how_far_another_panel_would_agree() -> None:
    """Phi(1) of pairs one standard error of the difference apart; equal texts do not count."""
    found = rated(["a"] * 2, [1 + math.sqrt(0.5), 1], [1, 2], spreads=[1, 1])
    assert found.expected_agreement == pytest.approx(84.1345, abs=1e-3)
    assert math.isnan(rated(["a"] * 2, [2, 1], [1, 2], spreads=[1, 1], texts=["x", "x"]).expected_agreement)


@pytest.mark.parametrize("seed", range(5))
def test_coefficients(seed: int) -> None:
    """As the definitions give them one by one, ties included."""
    rng = np.random.default_rng(seed)
    goodness, losses = (rng.integers(0, 6, size=30).astype(float).tolist() for _ in "ab")
    found = rated([f"r{at % 7}" for at in range(30)], goodness, losses)
    bad = [-each for each in goodness]
    assert found.spearman("wer").value == pytest.approx(spearman(losses, bad), abs=1e-12)
    assert found.kendall("wer").value == pytest.approx(kendall(losses, bad), abs=1e-12)
    for grade in found.grades:
        pairs = [
            (loss > other) + (loss == other) / 2
            for loss, good in zip(losses, goodness)
            for other, better in zip(losses, goodness)
            if good <= grade < better
        ]
        assert found.area("wer", grade).value == pytest.approx(sum(pairs) / len(pairs), abs=1e-12)


def test_grades_are_told_from_the_mildest() -> None:
    found = rated(["a", "b", "c", "d"], [0, -1, -2, 0], [1, 2, 3, 9])
    assert found.grades == [-1, -2]
    assert found.area("wer", -1).value == 0.5  # 2 > 1, 3 > 1, 2 < 9, 3 < 9
    assert found.area("wer", -2).value == pytest.approx(2 / 3)


def test_resamples_are_of_references() -> None:
    """A coefficient of hypotheses of one reference is the same in every resample."""
    alone = rated(["a"] * 6, [1, 2, 3, 4, 5, 6], [6, 5, 3, 4, 2, 1]).spearman("wer")
    assert alone.low == alone.value == alone.high
    apart = rated(list("abcdef"), [1, 2, 3, 4, 5, 6], [6, 5, 3, 4, 2, 1]).spearman("wer")
    assert apart.low < apart.value < apart.high == 1


def test_scores_within_the_noise_are_equal() -> None:
    found = rated(["a"] * 2, [2, 1], [0.3, 0.1 + 0.2])
    assert found.agreement("wer")[3] == 1


def test_a_constant_has_no_coefficient() -> None:
    found = rated(["a"] * 3, [1, 2, 3], [1, 1, 1])
    assert math.isnan(found.spearman("wer").value)
    assert math.isnan(found.kendall("wer").value)


def test_ratings_that_say_nothing() -> None:
    with pytest.raises(mg.ScoreError, match=r"^r\.tsv: all hypotheses are rated the same"):
        check_ratings(rated(["a", "b"], [1, 1], [1, 2]).ratings)
