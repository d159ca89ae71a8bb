"""Tables of robustness: each cell by hand; what is of several draws is shown where there are several."""

import math
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from bars import watched
from headings import heads
from mondegreen.formats.rated import SimilarityPairs
from mondegreen.render.plot.lines import list_series
from mondegreen.reports import robustness as tables
from mondegreen.reports.blocks import Table
from mondegreen.simulation.robustness import measure_curves, measure_distances, measure_tasks
from mondegreen.simulation.robustness.correlations import (
    Distances,
    HarmCorrelations,
    Task,
    compute_band_edges,
    compute_partial,
    compute_pearson,
    compute_spearman,
)
from mondegreen.simulation.robustness.experiment import Experiment
from mondegreen.simulation.robustness.panel import Curve, Curves, Subject, average_defined, compute_spread
from noisy import noise, panel, texts

NAN = math.nan
ENCODER, METRIC = Subject("avg", "encoder", 1), Subject("wer", "metric", -1)


def found(draws: int) -> Curves:
    """A similarity that falls from 1 by 0.5 a rate, and a score that rises by 100, a tenth apart in each draw."""
    rates = [0.0, 0.2, 0.4]
    apart = np.arange(draws) / 10
    curves = [
        Curve(ENCODER, rates, np.array([[1 - 0.5 * rate] for rate in rates]) + apart, "avg.v1"),
        Curve(METRIC, rates, np.array([[100 * rate] for rate in rates]) + apart, "wer.v1"),
    ]
    return Curves(rates, np.array([[rate] for rate in rates]) + apart, curves, 7)


def shown(blocks: object) -> list[Table]:
    return [cast("Table", block) for block in blocks]  # type: ignore[attr-defined]


def test_curves_of_one_draw() -> None:
    table, lines = shown(tables.tabulate_curves(found(1), "texts", "how"))
    assert [(column.name, column.heading, column.places) for column in table.columns] == [
        ("rate", "rate", 3),
        ("realised", "changed", 3),
        ("avg", "avg", 4),
        ("wer", "wer", 2),
    ]
    every: list[object] = list(table.rows)
    assert every == [
        pytest.approx([0.0, 0.0, 1.0, 0.0]),
        pytest.approx([0.2, 0.2, 0.9, 20.0]),
        pytest.approx([0.4, 0.4, 0.8, 40.0]),
    ]
    assert table.note == "7 sentences, 1 draw; changed: the share of words; how"
    assert [list(row[:2]) for row in lines.rows] == [["avg", "encoder"], ["wer", "metric"]]
    assert [row[2:5] for row in lines.rows] == [pytest.approx([-0.5, 1, -1]), pytest.approx([100, 0, 1])]
    assert [row[5] for row in lines.rows] == ["avg.v1", "wer.v1"]
    assert [column.places for column in lines.columns] == [None, None, 4, 4, 4, None]
    assert lines.columns[-1].reader == "programs"


def test_curves_of_several_draws_have_their_spreads() -> None:
    """Of two values 0.1 apart the standard deviation is 0.1 over the root of 2."""
    table, _ = shown(tables.tabulate_curves(found(2), "texts", "how"))
    assert [column.heading for column in table.columns] == ["rate", "changed", "avg", "±", "wer", "±"]
    assert [column.places for column in table.columns] == [3, 3, 4, 4, 2, 2]
    assert table.rows[1] == pytest.approx([0.2, 0.25, 0.95, 0.1 / math.sqrt(2), 20.05, 0.1 / math.sqrt(2)])
    assert table.note == "7 sentences, 2 draws; changed: the share of words; ±: over draws; how"


def test_pictures_have_encoders_and_metrics_apart() -> None:
    ((_, (means, spreads)),) = list_series(found(1), "encoder").items()
    assert means == pytest.approx([1.0, 0.9, 0.8])
    assert spreads == [0.0, 0.0, 0.0]
    ((label, (means, spreads)),) = list_series(found(2), "metric").items()
    assert label == "WER"
    assert means == pytest.approx([0.05, 20.05, 40.05])
    assert spreads == pytest.approx([0.1 / math.sqrt(2)] * 3)
    titles = [cast("Table", block).title for block in tables.chart_curves(found(1))]
    assert titles == ["similarity by error rate", "score by error rate"]
    alone = Curves([0.0, 0.2, 0.4], np.zeros((3, 1)), found(1).curves[1:], 1)
    assert [cast("Table", block).title for block in tables.chart_curves(alone)] == ["score by error rate"]


