"""How the scores of utterances are distributed by one metric: a line of steps for each system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mondegreen.aggregate.summary import Histogram
from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, color_of, line_style


def draw_distribution(label: str, names: Sequence[str], found: Histogram) -> Picture:
    """All systems over each other."""

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panel = figure.subplots()
        for place, (name, counts) in enumerate(zip(names, found.counts, strict=True)):
            panel.stairs(
                counts,
                found.edges,
                color=color_of(place),
                linestyle=line_style(place),
                label=make_printable(name),
                lw=1.8,
            )
        panel.set_xlabel(f"{make_printable(label)} of an utterance; the last step holds all beyond it")
        panel.set_ylabel("utterances")
        figure.legend(loc="outside upper left", frameon=False)

    return Picture(draw, 7, 2.8 + 0.2 * len(names))
