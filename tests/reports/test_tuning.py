"""What is shown of tuning and of oracles: cells, marks, shades, curves and what goes into the picture, by hand."""

import math
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mondegreen.nbest.surface import Surface, Tuning, note_untested
from mondegreen.render.plot import maps as pictures
from mondegreen.reports import tuning as tables
from mondegreen.reports.tuning import CURVE_WIDTH, MAX_CURVE_ROWS, make_curve_table, select_lengths

NAN = math.nan


def surface(values: dict[tuple[str, ...], float], label: str = "wer", better: str = "lower") -> Surface:
    """A surface whose best is the first of the best, and where all that lie within 1 of it are as good."""
    known = [value for value in values.values() if not math.isnan(value)]
    goal = (max if better == "higher" else min)(known) if known else NAN
    best = next((setting for setting, value in values.items() if value == goal), None)
    flat = frozenset(setting for setting, value in values.items() if abs(value - goal) <= 1)
    return Surface(cast("Any", SimpleNamespace(label=label, better=better)), values, best, flat)


SMALL = surface({("7", "0"): 12.0, ("7", "1"): 10.0, ("8", "0"): NAN, ("8", "1"): 10.5, ("9", "0"): 20.0})


def test_a_map_has_the_first_name_down_and_the_others_across() -> None:
    """The best is dark, the worst white: 12 lies a fifth of the way from 10 to 20, and 10.5 within the first fifth."""
    table = tables.make_heat_map(["lm", "length"], SMALL, "dev")
    people, programs = table.of("people"), table.of("programs")
    assert [column.heading for column in people.columns] == ["lm", "length 0", "length 1"]
    assert people.rows == [["7", "▓▓ 12.00  ", "██ 10.00 *"], ["8", "-", "██ 10.50 ~"], ["9", "   20.00  ", "-"]]
    assert [(column.name, column.places) for column in programs.columns] == [("lm", None), ("0", 2), ("1", 2)]
    assert str(programs.rows) == "[['7', 12.0, 10.0], ['8', nan, 10.5], ['9', 20.0, nan]]"
    assert (table.name, table.title) == ("surface_wer", "wer of dev")
    assert table.note == "* best, ~ not significantly worse"


def test_a_map_of_one_name_is_a_column() -> None:
    table = tables.make_heat_map(["lm"], surface({("7",): 3.0, ("8",): 2.0}), "dev")
    assert [(column.name, column.heading) for column in table.of("people").columns] == [
        ("lm", "lm"),
        ("shown_score", "wer"),
    ]
    assert table.of("programs").rows == [["7", 3.0], ["8", 2.0]]


def test_of_several_names_all_but_the_first_name_a_column() -> None:
    table = tables.make_heat_map(["a", "b", "c"], surface({("1", "2", "3"): 1.0}), "dev")
    assert [column.heading for column in table.of("people").columns] == ["a", "b 2 c 3"]
    assert [column.name for column in table.of("programs").columns] == ["a", "2_3"]


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_the_better_the_darker(better: str) -> None:
    """From the best to the worst in five equal steps, of which each ends where the next begins."""
    steps = [0.0, 1.9, 2.0, 3.9, 4.0, 5.9, 6.0, 7.9, 8.0, 10.0]
    values: dict[tuple[str, ...], float] = {
        (str(at),): (10.0 - step if better == "higher" else step) for at, step in enumerate(steps)
    }
    found = surface(values, better=better)
    assert "".join(tables.select_shade(found, value) for value in values.values()) == "██▓▓▒▒░░  "
    alike = surface({("1",): 5.0, ("2",): 5.0, ("3",): NAN}, better=better)
    assert tables.select_shade(alike, 5.0) == "█"