@pytest.mark.parametrize("draws", [1, 2])
def test_tasks(draws: int) -> None:
    """Coefficients times 100; what is kept at the highest rate of that at the lowest, in percent."""
    values = np.array([[0.8], [0.6]]) + np.arange(draws) / 10
    task = Task("sts", 9, [0.0, 0.3], [ENCODER], {"avg": {"pearson": values, "spearman": values / 2}}, {"avg": 8})
    first, second = shown(tables.tabulate_tasks([task]))
    assert [first.name, second.name] == ["pearson", "spearman"]
    headings = [column.heading for column in first.columns]
    numbers: list[float] = {1: [80.0, 60.0, 75.0], 2: [85, 10 / math.sqrt(2), 65, 10 / math.sqrt(2), 100 * 65 / 85]}[
        draws
    ]
    assert headings == ["set", "subject", "pairs", "0 %", *["±"] * (draws - 1), "30 %", *["±"] * (draws - 1), "kept"]
    assert list(first.rows[0][:3]) == ["sts", "avg", 8]
    assert first.rows[0][3:] == pytest.approx(numbers)
    assert second.rows[0][3] == pytest.approx(numbers[0] / 2)
    assert [column.places for column in first.columns] == [None, None, 0, *[2] * (len(headings) - 3)]
    more = "; ±: over draws" if draws > 1 else ""
    assert first.note == f"times 100; kept: at 30 % over 0 %, in percent{more}"
    assert list(tables.tabulate_tasks([])) == []
    nothing = Task("sts", 9, [0.0, 0.3], [ENCODER], {"avg": {"pearson": values * 0}}, {"avg": 8})
    assert math.isnan(nothing.ratio("avg", "pearson"))


def test_distances_and_their_bands() -> None:
    bands = {"sound": [(0.0, 1.0), (1.0, 2.0)], "sense": [(0.1, 0.2), (0.2, 0.3)]}
    values = {"avg": {"sound": [0.9, 0.8], "sense": [0.7, 0.6]}, "wer": {"sound": [10.0, 20.0], "sense": [30.0, 40.0]}}
    links = {"avg": HarmCorrelations(0.1, 0.2, 0.3, 0.4, 0.5), "wer": HarmCorrelations(NAN, 0, 0, 0, 1)}
    whole = Distances(0.25, 12, [ENCODER, METRIC], links, bands, values)
    about, sound, sense = shown(tables.tabulate_distances(whole))
    assert about.title == "correlation with the errors at a rate of 25 %"
    assert about.note.startswith("Spearman's coefficients over 12 sentences: ")
    assert str(about.rows) == str([["avg", 0.1, 0.2, 0.3, 0.4, 0.5], ["wer", NAN, 0, 0, 0, 1]])
    assert [column.places for column in about.columns] == [None, *[3] * 5]
    assert sound.rows == [[0.0, 1.0, 0.9, 10.0], [1.0, 2.0, 0.8, 20.0]]
    assert sense.rows == [[0.1, 0.2, 0.7, 30.0], [0.2, 0.3, 0.6, 40.0]]
    assert [column.places for column in sound.columns] == [2, 2, 4, 2]
    assert [sound.name, sense.name] == ["by_sound", "by_sense"]


def test_coefficients() -> None:
    one = np.array([1.0, 2.0, 3.0])
    assert compute_pearson(one, one) == pytest.approx(1)
    assert compute_pearson(one, -one) == pytest.approx(-1)
    assert compute_pearson(one, np.array([1.0, 2.0, 9.0])) == pytest.approx(
        4 / math.sqrt(19)
    )  # 8 over the root of 2 * 38
    assert compute_spearman(one, np.array([1.0, 2.0, 9.0])) == pytest.approx(1)
    assert math.isnan(compute_pearson(one, np.ones(3)))
    assert math.isnan(compute_pearson(np.ones(3), one))
    assert math.isnan(compute_pearson(one[:1], one[:1]))
    assert compute_pearson(one[:2], one[:2]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("both", "first", "second", "expected"),
    [
        (0.5, 0.0, 0.0, 0.5),
        (0.5, 0.6, 0.8, (0.5 - 0.48) / 0.48),
        (0.5, NAN, 0.3, 0.5),
        (0.5, 0.3, NAN, 0.5),
        (0.5, 1.0, 0.5, NAN),
        (0.5, 0.5, -1.0, NAN),
    ],
)
def test_partial_correlation(both: float, first: float, second: float, expected: float) -> None:
    """(r - ab) over the root of (1 - a²)(1 - b²); where the third is one of the two, nothing is left."""
    assert compute_partial(both, first, second) == pytest.approx(expected, nan_ok=True)


