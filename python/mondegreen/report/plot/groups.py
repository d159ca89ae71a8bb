"""The score of each group by one metric, groups in their own order: a line with markers for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, color_of, line_style, marker_of


def draw_groups(label: str, by: str, groups: Sequence[str], systems: Mapping[str, Sequence[float]]) -> Picture:
    """All systems; where a score is not defined the line is broken."""

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panel = figure.subplots()
        for place, (name, scores) in enumerate(systems.items()):
            style = {"color": color_of(place), "marker": marker_of(place), "linestyle": line_style(place)}
            panel.plot(range(len(groups)), scores, label=make_printable(name), **style)
        panel.set_xticks(range(len(groups)), [make_printable(group) for group in groups])
        panel.set_xlabel(by)
        panel.set_ylabel(make_printable(label))
        figure.legend(loc="outside upper left", frameon=False)

    return Picture(draw, 7, 2.8 + 0.2 * len(systems))