def test_what_each_metric_chooses() -> None:
    other = surface({("7", "0"): 1.0, ("7", "1"): 3.0, ("8", "0"): 2.0, ("8", "1"): 9.0, ("9", "0"): NAN}, "cer")
    nothing = surface(dict.fromkeys(other.values, NAN), "ser")
    table = tables.make_best_table(["lm", "length"], [SMALL, other, nothing])
    headings = ["chosen by", "lm", "length", "wer", "cer", "ser", "not worse"]
    assert [column.heading for column in table.columns] == headings
    assert str(table.rows) == str([["wer", "7", "1", 10.0, 3.0, NAN, 2.0], ["cer", "7", "0", 12.0, 1.0, NAN, 2.0]])
    assert table.note == "not worse: settings not significantly worse than the best, of 5"
    assert [each.name for each in tables.report_tuning(Tuning(["lm", "length"], [SMALL, other]), "dev")] == [
        "surface_wer",
        "surface_cer",
        "best",
    ]


def test_choices_are_applied_to_a_test_that_may_lack_them() -> None:
    dev = [surface({("7",): 1.0, ("8",): 2.0}), surface({("7",): 2.0, ("8",): 1.0}, "cer"), surface({("7",): NAN}, "x")]
    test = [
        surface({("7",): 5.0, ("9",): 4.0}),
        surface({("7",): 6.0, ("9",): 7.0}, "cer"),
        surface({("7",): NAN}, "x"),
    ]
    table = tables.make_test_table(["lm"], dev, test)
    assert str(table.rows) == str([["wer", "7", 5.0, 6.0, NAN, 4.0], ["cer", "8", NAN, NAN, NAN, 6.0]])
    assert [column.heading for column in table.columns][2:] == [
        "wer on the test",
        "cer on the test",
        "x on the test",
        "best possible",
    ]
    assert [*map(str, note_untested(["lm"], dev, test))] == ["the test set has nothing at the chosen setting lm 8"]


@pytest.mark.parametrize("tested", [False, True])
def test_the_weights_of_a_search_have_a_column_of_the_test_where_there_is_one(tested: bool) -> None:
    found = {"wer": ("lm=1", 10.0, 11.0 if tested else None), "cer": ("lm=2", 5.0, None)}
    table = tables.make_weights_table(found)
    names = ["metric", "weights", "score", "test"]
    assert [column.name for column in table.columns] == names[: 3 + tested]
    assert table.rows == [["wer", "lm=1", 10.0, 11.0][: 3 + tested], ["cer", "lm=2", 5.0, None][: 3 + tested]]


def test_the_picture_has_what_the_map_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "draw_maps", lambda *what: what)
    found: Any = surface({("7", "0", "1"): 12.0, ("8", "1", "1"): 10.0})
    values, axes, labels, best, title = cast("Any", pictures.draw_tuning(["lm", "length", "am"], [found]))
    assert str(values) == str({"wer": [[12.0, NAN], [NAN, 10.0]]})
    assert axes == ("lm", "length")  # what does not vary is said in the title
    assert labels == (["7", "8"], ["0", "1"])
    assert title.endswith(", am 1")
    assert best == {"wer": (1, 1)}


@pytest.mark.parametrize("longest", [1, 2, 23, 24, 25, 26, 100, 10_000])
def test_lengths_go_from_one_to_the_longest(longest: int) -> None:
    found = select_lengths(longest)
    assert (found[0], found[-1]) == (1, longest)
    assert found == sorted(set(found))
    assert len(found) <= 24
    if longest <= 24:
        assert len(found) == longest
    else:  # about evenly many for each doubling: no step is longer than a doubling
        assert all(two <= max(2 * one, one + 1) for one, two in pairwise(found))
    assert (MAX_CURVE_ROWS, CURVE_WIDTH) == (24, 24)


def test_a_curve_is_drawn_in_up_to_twenty_four_blocks_from_zero() -> None:
    table = make_curve_table("wer", [30.0, 25.0, 20.0, NAN])
    assert [len(str(row[2])) for row in table.rows] == [24, 20, 16, 0]
    assert [row[0] for row in table.rows] == [1.0, 2.0, 3.0, 4.0]
    assert [len(str(row[2])) for row in make_curve_table("wer", [5.0, 5.0]).rows] == [24, 24]
    assert (table.name, table.columns[1].heading) == ("curve_wer", "wer")
