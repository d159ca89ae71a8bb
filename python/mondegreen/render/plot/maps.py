"""Shades: scores at each of many settings, and how metrics correlate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mondegreen.comparison.correlations import Correlations
from mondegreen.render.plot.canvas import Figure, Panel, Plot, add_title, arrange_panels, label_score, stack_panels
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Table
from mondegreen.reports.comparison import title_metric
from mondegreen.reports.tuning import BEST

if TYPE_CHECKING:
    from mondegreen.nbest.surface import Surface

Map = Sequence[Sequence[float]]
Labels = tuple[Sequence[str], Sequence[str]]

# From yellow to violet, which differ in lightness too.
SHADES = "viridis_r"
# Of that luminance and less, white is read better than black: either has a contrast of 4.5:1 (WCAG 2).
DARK = 0.179
OPTIMUM = "#D55E00"
TUNED = "scores by setting, the best marked"
# More labels than that stand upright, and more columns leave no room for scores.
ROOM = 8
WIDE = 16
# So wide is a page, in inches.
PAGE = 7


def draw_tuning(names: Sequence[str], found: Sequence[Surface]) -> Plot:
    """The first setting down and all others across; of one that varies a line. The optimum is marked."""
    every = [*found[0].values]
    varied = [index for index in range(len(names)) if len({setting[index] for setting in every}) > 1] or [0]
    fixed = [f"{name} {every[0][index]}" for index, name in enumerate(names) if index not in varied]
    title, axes = ", ".join([TUNED, *fixed]), [names[index] for index in varied]
    surfaces = [
        replace(
            each,
            values={take_parts(setting, varied): value for setting, value in each.values.items()},
            best=each.best and take_parts(each.best, varied),
        )
        for each in found
    ]
    if len(axes) == 1:
        return draw_settings(axes[0], surfaces, title)
    down = list(dict.fromkeys(setting[0] for setting in surfaces[0].values))
    across = list(dict.fromkeys(setting[1:] for setting in surfaces[0].values))
    maps = {
        each.metric.label: [[each.values.get((first, *rest), math.nan) for rest in across] for first in down]
        for each in surfaces
    }
    best = {
        each.metric.label: (down.index(each.best[0]), across.index(each.best[1:]))
        for each in surfaces
        if each.best is not None
    }
    labels = (down, [" ".join(rest) for rest in across])
    return draw_maps(maps, (axes[0], " ".join(axes[1:])), labels, best, title)


def take_parts(setting: Sequence[str], indices: Sequence[int]) -> tuple[str, ...]:
    return tuple(setting[index] for index in indices)


def draw_settings(name: str, found: Sequence[Surface], title: str) -> Plot:
    """A line for each metric over the values of a single setting, with its optimum marked."""

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        for panel, each in zip(stack_panels(figure, len(found)), found, strict=True):
            settings = [setting[0] for setting in each.values]
            panel.plot(range(len(settings)), list(each.values.values()), marker="o")
            panel.set_xticks(range(len(settings)), [make_printable(setting) for setting in settings])
            if each.best is not None:
                at, value = settings.index(each.best[0]), each.values[each.best]
                panel.plot([at], [value], marker="*", markersize=11, color=OPTIMUM, linestyle="")
                below = (0, -14 if each.metric.better == "lower" else 8)
                panel.annotate(f"{value:.2f}", (at, value), below, textcoords="offset points", ha="center")
            panel.margins(x=0.1, y=0.25)
            panel.grid(axis="y")
            label = label_score(each.metric.label, each.metric.better)
            panel.set(xlabel=make_printable(name), ylabel=label)

    return Plot(draw, 3.5, 0.4 + 2.1 * len(found))


def draw_maps(
    maps: Mapping[str, Map],
    axes: tuple[str, str],
    labels: Labels,
    best: Mapping[str, tuple[int, int]] | None = None,
    title: str = TUNED,
) -> Plot:
    """All maps: rows by the first labels, columns by the second; the best cell of each is framed."""
    down, across = ([make_printable(label) for label in side] for side in labels)
    wide = min(PAGE, 1.4 + 0.4 * max(len(across), 4))
    beside = min(len(maps), max(1, int(PAGE / wide)))

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        panels = arrange_panels(figure, len(maps), beside)
        for panel, (name, values) in zip(panels, maps.items(), strict=True):
            shades = panel.pcolormesh(values, cmap=SHADES)  # areas: an image would be a file within a page
            panel.set_title(f"{make_printable(title_metric(name))} (%)", loc="left")
            panel.set(ylabel=make_printable(axes[0]), xlabel=make_printable(axes[1]))
            panel.set_yticks(cell_middles(down), down)
            panel.set_xticks(cell_middles(across), across, rotation=90 if len(across) > ROOM else 0)
            panel.invert_yaxis()
            if len(across) > WIDE:
                figure.colorbar(shades, ax=panel).solids.set_rasterized(False)  # for the same reason
            else:
                write_scores(panel, values)
            if best and name in best:
                frame_cell(panel, *best[name])

    return Plot(draw, wide * beside, 0.3 + math.ceil(len(maps) / beside) * (0.9 + 0.26 * max(len(down), 4)))


def draw_grids(tables: Sequence[Table], decode: str) -> Plot:
    """The scores of a decode directory by language model weight and penalty, as a table of each metric has them."""
    maps: dict[str, Map] = {}
    best: dict[str, tuple[int, int]] = {}
    for table in tables:
        places = [index for index, column in enumerate(table.columns) if column.reader == "programs"]
        maps[table.name] = [
            [cell if isinstance(cell := row[place], float) else math.nan for place in places] for row in table.rows
        ]
        for down, row in enumerate(table.rows):
            for across, place in enumerate(places):
                if str(row[place - 1]).endswith(BEST):  # as people see it
                    best[table.name] = down, across
    weights = [f"{row[0]}" for row in tables[0].rows]
    penalties = [tables[0].columns[place].name.removeprefix("penalty_") for place in places]
    return draw_maps(maps, ("LM weight", "word insertion penalty"), (weights, penalties), best, f"{decode}: {TUNED}")


def frame_cell(panel: Panel, row: int, column: int) -> None:
    """A frame and a star beside the score, which are seen on any shade."""
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1), (column, row)]
    panel.plot(*zip(*corners, strict=True), color=OPTIMUM, linewidth=2.2, clip_on=False)
    panel.plot([column + 0.14], [row + 0.5], marker="*", markersize=8, color=OPTIMUM, markeredgecolor="white", mew=0.5)


def cell_middles(labels: Sequence[str]) -> list[float]:
    return [index + 0.5 for index in range(len(labels))]


def write_scores(panel: Panel, values: Map) -> None:
    known = [value for line in values for value in line if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            text = "not\ndefined" if math.isnan(value) else f"{value:.2f}"
            shade = color_on(SHADES, 0 if math.isnan(value) else (value - low) / ((high - low) or 1))
            panel.text(column + 0.5, row + 0.5, text, ha="center", va="center", color=shade, fontsize="small")


def color_on(shades: str, at: float) -> str:
    """Black or white, whichever is read on this shade, from 0 to 1."""
    from matplotlib import colormaps

    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colormaps[shades](at)]
    return "white" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < DARK else "black"


# From blue over white to red, which color-blind people can tell apart; signs stand in the cells.
MAP = "RdBu_r"


def draw_correlations(found: Correlations) -> Plot:
    labels = [make_printable(title_metric(label)) for label in found.labels]
    edges = [index - 0.5 for index in range(len(labels) + 1)]
    values = [[found.value(one, other) for other in found.labels] for one in found.labels]

    def draw(figure: Figure) -> None:
        panel = figure.subplots()
        shades = panel.pcolormesh(edges, edges, values, cmap=MAP, vmin=-1, vmax=1)  # areas, as above
        panel.invert_yaxis()
        panel.set_aspect("equal")
        for row, line in enumerate(values):
            for column, value in enumerate(line):
                text = "not defined" if math.isnan(value) else f"{value:.2f}"
                shade = color_on(MAP, 0.5 if math.isnan(value) else (value + 1) / 2)
                panel.text(column, row, text, ha="center", va="center", color=shade, fontsize="small")
        panel.set_xticks(range(len(labels)), labels, rotation=45, ha="right")
        panel.set_yticks(range(len(labels)), labels)
        method = found.method.capitalize()
        add_title(figure, f"{method} correlation of metrics by {found.how.over}")
        figure.colorbar(shades, label=f"{method} coefficient", shrink=0.8).solids.set_rasterized(False)

    size = min(PAGE - 1.5, 0.42 * max(len(labels), 3))
    return Plot(draw, size + 1.5, size + 0.9)
