"""Where things stand in maps of shades: cells beside their labels, the best setting, and what is read on a shade."""

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from figures import legible, points, texts, ticks
from mondegreen.nbest.surface import Surface
from mondegreen.render.plot import maps

pytest.importorskip("matplotlib", reason="matplotlib is not installed")

from matplotlib import colormaps

NAN = math.nan


def surface(values: dict[tuple[str, ...], float], best: tuple[str, ...]) -> Any:
    metric = SimpleNamespace(label="wer", better="lower")
    return Surface(cast("Any", metric), values, best, frozenset())


def test_the_best_setting_is_marked(figure: Callable[..., Any]) -> None:
    grid = surface({("7", "0"): 3.0, ("7", "1"): 2.0, ("8", "0"): 4.0, ("8", "1"): 5.0}, ("7", "1"))
    (panel,) = figure(maps.draw_tuning(["lm", "wip"], [grid])).axes
    frame, star = panel.get_lines()
    assert {(float(x), float(y)) for x, y in frame.get_xydata()} == {(1, 0), (2, 0), (2, 1), (1, 1)}
    assert [float(x) for x in star.get_xdata()] == [pytest.approx(1.14)]  # beside the score
    line = surface({("7",): 3.0, ("8",): 2.0, ("9",): 4.0}, ("8",))
    (panel,) = figure(maps.draw_tuning(["lm"], [line])).axes
    curve, star = panel.get_lines()
    assert list(curve.get_ydata()) == [3, 2, 4]
    assert points(panel)[1] == ([1], [2])
    assert [each.get_text() for each in panel.texts] == ["2.00"]
    fixed = surface({(at, "1", "0"): value for (at,), value in line.values.items()}, ("8", "1", "0"))
    drawn = figure(maps.draw_tuning(["lm", "am", "wip"], [fixed]))  # of three settings only one varies
    assert points(drawn.axes[0])[1] == ([1], [2])
    assert drawn.get_suptitle().replace("\n", " ") == "scores by setting, the best marked, am 1, wip 0"


def test_the_cells_of_a_map_stand_beside_their_labels(figure: Callable[..., Any]) -> None:
    """The score of the second row and first column is in the cell over the first and beside the second label."""
    values = [[10.0, 20.0, 11.0], [NAN, 30.0, 12.0]]
    drawn = figure(maps.draw_maps({"wer": values, "cer": values}, ("lm", "length"), (["7", "8"], ["0", "1", "2"])))
    assert [panel.get_title(loc="left") for panel in drawn.axes] == ["WER (%)", "CER (%)"]
    for panel in drawn.axes:
        across, down = ({name: at for at, name in ticks(axis).items()} for axis in (panel.xaxis, panel.yaxis))
        assert texts(panel) == {
            (across["0"], down["7"]): "10.00",
            (across["1"], down["7"]): "20.00",
            (across["2"], down["7"]): "11.00",
            (across["0"], down["8"]): "not\ndefined",
            (across["1"], down["8"]): "30.00",
            (across["2"], down["8"]): "12.00",
        }
        (cells,) = panel.collections
        corners = cells.get_coordinates()
        middle = (corners[1:, 1:] + corners[:-1, :-1]) / 2
        assert middle[0, :, 0].tolist() == list(across.values())
        assert middle[:, 0, 1].tolist() == list(down.values())
        assert panel.get_ylim() == (2, 0)  # the first row on top
        assert (panel.get_xlabel(), panel.get_ylabel()) == ("length", "lm")
        assert {label.get_rotation() for label in panel.get_xticklabels()} == {0}
    legible(drawn)


def test_scores_of_a_map_are_white_on_its_darker_part(figure: Callable[..., Any]) -> None:
    """Where black has no longer a contrast of 4.5:1: at 21.5 between 10 and 30."""
    (panel,) = figure(maps.draw_maps({"wer": [[10.0, 21.3, 21.7, 30.0]]}, ("", ""), (["a"], list("wxyz")))).axes
    assert [each.get_color() for each in panel.texts] == ["black", "black", "white", "white"]
    (panel,) = figure(maps.draw_maps({"wer": [[5.0, 5.0, NAN]]}, ("", ""), (["a"], list("xyz")))).axes
    assert {each.get_color() for each in panel.texts} == {"black"}


@pytest.mark.parametrize("shades", [maps.SHADES, maps.MAP])
def test_letters_are_read_on_every_shade(shades: str) -> None:
    for step in range(257):
        parts = [part / 255 for part in colormaps[shades](step / 256, bytes=True)[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
        assert (1.05 / light if maps.color_on(shades, step / 256) == "white" else light / 0.05) >= 4.5


@pytest.mark.parametrize(
    ("columns", "upright", "held"), [(8, False, True), (9, True, True), (16, True, True), (17, True, False)]
)
def test_a_wide_map(figure: Callable[..., Any], columns: int, upright: bool, held: bool) -> None:
    """Many labels stand upright, and where there is no room for scores a bar says what shades mean."""
    names = [str(10**place) for place in range(columns)] if columns < 10 else [f"{place}" for place in range(columns)]
    drawn = figure(maps.draw_maps({"wer": [[float(place) for place in range(columns)]]}, ("", ""), (["a"], names)))
    assert {label.get_rotation() for label in drawn.axes[0].get_xticklabels()} == {90.0 if upright else 0.0}
    assert len(drawn.axes[0].texts) == (columns if held else 0)
    assert len(drawn.axes) == (1 if held else 2)
