"""Tables of oracles: the scores of each choice, what is said of lattices, and how often choices differ."""

import math
from typing import cast

import pytest

from headings import heads
from mondegreen import nbest
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.oracle import Oracle
from mondegreen.reports.blocks import Table
from mondegreen.reports.tuning import describe_coverage, make_curve_table, report_oracle

NAN = math.nan
# "the dog" has two of three words wrong and 8 of 12 characters, "th cat sa" all three words and 3 characters.
LISTS = [NBest("u", ["x", "the dog", "th cat sa"], {}), NBest("v", ["b"], {})]


def tables(*metrics: str, lists: list[NBest] = LISTS) -> list[Table]:
    found = nbest.oracle({"u": "the cats sat", "v": "b"}, lists, nbest.metrics(list(metrics)))
    return list(report_oracle(found, "ref", "lists"))


def test_each_choice_is_scored_by_each_metric() -> None:
    scores, wer, cer, differing = tables("wer", "cer")
    assert (scores.name, scores.title) == ("oracle", "oracles of lists against ref")
    assert heads(scores) == "chosen_by=chosen by | wer:2 | cer:2"
    assert scores.rows == [
        ["first", 75.0, pytest.approx(1200 / 13)],
        ["wer", 50.0, pytest.approx(800 / 13)],
        ["cer", 75.0, pytest.approx(300 / 13)],
    ]
    assert scores.note == "2 utterances, up to 3 hypotheses each"
    assert [(table.name, table.title) for table in (wer, cer)] == [
        ("curve_wer", "wer by the length of the lists"),
        ("curve_cer", "cer by the length of the lists"),
    ]
    assert [row[1] for row in wer.rows] == [75.0, 50.0, 50.0]
    assert heads(wer) == "hypotheses:0 | score=wer:2 | drawn= for people"
    assert (differing.name, differing.title) == ("differing", "how often choices differ")
    assert heads(differing) == "one=chosen by | other=and by | differ:0 | percent=share:2"
    assert differing.rows == [["wer", "cer", 1.0, 50.0]]


def test_one_metric_differs_from_none() -> None:
    assert [table.name for table in tables("wer")] == ["oracle", "curve_wer"]


def test_one_hypothesis_is_no_several() -> None:
    assert tables("wer", lists=LISTS[1:])[0].note == "1 utterance, up to 1 hypothesis each"


@pytest.mark.parametrize(
    ("lattices", "unsure", "said"),
    [
        (0, {"wer": 1}, []),  # of lists all is known
        (2, {"wer": 0, "cer": 0}, ["best of all paths: wer, cer"]),
        (2, {}, ["best of the listed paths: wer, cer"]),
        (2, {"wer": 0}, ["best of all paths: wer", "best of the listed paths: cer"]),
        (2, {"wer": 0, "cer": 1}, ["best of all paths: wer", "cer: 1 of 2 lattices may hold a better path"]),
    ],
)
def test_how_sure_it_is_of_lattices(lattices: int, unsure: dict[str, int], said: list[str]) -> None:
    metrics = {metric.label: metric for metric in nbest.metrics(["wer", "cer"])}
    assert list(describe_coverage(Oracle(metrics, lattices=lattices, unsure=unsure))) == said


@pytest.mark.parametrize(
    ("values", "blocks"),
    [
        ([10.0, 0.0], [24, 0]),
        ([20.0, 3.64], [24, 4]),  # 4.4 of 24: bars begin at zero, so that lengths are in proportion
        ([0.0, 10.0, 5.0], [0, 24, 12]),
        ([0.0, 100.0, 2.0], [0, 24, 0]),
        ([0.0, 100.0, 3.0], [0, 24, 1]),
        ([4.0], [24]),
        ([0.0], [0]),
    ],
)
def test_bars_of_a_curve(values: list[float], blocks: list[int]) -> None:
    table = make_curve_table("wer", values)
    assert [cast("str", row[2]) for row in table.rows] == ["█" * count for count in blocks]
