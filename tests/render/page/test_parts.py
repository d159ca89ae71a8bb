"""What the page is made of, piece by piece: steps as parts, records, grids, sections and settings, by hand."""

import math
import re
from typing import Any, cast

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.page import sections, utterances
from mondegreen.render.page.sections import Drawing, Grid
from mondegreen.render.page.utterances import Part
from mondegreen.render.plot import maps
from mondegreen.reports import View
from mondegreen.reports.blocks import AlignedPair, Cell, Column, Table
from mondegreen.results.interval import Bootstrap

pytest.importorskip("matplotlib", reason="matplotlib is not installed")

PAIR = AlignedPair("u", ["a", "B", "c", "", "d", "e"], ["a", "b", "x", "y", "", "e"], "CCSIDC")


def run(name: str, *texts: str, fields: dict[str, list[str]] | None = None) -> mg.Run:
    references = ["a b", "c d e", "f"][: len(texts)]
    keys = ["u", "v", "w"][: len(texts)]
    reference = mg.Corpus(keys, references, "ref", fields=fields or {})
    return mg.score(reference, mg.Corpus(keys, list(texts), name), ["wer", "cer"])


def test_neighboring_steps_of_a_kind_are_one_part() -> None:
    assert list(utterances.split_parts(PAIR)) == [
        Part("C", "a B", "a b"),
        Part("S", "c", "x"),
        Part("I", "", "y"),
        Part("D", "d", ""),
        Part("C", "e", "e"),
    ]
    assert list(utterances.split_parts(AlignedPair("u", [], [], ""))) == []
    assert list(utterances.split_parts(AlignedPair("u", ["a", "b"], ["x", "y"], "SS"))) == [Part("S", "a b", "x y")]


def test_a_record_holds_what_the_reference_does_not_say() -> None:
    """Of a match only what is written otherwise; of an own reference its words."""
    found = utterances.utterance_record((PAIR, AlignedPair("u", ["ab"], ["ab"], "C")))
    assert found == {
        "key": "u",
        "rtl": False,
        "said": ["a", "B", "c", "d", "e"],
        "systems": [{"steps": "CcSIDC", "heard": ["b", "x", "y"]}, {"steps": "C", "heard": [], "said": ["ab"]}],
    }
    weighed = AlignedPair("u", ["a", "b", "c"], ["a", "x", ""], "CSD", {}, [0, 0.123456, 1], [None, 0.87654, None])
    (system,) = utterances.utterance_record((weighed,))["systems"]
    assert (system["weights"], system["cosines"]) == ([0.1235, 1], [0.8765, None])


@pytest.mark.parametrize(
    ("text", "leftward"),
    [
        ("אב", True),
        ("123 אב", True),
        ("abc אב", False),
        ("אב abc", True),
        ("é אב", False),
        ("1 2 - !", False),
        ("- אב", True),
        ("ابت", True),
        ("", False),
    ],
)
def test_the_direction_is_that_of_the_first_letter(text: str, leftward: bool) -> None:
    words = text.split()
    assert utterances.is_leftward(AlignedPair("u", words, words, "C" * len(words))) is leftward
    gaps = AlignedPair("u", [""] * len(words), words, "I" * len(words))
    assert utterances.is_leftward(gaps) is leftward


def test_the_data_of_systems() -> None:
    runs = [run("x/one", "a x", "c d"), run("x/two", "a b", "c", fields={"speaker": ["p", "q\x1b"]})]
    found = utterances.utterance_scores(runs)
    assert found["wer"] == [[50.0, pytest.approx(100 / 3)], [0.0, pytest.approx(200 / 3)]]
    data = utterances.page_data(runs, "speaker", found)
    assert data["systems"] == ["one", "two"]
    assert data["metrics"] == ["wer", "cer"]
    assert data["scores"][0] == [[50.0, 33.3333], [0.0, 66.6667]]
    assert data["groups"] == ["p", "q\\x1b"]  # by the first that has it
    assert utterances.page_data(runs, None, found)["groups"] == []
    assert utterances.round_scores(None) is None


@pytest.mark.parametrize(
    ("cell", "number"), [(None, None), ("x", None), (math.nan, None), (0.0, 0.0), (12.5, 12.5), (math.inf, math.inf)]
)
def test_cells_are_sorted_by_their_numbers(cell: Any, number: float | None) -> None:
    assert sections.sort_value(cell) == number


