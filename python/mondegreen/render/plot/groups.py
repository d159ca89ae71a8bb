"""Scores by group, length and position, of recognizers and of dictionaries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from mondegreen.comparison.bygroup import CLASS, LENGTH, compare_groups, group_by_length
from mondegreen.errors import ScoreError
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.pairs import UTTERANCE
from mondegreen.render.plot.canvas import (
    Figure,
    Panel,
    Plot,
    add_legend,
    add_title,
    arrange_panels,
    color_of,
    fold_label,
    label_score,
    line_style,
    name_bars,
    show_from_zero,
    stack_panels,
    style_bar,
    style_line,
)
from mondegreen.render.plot.tables import draw_lexicon
from mondegreen.render.text import make_printable
from mondegreen.reports import LEXICON_REPORTS, View, describe_runs, short_names
from mondegreen.reports.blocks import Column, Table
from mondegreen.reports.lexicon import tabulate_accuracy
from mondegreen.results.run import Run, score_groups
from mondegreen.results.word_groups import WAYS, group_words

# Of each system a value for each group.
Values = Mapping[str, Sequence["float | None"]]
BAR = 0.14
# What groups are numbers of.
UNITS = {"word-length": "word-length (characters)", "word-frequency": "word-frequency (in the references)"}
# So many panels stand beside each other, on a page of seven inches at most.
BESIDE, PAGE = 3, 7


def draw_run_groups(runs: Sequence[Run], by: str | None) -> Plot:
    """Each metric's score of each group, a bar for each system."""
    column = next((name for run in runs if (name := View(by=by).column(run))), None)
    if column is None:
        raise ScoreError("there are no groups to draw; name a column by --by, or give speakers by --utt2spk")
    if column in (CLASS, *WAYS, LENGTH):
        return draw_word_groups(runs, column)
    found = [score_groups(run, run.groups(column)) for run in runs]
    groups = list(dict.fromkeys(group for names, _ in found for group in names))
    panels: dict[str, Values] = {}
    for label in list_labels(runs):
        tables = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        panels[label] = {
            name: [table.get(group) for group in groups] for name, table in zip(short_names(runs), tables, strict=True)
        }
    return draw_group_bars(
        panels, groups, f"{describe_runs(runs)}, by {column}", labels_of(runs), make_printable(column)
    )


def draw_word_groups(runs: Sequence[Run], name: str) -> Plot:
    """What a comparison tells of kinds of words, or of lengths: a bar for each system."""
    found = [compare_groups(runs[0], run, name) for run in runs]
    groups = list(dict.fromkeys(each.group for each in found[0]))
    panels: dict[str, Values] = {}
    for what in dict.fromkeys(each.what for each in found[0]):
        tables = [{each.group: each.system for each in every if each.what == what} for every in found]
        panels[what] = {
            system: [table.get(group) for group in groups]
            for system, table in zip(short_names(runs), tables, strict=True)
        }
    axes = {**labels_of(runs), "errors": "substituted or deleted (%)", "distance": "distance (100 is unrelated)"}
    return draw_group_bars(panels, groups, f"{describe_runs(runs)}, by {name}", axes, UNITS.get(name, name))


def list_labels(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(label for run in runs for label in run.scores))


def labels_of(runs: Sequence[Run]) -> dict[str, str]:
    """What stands at the axis of each metric."""
    return {label: label_score(label, score.metric.better) for run in runs for label, score in run.scores.items()}


def draw_group_bars(
    panels: Mapping[str, Values], groups: Sequence[str], title: str, axes: Mapping[str, str], down: str
) -> Plot:
    """Groups down, the systems of each together; metrics beside each other, all bars from zero."""
    count = len(next(iter(panels.values())))
    names = [fold_label(group) for group in groups]
    beside = min(len(panels), BESIDE)

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        drawn = arrange_panels(figure, len(panels), beside, sharey=True)
        for panel, (label, systems) in zip(drawn, panels.items(), strict=True):
            for number, (name, values) in enumerate(systems.items()):
                heights = [index + (number + 0.5) / count * 0.8 - 0.4 for index in range(len(groups))]
                known = list(filter(is_known, zip(heights, values, strict=True)))
                panel.barh(
                    [at for at, _ in known],
                    [value or 0.0 for _, value in known],
                    height=0.8 / count,
                    **style_bar(number),
                )
                name_bars(panel, number, name)
            panel.set_xlabel(axes[label])
            panel.grid(axis="x")
            show_from_zero(panel, "x")
        drawn[0].set_yticks(range(len(groups)), names)
        drawn[0].set_ylim(len(groups) - 0.5, -0.5)
        drawn[0].set_ylabel(down)
        add_legend(figure, count, drawn[0])

    tall = sum(max(0.1 + BAR * count, 0.13 * (name.count("\n") + 1)) for name in names)
    return Plot(draw, min(PAGE, 1.2 + 2.3 * beside), 0.3 + math.ceil(len(panels) / beside) * (0.6 + tall))


def is_known(bar: tuple[float, float | None]) -> bool:
    """Whether a bar has a length."""
    return bar[1] is not None and not math.isnan(bar[1])


