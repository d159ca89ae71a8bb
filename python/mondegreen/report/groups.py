"""Every metric's score by group: speakers, or any other column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.aggregate.grouped import grouped
from mondegreen.report.blocks import Column, Table
from mondegreen.report.caption import against, captions, headings
from mondegreen.report.caption import names as names_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report import View
    from mondegreen.report.blocks import Block, Cell


def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """A row for each group, of several systems for each metric and group; utterances where nothing else groups."""
    if not runs:
        return
    by = next((column for run in runs if (column := view.column(run))), "utterance")
    title = f"{against(runs)}, by {by}"
    columns, rows = one(runs[0], by) if len(runs) == 1 else several(runs, by)
    yield Table("groups", title, columns, rows, captions(runs))


def one(run: Run, by: str) -> tuple[list[Column], list[list[Cell]]]:
    """Groups down, metrics across."""
    groups, scores = grouped(run, by)
    rows: list[list[Cell]] = [list(row) for row in zip(groups, *scores.values(), strict=True)]
    return [Column(by, by), *(Column(label, label, 2) for label in run.scores)], rows


def several(runs: Sequence[Run], by: str) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics and groups down, systems across."""
    found = [grouped(run, by) for run in runs]
    labels = dict.fromkeys(label for run in runs for label in run.scores)
    groups = dict.fromkeys(group for names, _ in found for group in names)
    rows: list[list[Cell]] = []
    for label in labels:
        systems = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        rows += [[label, group, *(each.get(group) for each in systems)] for group in groups]
    columns = [Column(name, heading, 2) for name, heading in zip(names_of(runs), headings(runs), strict=True)]
    return [Column("metric", "metric"), Column(by, by), *columns], rows
