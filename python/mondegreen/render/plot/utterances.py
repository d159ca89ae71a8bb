"""Scores of single utterances: of two systems against each other, and how they are distributed; and confused words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.standings import Standing
from mondegreen.errors import ScoreError
from mondegreen.pairs import UTTERANCE
from mondegreen.render.plot.canvas import (
    Figure,
    Panel,
    Plot,
    add_legend,
    add_title,
    arrange_panels,
    color_of,
    label_score,
    line_style,
    stack_panels,
)
from mondegreen.render.plot.maps import SHADES, color_on
from mondegreen.render.text import make_printable
from mondegreen.reports import describe_runs, short_names
from mondegreen.reports.comparison import title_metric
from mondegreen.results.run import Run
from mondegreen.results.summary import Confusion, Histogram, count_confusions, make_histogram

# Of so many substitutions the words are drawn, and of several systems fewer, so that two have room beside each other.
MOST, FEWER = 20, 10


def draw_scatter(comparison: Comparison, by: str | None = None) -> Plot:  # noqa: ARG001 - of all utterances
    """Each utterance as a point by the first metric: the baseline's score across, the system's up."""
    base, *systems = (make_printable(name) for name in short_names(comparison.runs))
    label, score = next(iter(comparison.base.scores.items()))
    found = [standings[label] for standings in comparison.utterances]

    def draw(figure: Figure) -> None:
        add_title(figure, f"{title_metric(label)} of each {comparison.base.pairs.noun}")
        panels = arrange_panels(figure, len(systems), min(len(systems), 2))
        for number, (panel, name, standing) in enumerate(zip(panels, systems, found, strict=True)):
            draw_points(panel, standing, number)
            axis = label_score(label, score.metric.better)
            panel.set(xlabel=f"{base}: {axis}", ylabel=f"{name}: {axis}")

    return Plot(draw, 3.5 * min(len(systems), 2), 3.7 * math.ceil(len(systems) / 2))


def draw_points(panel: Panel, standing: Standing, number: int) -> None:
    """The utterances, of which those at one place make a larger point, and on which side of the diagonal they are."""
    defined = ~(np.isnan(standing.base) | np.isnan(standing.system))
    pairs = np.column_stack([standing.base[defined], standing.system[defined]])
    places, counts = np.unique(pairs, axis=0, return_counts=True)
    top = float(pairs.max()) if pairs.size else 1.0
    panel.plot([0, top or 1], [0, top or 1], color="#767676", linewidth=0.8, zorder=1)
    panel.scatter(
        *places.T, s=10 * np.sqrt(counts), color=color_of(number), alpha=0.6, linewidths=0, zorder=2, clip_on=False
    )
    panel.set_aspect("equal")
    panel.set_xlim(left=min(0.0, float(pairs.min(initial=0))))
    panel.set_ylim(bottom=min(0.0, float(pairs.min(initial=0))))
    said = f"{standing.better} better, {standing.worse} worse, {standing.equal} equal"
    panel.set_title(said, loc="left", fontweight="normal")


def draw_run_distribution(runs: Sequence[Run], by: str | None) -> Plot:  # noqa: ARG001 - of all utterances
    """How many utterances have which score, for each metric."""
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))
    names = [make_printable(name) for name in short_names(runs)]
    found = {}
    for label in labels:
        scores = [run.scores[label].values() if label in run.scores else [] for run in runs]
        if (histogram := make_histogram(scores)) is not None:
            found[label] = histogram
    if not found:
        raise ScoreError("there are no scores of utterances to draw: none is defined")

    def draw(figure: Figure) -> None:
        add_title(figure, f"{describe_runs(runs)}: scores of utterances")
        panels = stack_panels(figure, len(found))
        for panel, (label, histogram) in zip(panels, found.items(), strict=True):
            draw_stairs(panel, label, names, histogram)
        add_legend(figure, len(names), panels[0])

    return Plot(draw, 3.5, 0.3 + 1.9 * len(found))


def draw_stairs(panel: Panel, label: str, names: Sequence[str], found: Histogram) -> None:
    for index, (name, counts) in enumerate(zip(names, found.counts, strict=True)):
        panel.stairs(counts, found.edges, label=name, color=color_of(index), linestyle=line_style(index), linewidth=1.4)
    metric = make_printable(title_metric(label))
    panel.set(xlabel=f"{metric} (%), the last step holds all beyond it", ylabel="utterances")
    panel.grid(axis="y")


def draw_run_confusions(runs: Sequence[Run], by: str | None) -> Plot:  # noqa: ARG001 - of all utterances
    """The most frequent substitutions: reference words down, hypothesis words across, a panel for each system."""
    if any(run.pairs.noun != UTTERANCE for run in runs):
        raise ScoreError("confusions are those of aligned utterances; sessions are matched by speakers")
    top = count_confusions(runs).of("substitutions").top(FEWER if len(runs) > 1 else MOST)
    if not top:
        raise ScoreError("there are no substitutions to draw")
    down = list(dict.fromkeys(make_printable(each.reference) for each in top))
    across = list(dict.fromkeys(make_printable(each.hypothesis) for each in top))
    beside = min(len(runs), 2)

    def draw(figure: Figure) -> None:
        add_title(figure, f"most frequent substitutions against {make_printable(runs[0].reference)}")
        panels = arrange_panels(figure, len(runs), beside, sharey=True)
        for index, (panel, name) in enumerate(zip(panels, short_names(runs), strict=True)):
            draw_cells(panel, top, index, down, across)
            panel.set_title(make_printable(name), loc="left")
            panel.set_xlabel("hypothesis")
            panel.set_ylabel("reference" if index % beside == 0 else "")

    wide, tall = 0.3 + 0.24 * max(len(across), 8), 1.2 + 0.2 * max(len(down), 4)
    return Plot(draw, 1.1 + beside * wide, 0.3 + math.ceil(len(runs) / beside) * tall)


def draw_cells(
    panel: Panel, found: Sequence[Confusion], system: int, down: Sequence[str], across: Sequence[str]
) -> None:
    """How often each word was taken for another; nothing where it never was."""
    counts = np.full((len(down), len(across)), math.nan)
    for each in found:
        place = down.index(make_printable(each.reference)), across.index(make_printable(each.hypothesis))
        counts[place] = each.counts[system] or math.nan
    most = max(max(each.counts) for each in found)
    panel.pcolormesh(counts, cmap=SHADES, vmin=0, vmax=most)
    for row, column in zip(*np.nonzero(~np.isnan(counts)), strict=True):
        count = counts[row, column]
        shade = color_on(SHADES, count / most)
        panel.text(column + 0.5, row + 0.5, f"{count:.0f}", ha="center", va="center", color=shade, fontsize="small")
    panel.set_yticks([index + 0.5 for index in range(len(down))], down)
    panel.set_xticks([index + 0.5 for index in range(len(across))], across, rotation=90)
    panel.set_ylim(len(down), 0)  # panels share it: to invert it for each would undo it
