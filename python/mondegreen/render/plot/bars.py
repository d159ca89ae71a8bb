"""Systems compared: their scores by metric, and a forest plot of their changes from a baseline."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mondegreen.comparison.changes import Change
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.plot.canvas import (
    Figure,
    Panel,
    Plot,
    add_legend,
    add_title,
    color_of,
    fold_label,
    label_score,
    marker_of,
    show_from_zero,
    stack_panels,
    style_bar,
)
from mondegreen.render.text import make_printable
from mondegreen.reports import short_names
from mondegreen.reports.comparison import title_metric
from mondegreen.results.run import Run
from mondegreen.results.score import Score


def draw_run_scores(runs: Sequence[Run], by: str | None) -> Plot:  # noqa: ARG001 - of all groups together
    return draw_scores(runs)


def draw_scores(runs: Sequence[Run]) -> Plot:
    """The metrics below each other, and of each the systems, all bars from zero."""
    return draw_named_scores(
        runs, [make_printable(name) for name in short_names(runs)], f"scores against {runs[0].reference}"
    )


def draw_named_scores(runs: Sequence[Run], names: Sequence[str], title: str) -> Plot:
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        for panel, label in zip(stack_panels(figure, len(labels)), labels, strict=True):
            draw_bars(panel, label, runs, names)

    lines = sum(fold_label(name).count("\n") + 1 for name in names)
    return Plot(draw, 3.5, 0.5 + len(labels) * (0.65 + 0.1 * len(runs) + 0.12 * lines))


def draw_bars(panel: Panel, label: str, runs: Sequence[Run], names: Sequence[str]) -> None:
    """One metric, the first system on top."""
    for index, (run, name) in enumerate(zip(runs, names, strict=True)):
        score = run.scores.get(label)
        if score is None or math.isnan(score.value):
            panel.text(0, index, f" {name}: not defined", va="center")
            continue
        panel.barh(index, score.value, height=0.6, **style_bar(index))
        if score.interval is not None and not math.isnan(score.interval.low):
            panel.plot([score.interval.low, score.interval.high], [index, index], color="black", marker="|")
        place = (max(score.value, *interval_ends(score)), index)
        panel.annotate(f"{score.value:.2f}", place, (4, 0), textcoords="offset points", va="center")
    panel.set_yticks(range(len(names)), [fold_label(name) for name in names])
    panel.set_ylim(len(names) - 0.5, -0.5)
    panel.set_title(make_printable(title_metric(label)), loc="left")
    better = next((run.scores[label].metric.better for run in runs if label in run.scores), "lower")
    panel.set_xlabel(label_score(label, better))
    panel.margins(x=0.16)
    show_from_zero(panel, "x")


def interval_ends(score: Score) -> list[float]:
    """The bounds of a score's confidence interval, where it has one."""
    found = [] if score.interval is None else [score.interval.low, score.interval.high]
    return [score.value, *(end for end in found if not math.isnan(end))]


def draw_changes(comparison: Comparison, by: str | None = None) -> Plot:  # noqa: ARG001 - of all utterances
    """All systems and metrics."""
    base, *systems = (make_printable(name) for name in short_names(comparison.runs))
    labels = [change_label(label, score) for label, score in comparison.base.scores.items()]

    def draw(figure: Figure) -> None:
        panel = figure.subplots()
        add_title(figure, f"change: {', '.join(systems)} vs. {base}")
        panel.axvline(0, color="grey", linewidth=0.8)
        for number, (name, changes) in enumerate(zip(systems, comparison.changes, strict=True)):
            for index, change in enumerate(changes):
                draw_point(panel, change, index + (number + 1) / (len(systems) + 1) - 0.5, number)
            panel.plot([], [], color=color_of(number), marker=marker_of(number), linestyle="", label=name)
        panel.set_yticks(range(len(labels)), labels)
        panel.set_ylim(len(labels) - 0.5, -0.5)
        panel.set_xlabel(f"relative change (%), with {comparison.how.level:g} % confidence interval")
        panel.grid(axis="x")
        add_legend(figure, len(systems), panel)

    return Plot(draw, 3.5, 1.0 + len(labels) * (0.26 + 0.15 * len(systems)))


def change_label(label: str, score: Score) -> str:
    """The metric's label, and its direction where that is not the usual one."""
    name = make_printable(title_metric(label))
    return name if score.metric.better == "lower" else f"{name}\n(higher is better)"


def draw_point(panel: Panel, change: Change, height: float, number: int) -> None:
    """One change; none where the baseline has nothing to change."""
    if math.isnan(change.relative):
        panel.text(0, height, " not defined", va="center", color=color_of(number))
        return
    if not math.isnan(change.low):
        ends = [100 * end / change.base for end in (change.low, change.high)]
        panel.plot(ends, [height, height], color=color_of(number))
    panel.plot(change.relative, height, color=color_of(number), marker=marker_of(number))
