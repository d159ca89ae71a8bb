"""Groups and their rates, by hand: which columns make groups, how they are ordered, and where they lead."""

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.page import where
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


@pytest.mark.parametrize(
    ("count", "groups", "first", "last", "last_size"),
    [(1, 1, "1-1", "1-1", 1), (20, 20, "1-1", "20-20", 1), (21, 11, "1-2", "21-21", 1), (60, 20, "1-3", "58-60", 3)],
)
def test_at_most_twenty_parts_of_a_corpus(count: int, groups: int, first: str, last: str, last_size: int) -> None:
    """As large as they need be, and all but the last of one size."""
    found = where.group_by_place(count)
    assert (found.column, len(found.names), found.names[0], found.names[-1]) == ("place", groups, first, last)
    assert sum(found.index == groups - 1) == last_size
    assert len(found.index) == count


def of_sixty(**fields: list[str]) -> Summary:
    keys = [f"u{at}" for at in range(60)]
    reference = mg.Corpus(keys, ["a"] * 60, "ref", fields=fields)
    runs = [mg.score(reference, mg.Corpus(keys, ["x"] * 15 + ["a"] * 45, "s"), ["wer"])]
    return Summary(runs, None, HOW)


def test_utterances_by_when_they_begin() -> None:
    """Of an hour, six minutes apart and later by a second each: a part begins at its tick."""
    summary = of_sixty(start=[str(60 * at) for at in range(60)])
    (panel,) = where.draw_times(summary)
    assert panel.title == "By time"
    assert "minutes from the start of the recording" in panel.note
    rows = [[box.text for box in row] for row in panel.rows]
    width = float(rows[1][0]) - float(rows[0][0])
    assert [float(row[0]) for row in rows] == [width * at for at in range(len(rows))]
    assert [int(row[1]) for row in rows] == [min(int(width), 60 - int(width) * at) for at in range(len(rows))]
    assert rows[0][2] == "100.00"
    assert rows[-1][2] == "0.00"
    assert all(row[0].link == "" for row in panel.rows)


@pytest.mark.parametrize("start", [None, "x", "nan", "-1", "0"])
def test_without_times_the_order_of_the_corpus_counts(start: str | None) -> None:
    fields = {} if start is None else {"start": ["0"] * 59 + [start]}
    (panel,) = where.draw_times(of_sixty(**fields))
    assert panel.title == "By order"
    assert [box.text for box in panel.rows[0]] == ["1-3", "3", "100.00"]
    assert panel.rows[0][0].link == "#place=1-3"
    assert [panel.rows[at][2].text for at in (4, 5)] == ["100.00", "0.00"]


def test_of_few_utterances_times_say_nothing() -> None:
    assert list(where.draw_times(summarize(BASE))) == []
