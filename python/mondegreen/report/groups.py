"""Every metric's score by group: speakers, or any other column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.aggregate.groups import score_column_groups, score_groups
from mondegreen.aggregate.run import Run
from mondegreen.compare.bygroup import LENGTH, group_by_length
from mondegreen.report import View
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import caption_runs, describe_runs, short_names
from mondegreen.report.caption import system_names as names_of

# The names of groups, and by metric the score of each.
Found = tuple[Sequence[str], dict[str, list[float]]]


def report_groups(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Every metric's score by group: speakers, or any other column; utterances where nothing else groups."""
    if not runs:
        return
    by = next((column for run in runs if (column := view.column(run))), "utterance")
    yield group_table("groups", by, runs, [score_column_groups(run, by) for run in runs])


def report_lengths(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Every metric's score by the number of words in the reference."""
    if runs:
        yield group_table("lengths", LENGTH, runs, list(map(score_by_length, runs)))


def score_by_length(run: Run) -> Found:
    """Every metric's score of utterances of like length."""
    return score_groups(run, group_by_length(run))


def group_table(name: str, by: str, runs: Sequence[Run], found: Sequence[Found]) -> Table:
    """The table of what was found of each run."""
    columns, rows = (
        single_system_rows(runs[0], by, found[0]) if len(runs) == 1 else several_systems_rows(runs, by, found)
    )
    return Table(name, f"{describe_runs(runs)}, by {by}", columns, rows, caption_runs(runs))


def single_system_rows(run: Run, by: str, found: Found) -> tuple[list[Column], list[list[Cell]]]:
    """Groups down, metrics across."""
    groups, scores = found
    rows: list[list[Cell]] = [list(row) for row in zip(groups, *scores.values(), strict=True)]
    return [Column(by, by), *(Column(label, label, 2) for label in run.scores)], rows


def several_systems_rows(runs: Sequence[Run], by: str, found: Sequence[Found]) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics and groups down, systems across."""
    labels = dict.fromkeys(label for run in runs for label in run.scores)
    groups = dict.fromkeys(group for names, _ in found for group in names)
    rows: list[list[Cell]] = []
    for label in labels:
        systems = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        rows += [[label, group, *(each.get(group) for each in systems)] for group in groups]
    columns = [Column(name, heading, 2) for name, heading in zip(names_of(runs), short_names(runs), strict=True)]
    return [Column("metric", "metric"), Column(by, by), *columns], rows
