"""What a page is made of: panels, which hold a table with plots in it, or a chart with the table behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup

from mondegreen.render.text import format_rows, is_undefined, make_printable
from mondegreen.reports.blocks import Cell, Table

# What stands where there is no number, and before one below 0.
DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"

Kind = Literal["good", "bad", "", "best"]


@dataclass(frozen=True, slots=True)
class Head:
    """A heading: whether numbers stand under it, or a plot; `narrow` is what is dropped on a small screen."""

    text: str
    number: bool = False
    plot: bool = False
    narrow: bool = True


@dataclass(frozen=True, slots=True)
class Box:
    """A cell: its text, the number that it is sorted by, whether that is good, where it leads, or a plot."""

    text: str = ""
    number: float | None = None
    kind: Kind = ""
    link: str = ""
    plot: Markup | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """A table, a chart, or both; `metric` is the one that it speaks of, if not of all.

    `foot` stands under the columns, such as the axis of a column of plots. What `is_behind` is shown on request.
    """

    title: str
    note: str = ""
    metric: str = ""
    heads: Sequence[Head] = ()
    rows: Sequence[Sequence[Box]] = ()
    foot: Sequence[Sequence[Box]] = ()
    chart: Markup | None = None
    legend: Sequence[tuple[str, str]] = ()
    is_wide: bool = False
    is_behind: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Panels under a heading; `name` is what links lead to."""

    name: str
    title: str
    about: str = ""
    panels: Sequence[Panel] = field(default_factory=list)


def make_number(value: float | None, places: int = 2, kind: Kind = "", *, signed: bool = False) -> Box:
    """A number as people read it; nothing where there is none."""
    if value is None or is_undefined(value):
        return Box(DASH)
    text = f"{value:+.{places}f}" if signed else f"{value:,.{places}f}"
    return Box(text.replace("-", MINUS), value, kind)


def make_table_panel(whole: Table, *, is_behind: bool = False, is_wide: bool = False) -> Panel:
    """A table of a report as people read it."""
    table = whole.of("people")
    heads = [Head(make_printable(column.heading), column.places is not None) for column in table.columns]

    def boxes(part: Sequence[Sequence[Cell]]) -> list[list[Box]]:
        texts = format_rows(part, table.columns)
        return [[*map(make_box, row, text)] for row, text in zip(part, texts, strict=True)]

    title, note = make_printable(table.title), make_printable(table.note)
    rows, foot = boxes(table.rows), boxes(table.foot)
    return Panel(title, note, "", heads, rows, foot, is_behind=is_behind, is_wide=is_wide)


def make_box(cell: Cell, text: str) -> Box:
    return Box(text, None if cell is None or isinstance(cell, str) or is_undefined(cell) else cell)


def list_panels(tables: Iterable[object], *, is_behind: bool) -> list[Panel]:
    """The panels of those blocks that are tables."""
    return [make_table_panel(each, is_behind=is_behind) for each in tables if isinstance(each, Table)]