def draw_run_lengths(runs: Sequence[Run], by: str | None) -> Plot:  # noqa: ARG001 - lengths are the groups
    """Each metric's score by the number of reference words."""
    found = [score_groups(run, group_by_length(run)) for run in runs]
    groups = sorted({group for names, _ in found for group in names}, key=lambda name: int(name.partition("-")[0]))
    panels: dict[str, Values] = {}
    for label in list_labels(runs):
        tables = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        panels[label] = {
            name: [table.get(group) for group in groups] for name, table in zip(short_names(runs), tables, strict=True)
        }
    title = f"{describe_runs(runs)}, by length"
    return draw_group_lines(panels, groups, title, labels_of(runs), "words in the reference")


def draw_run_positions(runs: Sequence[Run], by: str | None) -> Plot:  # noqa: ARG001 - positions are the groups
    """The rate of substitutions and deletions from the beginning of utterances to their end."""
    if any(run.pairs.noun != UTTERANCE for run in runs):
        raise ScoreError("positions are those of words in utterances; sessions have none")
    systems = {}
    groups: list[str] = []
    for name, run in zip(short_names(runs), runs, strict=True):
        found = group_words(run, "position")
        groups = groups or [each.name for each in found]
        rates = {each.name: each.rate for each in found}
        systems[name] = [rates.get(group) for group in groups]
    label = "substituted or deleted (%)"
    title = f"{describe_runs(runs)}, by position"
    return draw_group_lines({label: systems}, groups, title, {label: label}, "position in the reference")


def draw_group_lines(
    panels: Mapping[str, Values], groups: Sequence[str], title: str, axes: Mapping[str, str], across: str
) -> Plot:
    """A line for each system over groups that have an order; broken where a score is not defined."""

    def draw(figure: Figure) -> None:
        add_title(figure, title)
        stacked = stack_panels(figure, len(panels))
        for panel, (label, systems) in zip(stacked, panels.items(), strict=True):
            draw_lines(panel, systems, groups)
            panel.set_ylabel(axes[label])
            panel.set_xlabel(across)
        add_legend(figure, max(map(len, panels.values())), stacked[0])

    return Plot(draw, 3.5, 0.3 + 2.1 * len(panels))


def draw_lines(panel: Panel, systems: Values, groups: Sequence[str]) -> None:
    for number, (name, values) in enumerate(systems.items()):
        heights = [float("nan") if value is None else value for value in values]
        panel.plot(range(len(groups)), heights, label=make_printable(name), **style_line(number))
    panel.set_xticks(range(len(groups)), [make_printable(group) for group in groups])
    panel.grid(axis="y")
    show_from_zero(panel, "y")


ACCURACY, UNCOVERED = "accuracy", "uncovered"


def draw_evaluation(found: Evaluation, kind: str) -> Plot:
    """The plot of that kind."""
    if kind == UNCOVERED:
        return draw_uncovered(found)
    if kind == ACCURACY:
        return draw_lexicon(tabulate_accuracy(found))
    table = LEXICON_REPORTS.find(kind)(found)
    if table is None:
        raise ScoreError(f"there is nothing to draw of {kind}; give --pos, --forms or --bands")
    return draw_by_group(table)


def draw_by_group(table: Table) -> Plot:
    """The first percentage of a table: its last text says the groups, the texts before it the bars of each."""
    texts = [index for index, column in enumerate(table.columns) if column.places is None]
    number, column = next((index, each) for index, each in enumerate(table.columns) if each.places)
    values: dict[str, dict[str, float]] = {}
    for row in table.rows:
        *before, group = (
            [str(row[index]) for index in texts] if len(texts) > 1 else [axis_name(column), str(row[texts[0]])]
        )
        values.setdefault(", ".join(before), {})[group] = as_number(row[number])
    groups = list(dict.fromkeys(group for each in values.values() for group in each))
    bars: Mapping[str, Sequence[float | None]] = {
        name: [each.get(group, math.nan) for group in groups] for name, each in values.items()
    }
    return draw_group_bars({column.heading: bars}, groups, table.title, {column.heading: axis_name(column)}, "")


def axis_name(column: Column) -> str:
    return column.heading if "%" in column.heading else f"{column.heading} (%)"


def as_number(cell: object) -> float:
    return float(cell) if isinstance(cell, int | float) else math.nan


def draw_uncovered(found: Evaluation) -> Plot:
    """How many words up to each rank have no vector, or none of a translation: a line for each system."""
    ranks: dict[str, list[int]] = {system.name: [] for system in found.systems}
    for each in found.uncovered():
        ranks[each.system].append(each.word.rank)
    count = len(found.gold.answers)

    def draw(figure: Figure) -> None:
        add_title(figure, f"words not covered: {found.dictionary.name}")
        panel = figure.subplots()
        for index, (name, places) in enumerate(ranks.items()):
            across = [0, *sorted(places), count]
            panel.step(
                across,
                [*range(len(places) + 1), len(places)],
                where="post",
                color=color_of(index),
                linestyle=line_style(index),
                label=make_printable(name),
            )
        panel.set(xlabel="rank by frequency in the dictionary", ylabel="words not covered, so far")
        panel.grid(axis="y")
        show_from_zero(panel, "y")
        panel.yaxis.get_major_locator().set_params(integer=True)
        add_legend(figure, len(ranks), panel)

    return Plot(draw, 3.5, 2.6)
