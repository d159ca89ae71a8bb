"""Tables of finished numbers as bars from zero, for what has no plot of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mondegreen.render.plot.canvas import (
    Figure,
    Panel,
    Plot,
    add_legend,
    add_title,
    color_of,
    show_from_zero,
    stack_panels,
)
from mondegreen.render.text import make_printable
from mondegreen.reports.blocks import Cell, Table

# So tall is a bar, in inches.
TALL = 0.17


class Bars(NamedTuple):
    """Which columns of a table are drawn: `values` by their names in the legend, with the `ends` of their intervals.

    Rows are named by `labels`; rows that differ in `split` have a panel each, or each value has, as `apart` says.
    """

    labels: Sequence[str]
    values: Mapping[str, str]
    axis: str
    split: str = ""
    ends: Mapping[str, tuple[str, str]] = {}


def draw_table(table: Table, bars: Bars) -> Plot:
    """A panel for each value of `split`; the rows below each other, each with a bar for each column of numbers."""
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in (*table.rows, *table.foot)]
    panels = list(dict.fromkeys(str(row[bars.split]) if bars.split else "" for row in rows))
    parts = {name: [row for row in rows if not bars.split or str(row[bars.split]) == name] for name in panels}
    drawn = {column: name for column, name in bars.values.items() if column in names}

    def draw(figure: Figure) -> None:
        add_title(figure, table.title.removesuffix(": "))
        stacked = stack_panels(figure, len(panels))
        for panel, (name, own) in zip(stacked, parts.items(), strict=True):
            draw_rows(panel, own, bars, drawn)
            panel.set_title(make_printable(name), loc="left")
            panel.set_xlabel(bars.axis)
        add_legend(figure, len(drawn), stacked[0])

    lines = len(rows) * (len(drawn) + 0.4)
    return Plot(draw, 3.5, 0.7 + 0.55 * len(panels) + TALL * lines + 0.2 * math.ceil(len(drawn) / 2))


def draw_rows(panel: Panel, rows: Sequence[Mapping[str, Cell]], bars: Bars, drawn: Mapping[str, str]) -> None:
    tall = 0.8 / len(drawn)
    for number, (column, name) in enumerate(drawn.items()):
        panel.barh([], [], color=color_of(number), label=make_printable(name))
        for index, row in enumerate(rows):
            value, middle = row[column], index + (number + 0.5) * tall - 0.4
            if not isinstance(value, float | int) or math.isnan(value):
                panel.text(0, middle, " not defined", va="center")
                continue
            panel.barh(middle, value, height=tall * 0.9, color=color_of(number))
            ends = [row.get(end) for end in bars.ends.get(column, ())]
            known = [end for end in ends if isinstance(end, float | int) and not math.isnan(end)]
            if len(known) == 2:
                panel.plot(known, [middle, middle], color="black", linewidth=0.8, marker="|")
            edge = max([value, *known]) if value >= 0 else 0.0
            panel.annotate(f"{value:.4g}", (edge, middle), (4, 0), textcoords="offset points", va="center")
    labels = [make_printable(" ".join(str(row[label]) for label in bars.labels)) for row in rows]
    panel.set_yticks(range(len(rows)), labels)
    panel.set_ylim(len(rows) - 0.5, -0.5)
    panel.margins(x=0.16)
    show_from_zero(panel, "x")


def draw_agreement(table: Table) -> Plot:
    """How far each metric agrees with people: with their choices, their ratings, or their grades."""
    numbers = [column.name for column in table.columns]
    if table.name == "ratings":
        ends = {"agreement": ("agreement_low", "agreement_high"), "clear": ("clear_low", "clear_high")}
        return draw_table(
            table, Bars(["metric"], {"agreement": "all pairs", "clear": "clear pairs"}, "agreement (%)", ends=ends)
        )
    start = "agreement_" if table.name == "humans" else "auc_"
    headings = {column.name: column.heading for column in table.columns}
    values = {
        name: headings[name] for name in numbers if name.startswith(start) and not name.endswith(("_low", "_high"))
    }
    rest = {name: name.removeprefix("agreement_") for name in values}
    ends = {
        name: (f"low_{rest[name]}", f"high_{rest[name]}") if table.name == "humans" else (f"{name}_low", f"{name}_high")
        for name in values
    }
    axis = "agreement (%)" if table.name == "humans" else "area under the ROC curve"
    return draw_table(table, Bars(["metric"], values, axis, ends=ends))


def draw_translations(table: Table) -> Plot:
    """How each metric correlates with each score of the translations."""
    values = {"pearson": "Pearson", "spearman": "Spearman"}
    return draw_table(table, Bars(["metric"], values, "correlation coefficient", split="score"))


def draw_lexicon(table: Table) -> Plot:
    """How many words each system translates, at each depth."""
    found = {column.name: column.heading for column in table.columns if column.name.startswith("precision_at_")}
    ends = {next(iter(found)): ("low", "high")}
    return draw_table(table, Bars(["system"], found, "precision (%)", ends=ends))


def draw_simulation(table: Table) -> Plot:
    """The errors that were wanted, made, and found by an aligner."""
    values = {"wanted": "target", "made_rate": "simulated", "found_rate": "aligned"}
    return draw_table(table, Bars(["errors"], values, "errors per 100 words"))


def draw_espnet(table: Table) -> Plot:
    """The error rates of each decode directory."""
    return draw_table(table, Bars(["dataset"], {"errors_rate": "errors"}, "error rate (%)", split="rate"))


def draw_rules(table: Table) -> Plot:
    """How many texts and words each step of normalization changes."""
    values = {"changed": "texts changed", "words": "changes of words"}
    return draw_table(table, Bars(["rule"], values, "count"))
