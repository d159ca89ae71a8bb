"""Values against numbers, such as similarities at rates of errors: a panel for each kind, a line for each series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, color_of, line_style, marker_of, save_picture

# A value at each place, and how far values spread about it.
Series = Mapping[str, tuple[Sequence[float], Sequence[float]]]


def plot_lines(panels: Mapping[str, Series], at: Sequence[float], across: str, path: str) -> None:
    """Draws the picture into a file; where a value is not defined a line is broken."""

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        for panel, (name, series) in zip(
            figure.subplots(len(panels), 1, squeeze=False)[:, 0], panels.items(), strict=True
        ):
            for place, (label, (values, spreads)) in enumerate(series.items()):
                style = {"color": color_of(place), "marker": marker_of(place), "linestyle": line_style(place)}
                panel.errorbar(at, values, spreads, label=make_printable(label), capsize=2, markersize=4, **style)
            panel.set(xlabel=make_printable(across), ylabel=make_printable(name))
            panel.legend(frameon=False)

    save_picture(path, Picture(draw, 6.4, 4.2 * len(panels)))
