"""Values against numbers, such as similarities at rates of errors: a panel for each kind, a line for each series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.report.form.text import shown
from mondegreen.report.plot.canvas import Picture, colour, line, marker, save

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    # A value at each place, and how far values spread about it.
    Series = Mapping[str, tuple[Sequence[float], Sequence[float]]]


def plot(panels: Mapping[str, Series], at: Sequence[float], across: str, path: str) -> None:
    """Draws the picture into a file; where a value is not defined a line is broken."""

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        for panel, (name, series) in zip(
            figure.subplots(len(panels), 1, squeeze=False)[:, 0], panels.items(), strict=True
        ):
            for place, (label, (values, spreads)) in enumerate(series.items()):
                style = {"color": colour(place), "marker": marker(place), "linestyle": line(place)}
                panel.errorbar(at, values, spreads, label=shown(label), capsize=2, markersize=4, **style)
            panel.set(xlabel=shown(across), ylabel=shown(name))
            panel.legend(frameon=False)

    save(path, Picture(draw, 6.4, 4.2 * len(panels)))
