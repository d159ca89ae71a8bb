"""Values at 1, 2, 3, ..., such as scores by the length of lists: a panel for each series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, save_picture

# More values than that run into each other as points.
POINTS = 50


def plot_curves(series: Mapping[str, Sequence[float]], across: str, path: str) -> None:
    """Draws the picture."""

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panels = figure.subplots(len(series), 1, squeeze=False)[:, 0]
        for panel, (name, values) in zip(panels, series.items(), strict=True):
            panel.plot(range(1, len(values) + 1), values, marker="." if len(values) <= POINTS else None)
            panel.xaxis.get_major_locator().set_params(integer=True)
            panel.set(xlabel=make_printable(across), ylabel=make_printable(name))

    save_picture(path, Picture(draw, 6.4, 3.2 * len(series)))
