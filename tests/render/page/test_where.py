"""Groups and their rates, by hand: which columns make groups, how they are ordered, and where they lead."""

import math
import re

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.page import where
from mondegreen.render.page.charts import draw_groups, draw_histogram, draw_map
from mondegreen.render.page.head import Summary
from mondegreen.results.interval import Bootstrap

HOW = Bootstrap(resamples=20)
KEYS = ["u1", "u2", "u3", "u4"]


def summarize(*texts: list[str], **fields: list[str]) -> Summary:
    reference = mg.Corpus(KEYS, ["a b", "c d", "e f", "g h"], "ref", fields=fields)
    runs = [mg.score(reference, mg.Corpus(KEYS, each, f"s{at}"), ["wer"]) for at, each in enumerate(texts)]
    return Summary(runs, Comparison(runs, HOW) if len(runs) > 1 else None, HOW)


BASE = ["a x", "c d", "x x", "g h"]
NEW = ["a b", "c x", "e f", "g h"]


def test_what_gained_most_is_first() -> None:
    summary = summarize(BASE, NEW, speaker=["ann", "bob", "eve", "bob"])
    (panel,) = where.draw_columns(summary, ["speaker"])
    assert [[box.text for box in row[:5]] for row in panel.rows] == [
        ["eve", "2", "100.0", "0.0", "−100.0"],
        ["ann", "2", "50.0", "0.0", "−50.0"],
        ["bob", "4", "0.0", "25.0", "+25.0"],
    ]
    assert [row[4].kind for row in panel.rows] == ["good", "good", "bad"]
    assert panel.rows[0][0].link == "#f.speaker=eve"


def test_what_is_worst_is_first_of_one_system() -> None:
    (panel,) = where.draw_columns(summarize(BASE, speaker=["ann", "bob", "eve", "bob"]), ["speaker"])
    assert [row[0].text for row in panel.rows] == ["eve", "ann", "bob"]


def test_links_hold_any_name() -> None:
    (panel,) = where.draw_columns(summarize(BASE, NEW, **{"a&b": ["<x>=1", "", "é/#", "y"]}), ["a&b"])
    links = {row[0].text: row[0].link for row in panel.rows}
    assert links == {
        "<x>=1": "#f.a%26b=%3Cx%3E%3D1",
        "(none)": "#f.a%26b=",
        "é/#": "#f.a%26b=%C3%A9%2F%23",
        "y": "#f.a%26b=y",
    }


def test_columns_that_make_groups() -> None:
    fields = {
        "gender": ["f", "f", "m", "m"],
        "same": ["x"] * 4,
        "start": ["0", "1", "2", "3"],
        "end": ["1", "2", "3", "4"],
    }
    assert where.choose_fields(summarize(BASE, **fields).runs, None) == []  # of so few utterances none
    assert where.choose_fields(summarize(BASE, **fields).runs, "gender") == ["gender"]


def test_lengths_lead_to_utterances_of_these_lengths() -> None:
    (panel,) = where.draw_lengths(summarize(BASE, NEW))
    assert [[box.text for box in row] for row in panel.rows] == [["2-3", "4", "37.50", "12.50"]]
    assert panel.rows[0][0].link == "#words=2-3"
    assert 'href="#words=2-3"' in str(panel.chart)


def test_words_by_their_position() -> None:
    panels = {each.title: each for each in where.draw_words(summarize(BASE, NEW))}
    rows = [[box.text for box in row] for row in panels["By position in the utterance"].rows]
    assert rows == [["fifth 1", "4", "25.00", "0.00"], ["fifth 3", "4", "50.00", "25.00"]]
    assert "By part of speech" not in panels  # no model is loaded that nobody asked for


def test_a_group_without_a_rate_has_no_dot() -> None:
    found = draw_groups("x", ["1", "2", "3"], [[1.0, math.nan, 2.0]], [1, 0, 3])
    assert found.count("<circle") == 2
    assert "curve" not in found  # no line over a gap
    assert draw_groups("x", ["1", "2"], [[1.0, 2.0]], [1, 3]).count("curve") == 1


def test_a_histogram_leads_to_the_scores_of_each_column() -> None:
    found = str(draw_histogram("x", [0.0, 10.0, 20.0], [[3, 1]], last=True))
    assert re.findall(r'href="#([^"]*)"', found) == ["low=0&amp;below=10", "low=10"]
    assert found.count('class="s0"') == 2


@pytest.mark.parametrize("value", [1.0, math.nan])
def test_a_map_shows_each_setting(value: float) -> None:
    found = str(draw_map("t", ["7", "8"], ["a", "b"], [[1.0, 2.0], [3.0, value]]))
    assert found.count("<rect") == 4
    assert found.count('class="on') == (3 if math.isnan(value) else 4)
