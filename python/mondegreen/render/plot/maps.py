"""Pictures of shades: scores at each of many settings, and how metrics correlate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mondegreen.comparison.correlations import Correlations
from mondegreen.render.plot.canvas import Figure, Panel, Plot, save_plot
from mondegreen.render.text import make_printable

if TYPE_CHECKING:
    from mondegreen.nbest.surface import Surface

Map = Sequence[Sequence[float]]
Labels = tuple[Sequence[str], Sequence[str]]

# From yellow to violet, which differ in lightness too; white is read on the darker part.
SHADES = "viridis_r"
DARK_SHADE = 0.4
# More labels than that stand upright, and more columns leave no room for scores.
ROOM = 8
WIDE = 16


def plot_maps(names: Sequence[str], found: Sequence[Surface], path: str) -> None:
    """The first setting down, all others across."""
    down = list(dict.fromkeys(setting[0] for setting in found[0].values))
    across = list(dict.fromkeys(setting[1:] for setting in found[0].values))
    maps = {
        each.metric.label: [[each.values.get((first, *rest), math.nan) for rest in across] for first in down]
        for each in found
    }
    axes, labels = (names[0], " ".join(names[1:])), (down, [" ".join(rest) for rest in across])
    save_plot(path, draw_maps(maps, axes, labels))


def draw_maps(maps: Mapping[str, Map], axes: tuple[str, str], labels: Labels) -> Plot:
    """All maps: rows by the first labels, columns by the second."""
    down, across = ([make_printable(label) for label in side] for side in labels)

    def draw(figure: Figure) -> None:
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
    return Plot(draw, wide * len(maps), 1.4 + 0.3 * max(len(down), 4))


def cell_middles(labels: Sequence[str]) -> list[float]:
    return [index + 0.5 for index in range(len(labels))]


def write_scores(panel: Panel, values: Map) -> None:
    known = [value for line in values for value in line if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            text = "not\ndefined" if math.isnan(value) else f"{value:.2f}"
            shade = "white" if value > low + DARK_SHADE * (high - low) else "black"
            panel.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=shade, fontsize="small")


# From blue over white to red, which colour-blind people can tell apart; signs stand in the cells.
MAP = "RdBu_r"
DARK = 0.6


def plot_correlations(found: Correlations, path: str) -> None:
    labels = [make_printable(label) for label in found.labels]
    values = [[found.value(one, other) for other in found.labels] for one in found.labels]

    def draw(figure: Figure) -> None:
        panel = figure.subplots()
        image = panel.imshow(values, cmap=MAP, vmin=-1, vmax=1)
        for row, line in enumerate(values):
            for column, value in enumerate(line):
                text = "not defined" if math.isnan(value) else f"{value:.2f}"
                panel.text(column, row, text, ha="center", va="center", color="white" if abs(value) > DARK else "black")
        panel.set_xticks(range(len(labels)), labels, rotation=45, ha="right")
        panel.set_yticks(range(len(labels)), labels)
        panel.set_title(f"{found.method} over {make_printable(found.how.over)}")
        figure.colorbar(image)

    size = 2.2 + 0.65 * len(labels)
    save_plot(path, Plot(draw, size + 0.8, size))
