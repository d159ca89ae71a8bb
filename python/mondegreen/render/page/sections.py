"""What a page shows above its utterances: tables and pictures under headings, in the order in which one asks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mondegreen.comparison.bygroup import LENGTH
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.page.utterances import Scores
from mondegreen.render.plot import bars, lines, maps
from mondegreen.render.plot.canvas import Plot, inline_svg
from mondegreen.render.text import format_rows, is_undefined, make_printable
from mondegreen.reports import View, errors, groups, metrics
from mondegreen.reports import comparison as compared
from mondegreen.reports.blocks import Cell, Table
from mondegreen.reports.caption import short_names
from mondegreen.reports.groups import Found
from mondegreen.results.run import Run
from mondegreen.results.summary import make_histogram

# Tables that show metrics beside each other: whoever switches to one metric sees them whole all the same.
WHOLE = {"metrics", "changes"}
METRIC = "metric"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its cells as text, what numbers they are if any, and the metric of which it speaks."""

    texts: Sequence[str]
    numbers: Sequence[float | None]
    metric: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as the template needs it; of each heading, whether numbers stand under it."""

    title: str
    headings: Sequence[tuple[str, bool]]
    rows: Sequence[Row]
    foot: Sequence[Row]
    note: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as an element of the page, the metric of which it speaks, and what it shows in a sentence."""

    svg: str
    metric: str
    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Tables and pictures under a heading; `name` is what links lead to."""

    name: str
    title: str
    parts: Sequence[Grid | Drawing]


def make_sections(
    runs: Sequence[Run], comparison: Comparison | None, view: View, scores: Scores, surfaces: Sequence[Table]
) -> Iterator[Section]:
    """All sections that have something to show."""
    labels = list(runs[0].scores)

    def grids(blocks: Iterable[object]) -> list[Grid]:
        return [make_grid(block, labels) for block in blocks if isinstance(block, Table)]

    yield Section(
        "summary", "Summary", grids([*metrics.report_metrics(runs, view), *groups.report_summary(runs, view)])
    )
    if comparison is not None:
        tables = [block for report in REPORTS for block in report(comparison, view)]
        yield Section("comparison", "Comparison", [*draw_changes(comparison), *grids(tables)])
    yield Section("distributions", "Scores of utterances", list(draw_distributions(short_names(runs), scores)))
    lengths = list(map(groups.score_by_length, runs))
    table = groups.tabulate_scores("lengths", LENGTH, runs, lengths)
    yield Section("lengths", "By length", [*draw_lengths(runs, lengths), make_grid(table, labels)])
    if any(view.column(run) for run in runs):
        yield Section("groups", "By group", grids(groups.report_groups(runs, view)))
    yield Section("confusions", "Confusions", grids(errors.report_confusions(runs, view)))
    if surfaces:
        yield Section("surfaces", "Settings of the decoder", [*draw_surfaces(surfaces), *grids(surfaces)])


REPORTS: tuple[Callable[[Comparison, View], Iterator[object]], ...] = (
    compared.report_changes,
    compared.report_tests,
    compared.report_utterances,
)


def make_grid(whole: Table, labels: Sequence[str]) -> Grid:
    """A table as people read it."""
    table = whole.of("people")
    metric = next((index for index, column in enumerate(table.columns) if column.name == METRIC), None)
    speaks = metric is not None and table.name not in WHOLE

    def row(cells: Sequence[Cell], texts: Sequence[str]) -> Row:
        said = str(cells[metric]) if speaks and metric is not None else ""
        return Row(texts, list(map(sort_value, cells)), make_printable(said) if said in labels else "")

    body, foot = (list(map(row, part, format_rows(part, table.columns))) for part in (table.rows, table.foot))
    heads = [(make_printable(column.heading), column.places is not None) for column in table.columns]
    return Grid(make_printable(table.title), heads, body, foot, make_printable(table.note))


def sort_value(cell: Cell) -> float | None:
    """What a cell is sorted by, if it is a number."""
    return None if cell is None or isinstance(cell, str) or is_undefined(cell) else cell


def draw_changes(comparison: Comparison) -> Iterator[Drawing]:
    yield Drawing(inline_svg(bars.draw_changes(comparison), "changes"), "", "Changes in per cent of the baseline")


def draw_distributions(names: Sequence[str], scores: Scores) -> Iterator[Drawing]:
    """How scores are distributed, for each metric by which there are any."""
    for index, (label, systems) in enumerate(scores.items()):
        found = make_histogram(systems)
        if found is not None:
            lacking = ", ".join(map(str, found.undefined))
            note = f"utterances without a score: {lacking}" if any(found.undefined) else ""
            plot = lines.draw_distribution(label, names, found)
            yield make_drawing(plot, f"scores-{index}", label, "utterances by their score", note)


def draw_lengths(runs: Sequence[Run], found: Sequence[Found]) -> Iterator[Drawing]:
    names = found[0][0]
    for index, label in enumerate(runs[0].scores):
        systems = dict(zip(short_names(runs), (scores[label] for _, scores in found), strict=True))
        plot = lines.draw_groups(label, "reference words", names, systems)
        yield make_drawing(plot, f"lengths-{index}", label, "score by the number of reference words")


def draw_surfaces(tables: Sequence[Table]) -> Iterator[Drawing]:
    """Those of the tables that hold numbers for each setting, as pictures."""
    for index, each in enumerate(tables):
        if each.rows and len(each.columns) > 1 and all(column.places is not None for column in each.columns[1:]):
            yield Drawing(inline_svg(draw_surface(each), f"surface-{index}"), "", make_printable(each.title))


def draw_surface(table: Table) -> Plot:
    """The settings of the first column down, all others across."""
    settings, *others = table.columns
    values = [[math.nan if (found := sort_value(cell)) is None else found for cell in row[1:]] for row in table.rows]
    labels = [str(row[0]) for row in table.rows], [column.heading for column in others]
    return maps.draw_maps({table.title: values}, (settings.heading, ""), labels)


def make_drawing(plot: Plot, name: str, label: str, what: str, note: str = "") -> Drawing:
    return Drawing(inline_svg(plot, name), make_printable(label), f"{make_printable(label)}: {what}", note)