def test_bands_spreads_and_means() -> None:
    assert compute_band_edges(np.arange(9.0)).tolist() == [0, 2, 4, 6, 8]
    assert np.isnan(compute_band_edges(np.zeros(0))).tolist() == [True] * 5
    assert compute_spread(np.array([[1.0, 3.0]])) == pytest.approx([math.sqrt(2)])
    assert math.isnan(compute_spread(np.array([[1.0]]))[0])
    assert average_defined(np.array([1.0, NAN, 3.0])) == 2.0
    assert math.isnan(average_defined(np.array([NAN])))


def test_whoever_waits_sees_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two subjects, two rates and two draws; where nothing is drawn twice the bar is full all the same."""
    bars = watched(monkeypatch)
    shown, errors = panel("avg", "wer"), noise(2)
    measure_curves(texts(), shown, errors, (0.0, 0.3))
    assert bars.pop("rates and draws") == (8, 8)
    measure_distances(texts(), shown, errors, 0.3)
    assert bars.pop("distances") == (4, 4)
    some = SimilarityPairs("toy", texts(1), texts(2), [float(at) for at in range(len(texts(1)))])
    measure_tasks([some, some], shown, errors, (0.0, 0.3))
    assert bars.pop("pairs, rates and draws") == (16, 16)


def test_names_titles_and_columns() -> None:
    """What programs find tables by; the charts come first where they are asked for."""
    bands: dict[str, list[tuple[float, float]]] = {"sound": [], "sense": []}
    links = {"avg": HarmCorrelations(0, 0, 0, 0, 0)}
    distances = Distances(0.25, 1, [ENCODER], links, bands, {"avg": {"sound": [], "sense": []}})
    values = {"avg": {"pearson": np.array([[0.5, 0.25]] * 2), "spearman": np.array([[0.5, 0.25]] * 2)}}
    task = Task("sts", 9, [0.0, 0.3], [ENCODER], values, {"avg": 8})
    whole = SimpleNamespace(curves=found(2), name="texts", conditions="how", distances=distances, tasks=[task])
    every = shown(tables.report_robustness(cast("Experiment", whole), charts=False))
    people = "with human similarity ratings"
    tasks = "set | subject | pairs:0 | at_0=0 %:2 | sd_0=±:2 | at_0.3=30 %:2 | sd_0.3=±:2 | ratio=kept:2"
    bounds = "least=from:2 | greatest=to:2 | avg:4"
    assert [(table.name, table.title, heads(table)) for table in every] == [
        ("curves", "by error rate: texts", "rate:3 | realised=changed:3 | avg:4 | avg:sd=±:4 | wer:2 | wer:sd=±:2"),
        (
            "lines",
            "linear fit of each curve",
            "subject | kind | slope:4 | intercept=at 0:4 | r:4 | signature for programs",
        ),
        (
            "distances",
            "correlation with the errors at a rate of 25 %",
            (
                "subject | share:3 | sound=phonetic:3 | sense=semantic:3 | sound_alone=phonetic, equal share:3 | "
                "sense_alone=semantic, equal share:3"
            ),
        ),
        ("by_sound", "by the mean phonetic distance of substitutions", bounds),
        ("by_sense", "by the mean semantic distance of substitutions", bounds),
        ("pearson", f"pearson {people}", tasks),
        ("spearman", f"spearman {people}", tasks),
    ]
    assert every[1].note == "slope: for a rate of 1; r: how closely the means lie to the line"
    assert every[2].note == (
        "Spearman's coefficients over 1 sentence: of how much worse a subject finds a sentence, with the share of its "
        "words that were changed and their mean distances"
    )
    charted = [table.name for table in shown(tables.report_robustness(cast("Experiment", whole), charts=True))]
    assert charted == ["chart", "chart", *(table.name for table in every)]
