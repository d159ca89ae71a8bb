"""The report of correlations, in every form."""

import io
import math

import pytest

import mondegreen as mg
from mondegreen.comparison.correlations import correlate_metrics
from mondegreen.reports.blocks import Table
from mondegreen.reports.studies import report_correlations
from mondegreen.results.interval import Bootstrap
from mondegreen.writers import TABLE_FORMATS, load_table_format


def tables(*texts: str, method: str = "pearson") -> list[Table]:
    run = mg.score(["a b", "c d", "e f", ""], texts, ["wer", "cer", "ser"])
    found = [*report_correlations([run], correlate_metrics([run], method, Bootstrap(resamples=10)))]
    return [each for each in found if isinstance(each, Table)]


def test_pairs_and_matrix() -> None:
    pairs, matrix = tables("a b", "c x", "y z", "")
    assert [row[:2] for row in pairs.rows] == [["wer", "cer"], ["wer", "ser"], ["cer", "ser"]]
    assert [column.name for column in pairs.columns][2:] == ["pearson", "low", "high", "without", "influence"]
    assert matrix.rows[0][1:3] == [1, pairs.rows[0][2]]
    assert matrix.rows[0][2] == matrix.rows[1][1]
    assert pairs.note.startswith("3 by utterance; 1 excluded, of which a side is empty or a metric is undefined; ")
    assert "10 resamples, seed 0" in pairs.note


def test_what_does_not_vary() -> None:
    pairs, _ = tables("a x", "c x", "y z", "", method="kendall")
    assert "ser does not vary: nothing correlates with it" in pairs.note
    assert "by the jackknife" in pairs.note
    value = pairs.rows[1][2]
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize("name", TABLE_FORMATS)
def test_every_output_format(name: str) -> None:
    out = io.StringIO()
    load_table_format(name)([mg.score(["a"], ["b"])], tables("a b", "c x", "y z", ""), out)
    assert "ser" in out.getvalue()
