"""Pictures of lines: values against numbers, scores by group, and how scores of utterances are distributed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.render.plot.canvas import (
    Figure,
    Plot,
    add_legend,
    color_of,
    line_style,
    save_plot,
    stack_panels,
    style_line,
)
from mondegreen.render.text import make_printable
from mondegreen.results.summary import Histogram

if TYPE_CHECKING:
    from mondegreen.simulation.robustness.curves import Curves
    from mondegreen.simulation.robustness.panel import Kind

# A value at each place, and how far values spread about it.
Series = Mapping[str, tuple[Sequence[float], Sequence[float]]]


def plot_lines(panels: Mapping[str, Series], at: Sequence[float], across: str, path: str) -> None:
    """Draws the picture into a file; where a value is not defined a line is broken."""

    def draw(figure: Figure) -> None:
        for panel, (name, series) in zip(stack_panels(figure, len(panels)), panels.items(), strict=True):
            for index, (label, (values, spreads)) in enumerate(series.items()):
                panel.errorbar(
                    at, values, spreads, label=make_printable(label), capsize=2, markersize=4, **style_line(index)
                )
            panel.set(xlabel=make_printable(across), ylabel=make_printable(name))
            panel.legend(frameon=False)

    save_plot(path, Plot(draw, 6.4, 4.2 * len(panels)))


def plot_robustness(found: Curves, path: str) -> None:
    """A panel for encoders and one for metrics."""
    from mondegreen.reports.robustness import QUANTITIES

    panels = {what: list_series(found, kind) for kind, what in QUANTITIES.items()}
    plot_lines({what: series for what, series in panels.items() if series}, found.rates, "rate of errors", path)


def list_series(found: Curves, kind: Kind) -> Series:
    curves = (curve for curve in found.curves if curve.subject.kind == kind)
    return {each.subject.label: (each.means.tolist(), np.nan_to_num(each.spreads).tolist()) for each in curves}


# More values than that run into each other as points.
POINTS = 50


def plot_curves(series: Mapping[str, Sequence[float]], across: str, path: str) -> None:
    def draw(figure: Figure) -> None:
        for panel, (name, values) in zip(stack_panels(figure, len(series)), series.items(), strict=True):
            panel.plot(range(1, len(values) + 1), values, marker="." if len(values) <= POINTS else None)
            panel.xaxis.get_major_locator().set_params(integer=True)
            panel.set(xlabel=make_printable(across), ylabel=make_printable(name))

    save_plot(path, Plot(draw, 6.4, 3.2 * len(series)))


def draw_groups(label: str, by: str, groups: Sequence[str], systems: Mapping[str, Sequence[float]]) -> Plot:
    """All systems; where a score is not defined the line is broken."""

    def draw(figure: Figure) -> None:
        panel = figure.subplots()
        for index, (name, scores) in enumerate(systems.items()):
            panel.plot(range(len(groups)), scores, label=make_printable(name), **style_line(index))
        panel.set_xticks(range(len(groups)), [make_printable(group) for group in groups])
        panel.set(xlabel=by, ylabel=make_printable(label))
        add_legend(figure)

    return Plot(draw, 7, 2.8 + 0.2 * len(systems))


def draw_distribution(label: str, names: Sequence[str], found: Histogram) -> Plot:
    """All systems over each other."""

    def draw(figure: Figure) -> None:
        panel = figure.subplots()
        for index, (name, counts) in enumerate(zip(names, found.counts, strict=True)):
            style = {"color": color_of(index), "linestyle": line_style(index), "lw": 1.8}
            panel.stairs(counts, found.edges, label=make_printable(name), **style)
        across = f"{make_printable(label)} of an utterance; the last step holds all beyond it"
        panel.set(xlabel=across, ylabel="utterances")
        add_legend(figure)

    return Plot(draw, 7, 2.8 + 0.2 * len(names))
