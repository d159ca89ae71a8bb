"""Tables of finished numbers as bars from zero, for what has no plot of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mondegreen.render.plot.canvas import (
    Figure,
    Panel,
    Plot,
    add_legend,
    add_title,
    fold_label,
    name_bars,
    show_from_zero,
    stack_panels,
    style_bar,
)
from mondegreen.render.text import format_cell, make_printable
from mondegreen.reports.blocks import Cell, Column, Table
from mondegreen.reports.comparison import title_metric

# So tall is a bar, in inches.
TALL = 0.17
PERCENT = (0.0, 100.0)
# As legends and panels name what tables do in a word.
VOTES = {"100 %": "100 % of votes agree", "70 %": "70 % of votes agree", "all": "all triplets"}
NAMES = {"bleu": "BLEU of the translation", "ter": "TER of the translation", "chrf": "chrF of the translation"}
NAMES["meteor"] = "METEOR of the translation"


class Bars(NamedTuple):
    """Which columns of a table are drawn: `values` by their names in the legend, with the `ends` of their intervals.

    Rows are named by `labels`; rows that differ in `split` have a panel each. All show `within`, if that is given.
    """

    labels: Sequence[str]
    values: Mapping[str, str]
    axis: str
    split: str = ""
    ends: Mapping[str, tuple[str, str]] = {}
    within: tuple[float, float] | None = None


def draw_table(table: Table, bars: Bars) -> Plot:
    """A panel for each value of `split`; the rows below each other, each with a bar for each column of numbers."""
    columns = {column.name: column for column in table.columns}
    rows = [dict(zip(columns, row, strict=True)) for row in (*table.rows, *table.foot)]
    panels = list(dict.fromkeys(str(row[bars.split]) if bars.split else "" for row in rows))
    parts = {name: [row for row in rows if not bars.split or str(row[bars.split]) == name] for name in panels}
    drawn = {column: name for column, name in bars.values.items() if column in columns}
    labels = [name_row(row, bars.labels) for row in rows]

    def draw(figure: Figure) -> None:
        add_title(figure, table.title.removesuffix(": "))
        stacked = stack_panels(figure, len(panels))
        for panel, (name, own) in zip(stacked, parts.items(), strict=True):
            draw_rows(panel, own, bars, drawn, columns)
            panel.set_title(make_printable(NAMES.get(name, name)), loc="left")
            panel.set_xlabel(bars.axis)
        add_legend(figure, len(drawn), stacked[0])

    lines = sum(max(len(drawn), label.count("\n") + 1) + 0.4 for label in labels)
    return Plot(draw, 3.5, 0.4 + 0.55 * len(panels) + TALL * lines)


def name_row(row: Mapping[str, Cell], labels: Sequence[str]) -> str:
    """What stands beside a row's bars; a metric as everywhere in plots."""
    return fold_label(
        " ".join(title_metric(str(row[label])) if label == "metric" else str(row[label]) for label in labels)
    )


def draw_rows(
    panel: Panel,
    rows: Sequence[Mapping[str, Cell]],
    bars: Bars,
    drawn: Mapping[str, str],
    columns: Mapping[str, Column],
) -> None:
    tall = 0.8 / len(drawn)
    for number, (column, name) in enumerate(drawn.items()):
        name_bars(panel, number, name)
        for index, row in enumerate(rows):
            value, middle = row[column], index + (number + 0.5) * tall - 0.4
            if not isinstance(value, float | int) or math.isnan(value):
                panel.text(0, middle, " not defined", va="center")
                continue
            panel.barh(middle, value, height=tall * 0.9, **style_bar(number))
            ends = [row.get(end) for end in bars.ends.get(column, ())]
            known = [end for end in ends if isinstance(end, float | int) and not math.isnan(end)]
            if len(known) == 2:
                panel.plot(known, [middle, middle], color="black", linewidth=0.8, marker="|")
            edge = max([value, *known]) if value >= 0 else 0.0
            text = format_cell(value, replace(columns[column], unit=""))
            panel.annotate(text, (edge, middle), (4, 0), textcoords="offset points", va="center")
    panel.set_yticks(range(len(rows)), [name_row(row, bars.labels) for row in rows])
    panel.set_ylim(len(rows) - 0.5, -0.5)
    panel.margins(x=0.16)
    if bars.within is None:
        show_from_zero(panel, "x")
    else:
        panel.set_xlim(bars.within)
        panel.locator_params(axis="x", nbins=5)
        if bars.within[0] < 0:
            panel.axvline(0, color="black", linewidth=0.6)


def draw_agreement(table: Table) -> Plot:
    """How far each metric agrees with people: with their choices, their ratings, or their grades."""
    numbers = [column.name for column in table.columns]
    if table.name == "ratings":
        ends = {"agreement": ("agreement_low", "agreement_high"), "clear": ("clear_low", "clear_high")}
        return draw_table(
            table,
            Bars(["metric"], {"agreement": "all pairs", "clear": "clear pairs"}, "agreement (%)", "", ends, PERCENT),
        )
    start = "agreement_" if table.name == "humans" else "auc_"
    headings = {column.name: column.heading for column in table.columns}
    values = {
        name: VOTES.get(headings[name], headings[name])
        for name in numbers
        if name.startswith(start) and not name.endswith(("_low", "_high"))
    }
    rest = {name: name.removeprefix("agreement_") for name in values}
    ends = {
        name: (f"low_{rest[name]}", f"high_{rest[name]}") if table.name == "humans" else (f"{name}_low", f"{name}_high")
        for name in values
    }
    axis, within = ("agreement (%)", PERCENT) if table.name == "humans" else ("area under the ROC curve", (0.0, 1.0))
    return draw_table(table, Bars(["metric"], values, axis, "", ends, within))


def draw_translations(table: Table) -> Plot:
    """How each metric correlates with each score of the translations."""
    values = {"pearson": "Pearson", "spearman": "Spearman"}
    return draw_table(table, Bars(["metric"], values, "correlation coefficient", "score", within=(-1.0, 1.0)))


def draw_lexicon(table: Table) -> Plot:
    """How many words each system translates, at each depth."""
    found = {column.name: column.heading for column in table.columns if column.name.startswith("precision_at_")}
    ends = {next(iter(found)): ("low", "high")}
    return draw_table(table, Bars(["system"], found, "precision (%)", ends=ends))


def draw_simulation(table: Table) -> Plot:
    """The errors that were wanted, made, and found by an aligner."""
    values = {"wanted": "target", "made_rate": "simulated", "found_rate": "aligned"}
    titled = replace(table, title="errors that were wanted and made")
    return draw_table(titled, Bars(["errors"], values, "errors per 100 words"))


def draw_espnet(table: Table) -> Plot:
    """The error rates of each decode directory."""
    return draw_table(table, Bars(["dataset"], {"errors_rate": "errors"}, "error rate (%)", split="rate"))


def draw_rules(table: Table) -> Plot:
    """How many texts and words each step of normalization changes."""
    values = {"changed": "texts changed", "words": "changes of words"}
    return draw_table(table, Bars(["rule"], values, "count"))
