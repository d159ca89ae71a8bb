"""Values against numbers: rates of errors, lengths of lists."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.render.plot.canvas import (
    Figure,
    Plot,
    add_title,
    color_of,
    line_style,
    show_from_zero,
    stack_panels,
    style_line,
)
from mondegreen.render.text import make_printable
from mondegreen.reports import describe_runs, short_names
from mondegreen.reports.comparison import title_metric
from mondegreen.results.calibration import BINS, calibrate_run
from mondegreen.results.run import Run

if TYPE_CHECKING:
    from mondegreen.simulation.robustness.panel import Curves, Kind, Subject

# A value at each place, and how far values spread about it.
Series = Mapping[str, tuple[Sequence[float], Sequence[float]]]
UNITS = {"score": "score (%)"}


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
            panel.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, ncols=3)

    rows = sum(math.ceil(len(series) / 3) for series in panels.values())
    return Plot(draw, 3.5, 0.4 + 2.3 * len(panels) + 0.17 * rows)


def draw_robustness(found: Curves) -> Plot:
    """A panel for encoders and one for metrics."""
    from mondegreen.reports.robustness import QUANTITIES

    panels = {UNITS.get(what, what): list_series(found, kind) for kind, what in QUANTITIES.items()}
    shown = {what: series for what, series in panels.items() if series}
    return draw_lines(shown, found.rates, "simulated errors per word", "scores by the rate of simulated errors")


def list_series(found: Curves, kind: Kind) -> Series:
    curves = (curve for curve in found.curves if curve.subject.kind == kind)
    return {title_subject(each.subject): (each.means.tolist(), np.nan_to_num(each.spreads).tolist()) for each in curves}


def title_subject(subject: Subject) -> str:
    return title_metric(subject.label) if subject.kind == "metric" else subject.label


def draw_run_calibration(runs: Sequence[Run], by: str | None) -> Plot:  # noqa: ARG001 - of all words
    """How many of the words of each confidence are right, beside the diagonal of those that are as sure as right."""
    names = [make_printable(name) for name in short_names(runs)]
    found = [calibrate_run(run) for run in runs]

    def draw(figure: Figure) -> None:
        add_title(figure, f"accuracy by confidence: {describe_runs(runs)}")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        above.plot([0, 100], [0, 100], color="#767676", linewidth=0.8)
        for index, (name, each) in enumerate(zip(names, found, strict=True)):
            points = [(100 * one.confidence, 100 * one.accuracy) for one in each.bins]
            label = f"{name}: calibration error {100 * each.error:.1f} %"
            above.plot(*zip(*points, strict=True), label=label, clip_on=False, **style_line(index))
            edges = [100 * at / BINS for at in range(BINS + 1)]
            counts = {one.low: one.words for one in each.bins}
            words = [counts.get(at / BINS, 0) for at in range(BINS)]
            style = {"color": color_of(index), "linestyle": line_style(index), "linewidth": 1.4}
            below.stairs(words, edges, clip_on=False, **style)
        above.set(ylabel="words correct (%)", xlim=(0, 100), ylim=(0, 100))
        below.set(xlabel="confidence (%)", ylabel="words")
        above.grid()
        figure.legend(*above.get_legend_handles_labels(), loc="outside lower left", frameon=False)

    return Plot(draw, 3.5, 4.2 + 0.2 * len(runs))


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
