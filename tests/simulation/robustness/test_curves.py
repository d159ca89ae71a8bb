"""Curves: what subjects say of texts beside themselves with errors, and lines through that."""

import math

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.encoders import make_encoder, measure_similarities
from mondegreen.simulation import corrupt
from mondegreen.simulation.robustness import Noise, Subject, measure_curves
from mondegreen.simulation.robustness.experiment import parse_rates
from mondegreen.simulation.robustness.panel import Curve
from noisy import RESOURCES, TABLE, noise, panel, texts

RATES = (0.0, 0.2, 0.5)


def test_each_value_is_what_the_subject_says_of_that_draw() -> None:
    originals = texts()
    keys = [f"k{place}" for place in range(len(originals))]
    found = measure_curves(originals, panel(), noise(), RATES, ids=keys)
    for place, rate in enumerate(RATES):
        for draw, seed in enumerate((7, 8)):
            drawn = corrupt(originals, TABLE, rate=rate, seed=seed, keys=keys)
            assert found.realized[place, draw] == pytest.approx(sum(map(len, drawn.edits)) / drawn.words)
            for curve in found.curves:
                label = curve.subject.label
                if curve.subject.kind == "encoder":
                    alike = measure_similarities(make_encoder(label, RESOURCES), originals, drawn.texts)
                    expected = float(np.nanmean(alike))
                else:
                    expected = mg.score(originals, drawn.texts, [label], resources=RESOURCES)[label].value
                assert curve.values[place, draw] == pytest.approx(expected), (label, rate)
    assert [curve.subject.label for curve in found.curves] == ["avg", "sif", "subs", "wer", "ember", "wip"]
    assert [curve.subject.sign for curve in found.curves] == [1, 1, 1, -1, -1, 1]
    assert found.curves[0].signature.startswith("avg.v1|raw-vectors:own-")


def test_more_errors_are_less_alike() -> None:
    found = measure_curves(texts(1, 300), panel(), noise(3), (0.0, 0.1, 0.3, 0.6, 0.9))
    for curve in found.curves:
        assert (curve.subject.sign * np.diff(curve.means) < 0).all(), curve.subject.label
    assert (np.diff(found.realized, axis=0) > 0).all()


def test_without_texts_or_errors() -> None:
    none = measure_curves([], panel(), noise(), (0.0, 0.3))
    assert all(np.isnan(curve.values).all() for curve in none.curves if curve.subject.label != "wip")
    same = measure_curves(["w35 w36"], panel("avg", "wer"), noise(), (0.0, 0.9))  # of these no row of the table speaks
    assert [curve.values.tolist() for curve in same.curves] == [[[1, 1], [1, 1]], [[0, 0], [0, 0]]]


SUBJECT = Subject("x", "encoder", 1)


@pytest.mark.parametrize("seed", range(5))
def test_the_line_is_that_of_least_squares(seed: int) -> None:
    rng = np.random.default_rng(seed)
    at, values = np.sort(rng.random(6)), rng.random((6, 3))
    curve = Curve(SUBJECT, at.tolist(), values, "")
    slope, intercept = np.polyfit(at, values.mean(axis=1), 1)
    assert curve.line == pytest.approx((slope, intercept, np.corrcoef(at, values.mean(axis=1))[0, 1]))
    assert curve.spreads == pytest.approx(np.std(values, axis=1, ddof=1))


def test_no_line() -> None:
    one = Curve(SUBJECT, [0.1], np.array([[0.5]]), "")
    assert all(map(math.isnan, one.line))
    assert np.isnan(one.spreads).all()
    flat = Curve(SUBJECT, [0.1, 0.2], np.array([[0.5], [0.5]]), "")
    assert [flat.line.slope, flat.line.intercept, math.isnan(flat.line.r)] == [0, 0.5, True]


def test_other_modes() -> None:
    exact = measure_curves(texts(2, 100), panel("avg", ""), Noise(TABLE, [7], "exact"), (0.25,))
    assert exact.realized[0, 0] == pytest.approx(0.25, abs=0.002)
    with pytest.raises(ScoreError, match='there is no mode "some"'):
        measure_curves(texts(), panel("avg", ""), Noise(TABLE, [7], "some"), (0.25,))


WRITTEN = [
    ("0:0.5:0.1", (0, 0.1, 0.2, 0.3, 0.4, 0.5)),
    ("0:0.5:0.2", (0, 0.2, 0.4)),
    ("0.3,0,0.1,0.3", (0, 0.1, 0.3)),
    (" 0.1 , .2", (0.1, 0.2)),
    ("1", (1,)),
    ("0.5:0.5:1", (0.5,)),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_rates(text: str, expected: tuple[float, ...]) -> None:
    assert parse_rates("--rates", text) == expected


WRONG = [
    "",
    "a",
    "0:1",
    "0:1:0",
    "0:1:-1",
    "0.5:0:0.1",
    "0:1:0.00001",
    "0:1:1e-1000005",
    "2",
    "-0.1",
    "nan",
    "inf",
    "0:1:0.1,0.3",
    "30",
]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_rate(text: str) -> None:
    with pytest.raises(ScoreError, match=rf'^--rates is "{text}"; '):
        parse_rates("--rates", text)
