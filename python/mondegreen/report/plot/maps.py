"""Scores at each of many settings: a map of shades for each metric, with the scores in it where there is room."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, save_picture

Map = Sequence[Sequence[float]]
Labels = tuple[Sequence[str], Sequence[str]]

# From yellow to violet, which differ in lightness too; white is read on the darker part.
SHADES = "viridis_r"
DARK = 0.4
# More labels than that stand upright, and more columns leave no room for scores.
ROOM = 8
WIDE = 16


def plot_maps(maps: Mapping[str, Map], axes: tuple[str, str], labels: Labels, path: str) -> None:
    """Draws the picture into a file."""
    save_picture(path, draw_maps(maps, axes, labels))


def draw_maps(maps: Mapping[str, Map], axes: tuple[str, str], labels: Labels) -> Picture:
    """All maps: rows by the first labels, columns by the second."""
    down, across = ([make_printable(label) for label in side] for side in labels)

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panels = figure.subplots(1, len(maps), squeeze=False)[0]
        for panel, (name, values) in zip(panels, maps.items(), strict=True):
            shades = panel.pcolormesh(values, cmap=SHADES)  # areas: an image would be a file within a page
            panel.set(title=make_printable(name), ylabel=make_printable(axes[0]), xlabel=make_printable(axes[1]))
            panel.set_yticks(cell_middles(down), down)
            panel.set_xticks(cell_middles(across), across, rotation=90 if len(across) > ROOM else 0)
            panel.invert_yaxis()
            if len(across) > WIDE:
                figure.colorbar(shades, ax=panel).solids.set_rasterized(False)  # for the same reason
            else:
                write_scores(panel, values)

    wide = 1.5 + 0.6 * min(max(len(across), 4), WIDE)
    return Picture(draw, wide * len(maps), 1.4 + 0.3 * max(len(down), 4))


def cell_middles(labels: Sequence[str]) -> list[float]:
    """Where labels stand: at the middle of their rows or columns."""
    return [place + 0.5 for place in range(len(labels))]


def write_scores(panel: Any, values: Map) -> None:  # noqa: ANN401 - as above
    """The scores themselves, in their places."""
    known = [value for line in values for value in line if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            text = "not\ndefined" if math.isnan(value) else f"{value:.2f}"
            shade = "white" if value > low + DARK * (high - low) else "black"
            panel.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=shade, fontsize="small")
