"""How metrics correlate: a heat map with the coefficients in it."""

from __future__ import annotations

import math
from typing import Any

from mondegreen.compare.correlations import Correlations
from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, save_picture

# From blue over white to red, which colour-blind people can tell apart; signs stand in the cells.
MAP = "RdBu_r"
DARK = 0.6


def plot_correlations(found: Correlations, path: str) -> None:
    """Draws the picture."""
    labels = [make_printable(label) for label in found.labels]
    values = [[found.value(one, other) for other in found.labels] for one in found.labels]

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
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
    save_picture(path, Picture(draw, size + 0.8, size))
