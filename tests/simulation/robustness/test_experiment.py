"""An experiment on robustness from its plan, called from Python as by the command."""

from pathlib import Path

import numpy as np
import pytest

from mondegreen.errors import ScoreError
from mondegreen.plan.simulate import RobustnessPlan
from mondegreen.reports.robustness import report_robustness
from mondegreen.simulation.robustness.experiment import parse_rates, run_experiment
from noisy import TABLE, VECTORS, WORDS, texts


@pytest.fixture
def plan(tmp_path: Path) -> RobustnessPlan:
    TABLE.save(str(tmp_path / "t.tsv"))
    rows = ((word, VECTORS.rows([word])[0].tolist()) for word in WORDS)
    vectors = "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows)
    (tmp_path / "v.vec").write_text(vectors, encoding="utf-8")
    (tmp_path / "text.txt").write_text("".join(f"u{at} {text}\n" for at, text in enumerate(texts(1))), encoding="utf-8")
    return RobustnessPlan(
        str(tmp_path / "text.txt"),
        table=str(tmp_path / "t.tsv"),
        vectors=str(tmp_path / "v.vec"),
        encoders=["avg"],
        metrics="wer",
        rates="0:0.4:0.2",
        draws=2,
    )


def test_an_experiment_is_run_from_python(plan: RobustnessPlan) -> None:
    found = run_experiment(plan)
    assert [curve.subject.label for curve in found.curves.curves] == ["avg", "wer"]
    assert list(found.curves.rates) == [0.0, 0.2, 0.4]
    similarity, errors = (curve.means for curve in found.curves.curves)
    assert int(similarity.argmax()) == errors[0] == 0
    # Substitutions alone: the word error rate is the share of words that were changed.
    assert errors == pytest.approx(100 * found.curves.realized.mean(axis=1))
    assert (np.diff(errors) > 0).all()
    assert (found.tasks, found.distances.rate) == ([], 0.1)
    names = [block.name for block in report_robustness(found, charts=False)]
    assert names == ["curves", "lines", "distances", "by_sound", "by_sense"]


def test_a_rate_of_distances_is_one() -> None:
    assert parse_rates("--rates", "0:0.3:0.1") == (0.0, 0.1, 0.2, 0.3)
    with pytest.raises(ScoreError, match="give one rate"):
        run_experiment(RobustnessPlan("text.txt", table="t.tsv", distances="0.1,0.2"))
    with pytest.raises(ScoreError, match="nothing to corrupt"):
        run_experiment(RobustnessPlan(table="t.tsv"))
