"""Values against numbers: rates of errors, lengths of lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.render.plot.canvas import Figure, Plot, add_title, show_from_zero, stack_panels, style_line
from mondegreen.render.text import make_printable
from mondegreen.reports.comparison import title_metric

if TYPE_CHECKING:
    from mondegreen.simulation.robustness.curves import Curves
    from mondegreen.simulation.robustness.panel import Kind

# A value at each place, and how far values spread about it.
Series = Mapping[str, tuple[Sequence[float], Sequence[float]]]


def draw_lines(panels: Mapping[str, Series], at: Sequence[float], across: str, title: str) -> Plot:
    """A panel below the other; where a value is not defined a line is broken."""

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        for panel, (name, series) in zip(stack_panels(figure, len(panels)), panels.items(), strict=True):
            for index, (label, (values, spreads)) in enumerate(series.items()):
                panel.errorbar(
                    at, values, spreads, label=make_printable(label), capsize=2, markersize=4, **style_line(index)
                )
            panel.set(xlabel=make_printable(across), ylabel=make_printable(name))
            panel.grid(axis="y")
            panel.legend(frameon=False)

    return Plot(draw, 3.5, 0.4 + 2.6 * len(panels))


def draw_robustness(found: Curves) -> Plot:
    """A panel for encoders and one for metrics."""
    from mondegreen.reports.robustness import QUANTITIES

    panels = {what: list_series(found, kind) for kind, what in QUANTITIES.items()}
    shown = {what: series for what, series in panels.items() if series}
    return draw_lines(shown, found.rates, "rate of errors", "scores by the rate of simulated errors")


def list_series(found: Curves, kind: Kind) -> Series:
    curves = (curve for curve in found.curves if curve.subject.kind == kind)
    return {each.subject.label: (each.means.tolist(), np.nan_to_num(each.spreads).tolist()) for each in curves}


# More values than that run into each other as points.
POINTS = 50


def draw_curves(series: Mapping[str, Sequence[float]], across: str, title: str) -> Plot:
    """A panel for each metric, from zero: values of the first, the first two, and so on."""

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        for panel, (name, values) in zip(stack_panels(figure, len(series)), series.items(), strict=True):
            panel.plot(range(1, len(values) + 1), values, marker="." if len(values) <= POINTS else None)
            panel.xaxis.get_major_locator().set_params(integer=True)
            panel.set(xlabel=make_printable(across), ylabel=f"{make_printable(title_metric(name))} (%)")
            panel.grid(axis="y")
            show_from_zero(panel, "y")

    return Plot(draw, 3.5, 0.4 + 2.1 * len(series))
