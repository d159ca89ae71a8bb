"""The score of each group by one metric, groups in their own order: a line with markers for each system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.report.form.text import shown
from mondegreen.report.plot.canvas import Picture, colour, line, marker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def picture(label: str, by: str, groups: Sequence[str], systems: Mapping[str, Sequence[float]]) -> Picture:
    """All systems; where a score is not defined the line is broken."""

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panel = figure.subplots()
        for place, (name, scores) in enumerate(systems.items()):
            style = {"color": colour(place), "marker": marker(place), "linestyle": line(place)}
            panel.plot(range(len(groups)), scores, label=shown(name), **style)
        panel.set_xticks(range(len(groups)), [shown(group) for group in groups])
        panel.set_xlabel(by)
        panel.set_ylabel(shown(label))
        figure.legend(loc="outside upper left", frameon=False)

    return Picture(draw, 7, 2.8 + 0.2 * len(systems))
