"""The scores of systems: a panel for each metric, a bar for each system, and intervals where there are any."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mondegreen.aggregate.run import Run
from mondegreen.report.caption import short_names
from mondegreen.report.form.text import make_printable
from mondegreen.report.plot.canvas import Picture, color_of, save_picture


def plot_scores(runs: Sequence[Run], path: str) -> None:
    """Draws the picture."""
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))
    names = [make_printable(name) for name in short_names(runs)]

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panels = figure.subplots(len(labels), 1, squeeze=False)[:, 0]
        for panel, label in zip(panels, labels, strict=True):
            draw_bars(panel, label, runs, names)

    save_picture(path, Picture(draw, 7, 0.8 + len(labels) * (0.6 + 0.28 * len(runs))))


def draw_bars(panel: Any, label: str, runs: Sequence[Run], names: Sequence[str]) -> None:  # noqa: ANN401 - as above
    """One metric, the first system on top."""
    for place, (run, name) in enumerate(zip(runs, names, strict=True)):
        score = run.scores.get(label)
        if score is None or math.isnan(score.value):
            panel.text(0, place, f" {name}: not defined", va="center")
            continue
        panel.barh(place, score.value, color=color_of(place), height=0.6)
        if score.interval is not None and not math.isnan(score.interval.low):
            panel.plot([score.interval.low, score.interval.high], [place, place], color="black", marker="|")
        panel.annotate(f"{score.value:.2f}", (score.value, place), (4, 7), textcoords="offset points", va="center")
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.set_title(make_printable(label), loc="left")
    panel.margins(x=0.12)