@pytest.mark.parametrize(
    ("name", "column", "speaks"),
    [
        ("groups", "metric", True),
        ("metrics", "metric", False),
        ("changes", "metric", False),
        ("groups", "other", False),
    ],
)
def test_a_row_speaks_of_a_metric(name: str, column: str, speaks: bool) -> None:
    """Tables that show metrics beside each other are shown whole; rows of what is no metric speak of none."""
    columns = [Column("a", "a\x1b"), Column(column, "m"), Column("n", "n", 1), Column("p", "p", 0, "programs")]
    rows: list[list[Cell]] = [["x", "wer", 1.25, 1], ["y", "zzz", math.nan, 2]]
    found = sections.make_grid(Table(name, "t\x1b", columns, rows, "n\x1b", [["all", "cer", 2.0, 3]]), ["wer", "cer"])
    assert (found.title, found.note) == ("t\\x1b", "n\\x1b")
    assert found.headings == [("a\\x1b", False), ("m", False), ("n", True)]
    assert [row.metric for row in found.rows] == [("wer" if speaks else ""), ""]
    assert [row.metric for row in found.foot] == ["cer" if speaks else ""]
    assert [list(row.texts) for row in found.rows] == [["x", "wer", "1.2"], ["y", "zzz", "NaN"]]
    assert [list(row.numbers) for row in found.rows] == [[None, None, 1.25], [None, None, None]]


def every(runs: list[mg.Run], *, compared: bool = False, surfaces: tuple[Table, ...] = ()) -> dict[str, Any]:
    comparison = Comparison(runs, Bootstrap(resamples=5)) if compared else None
    found = sections.make_sections(runs, comparison, View(), utterances.utterance_scores(runs), surfaces)
    return {each.name: each for each in found}


def test_sections_that_have_something_to_show() -> None:
    one = [run("one", "a x", "c d")]
    plain = ["summary", "distributions", "lengths", "confusions"]
    assert list(every(one)) == plain
    fields = {"speaker": ["p", "q"]}
    spoken = [run("one", "a x", "c d", fields=fields), run("two", "a b", "c", fields=fields)]
    assert list(every(spoken)) == [*plain[:3], "groups", "confusions"]
    assert list(every(spoken, compared=True)) == ["summary", "comparison", *plain[1:3], "groups", "confusions"]
    assert list(every(one, surfaces=(surface(2),))) == [*plain, "surfaces"]
    shown = every(one, surfaces=(surface(2), surface(2, rows=False)))["surfaces"]
    assert shown.title == "Settings of the decoder"
    assert [type(part) for part in shown.parts] == [Drawing, Grid, Grid]
    titles = [each.title for each in every(spoken, compared=True).values()]
    assert titles == ["Summary", "Comparison", "Scores of utterances", "By length", "By group", "Confusions"]


def test_pictures_say_what_they_show() -> None:
    runs = [run("one", "a x", "c d", ""), run("two", "a b", "c", "f")]
    found = every(runs, compared=True)
    (change, *_) = found["comparison"].parts
    assert (change.title, change.metric, change.note) == ("Changes in per cent of the baseline", "", "")
    scores = [part for part in found["distributions"].parts if isinstance(part, Drawing)]
    assert [(each.metric, each.title, each.note) for each in scores] == [
        ("wer", "wer: utterances by their score", ""),
        ("cer", "cer: utterances by their score", ""),
    ]
    lengths = found["lengths"].parts
    assert [(each.metric, each.title) for each in lengths[:-1]] == [
        ("wer", "wer: score by the number of reference words"),
        ("cer", "cer: score by the number of reference words"),
    ]
    assert isinstance(lengths[-1], Grid)
    names = [re.findall(r' id="((?:scores|lengths)-\d+)-', part.svg)[0] for part in (*scores, *lengths[:-1])]
    assert len(set(names)) == 4  # none is told in the words of another


def test_utterances_without_a_score_are_counted_by_system() -> None:
    found = list(
        sections.draw_distributions(["one", "two"], {"wer": [[1.0, None], [2.0, 3.0]], "cer": [[None], [None]]})
    )
    assert [(each.metric, each.note) for each in found] == [("wer", "utterances without a score: 1, 0")]


def surface(*places: int | None, rows: bool = True) -> Table:
    columns = [Column("lm", "lm"), *(Column(f"c{at}", f"length {at}", each) for at, each in enumerate(places))]
    return Table("surface_wer", "wer of dev", columns, [["7", *map(float, range(len(places)))]] if rows else [])


@pytest.mark.parametrize(
    ("table", "drawn"),
    [
        (surface(2), True),
        (surface(2, 2), True),
        (surface(), False),
        (surface(2, None), False),
        (surface(None), False),
        (surface(2, rows=False), False),
    ],
)
def test_settings_are_drawn_where_all_are_numbers(table: Table, drawn: bool) -> None:
    found = list(sections.draw_surfaces([table]))
    assert [each.title for each in found] == (["wer of dev"] if drawn else [])


def test_the_picture_of_settings_has_the_numbers_of_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(maps, "draw_maps", lambda *what: asked.append(what))
    table = surface(2, 2)
    sections.draw_surface(Table(table.name, table.title, table.columns, [["7", 1.0, None], ["8", math.nan, 4.0]]))
    ((values, axes, labels),) = cast("Any", asked)
    assert str(values) == "{'wer of dev': [[1.0, nan], [nan, 4.0]]}"
    assert axes == ("lm", "")
    assert labels == (["7", "8"], ["length 0", "length 1"])
