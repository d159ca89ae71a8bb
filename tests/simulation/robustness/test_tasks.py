"""What people find alike, beside what subjects say of the same sentences with errors."""

import numpy as np
import pytest

from mondegreen.formats.rated import SimilarityPairs
from mondegreen.simulation.robustness import measure_tasks
from noisy import noise, panel, texts

stats = pytest.importorskip("scipy.stats", reason="SciPy is not installed")
PAIRS = SimilarityPairs("toy", texts(1), texts(2), np.random.default_rng(0).random(60).tolist())


def test_coefficients_at_each_rate_and_draw() -> None:
    shown, errors = panel("avg,subs", "wer,wip"), noise(2)
    (found,) = measure_tasks([PAIRS], shown, errors, (0.3, 0.0))
    assert found.rates == [0.0, 0.3]
    for place, rate in enumerate(found.rates):
        for draw, seed in enumerate(errors.seeds):
            sides = [
                errors.draw(side, [f"toy-{at + 1}-{number}" for at in range(60)], rate, seed).texts
                for number, side in ((1, PAIRS.left), (2, PAIRS.right))
            ]
            for label, measured in shown.measure(*sides):
                there = ~np.isnan(measured.each)
                sign = -1 if label == "wer" else 1
                each = sign * measured.each[there], np.array(PAIRS.scores)[there]
                values = found.values[label]
                assert values["pearson"][place, draw] == pytest.approx(stats.pearsonr(*each)[0]), label
                assert values["spearman"][place, draw] == pytest.approx(stats.spearmanr(*each)[0]), label
    assert found.defined["avg"] == 60
    assert found.defined["subs"] < 60
    means = found.values["avg"]["pearson"].mean(axis=1)
    assert found.ratio("avg", "pearson") == pytest.approx(means[1] / means[0])


def test_both_sides_have_errors_of_their_own() -> None:
    same = SimilarityPairs("same", PAIRS.left, PAIRS.left, PAIRS.scores)
    (found,) = measure_tasks([same], panel("avg", ""), noise(1), (0.0, 0.5))
    clean, wrong = found.values["avg"]["pearson"][:, 0]
    assert abs(clean) < 0.3  # only sentences without a word are not like themselves
    assert wrong != clean


def test_scores_that_are_all_the_same_tell_nothing() -> None:
    flat = SimilarityPairs("flat", PAIRS.left, PAIRS.right, [3.0] * 60)
    (found,) = measure_tasks([flat], panel("avg", ""), noise(1), (0.0, 0.3))
    assert np.isnan(found.values["avg"]["pearson"]).all()
    assert np.isnan(found.ratio("avg", "pearson"))
