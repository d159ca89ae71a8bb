"""Evaluations of dictionaries: bars by part of speech and the like, and where in the dictionary words lack vectors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from mondegreen.errors import ScoreError
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.render.plot.canvas import Figure, Plot, add_legend, add_title, color_of, line_style, show_from_zero
from mondegreen.render.plot.groups import draw_group_bars
from mondegreen.render.plot.tables import draw_lexicon
from mondegreen.render.text import make_printable
from mondegreen.reports import LEXICON_REPORTS
from mondegreen.reports.blocks import Column, Table
from mondegreen.reports.lexicon import tabulate_accuracy

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
