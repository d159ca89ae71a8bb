"""The scores themselves: a table for one system, and one with the systems side by side for several."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from mondegreen.pairs import counted
from mondegreen.report.blocks import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report import View
    from mondegreen.report.blocks import Block

SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins"}


def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric, with the sums that it was made from."""
    for run in runs:
        yield Table("metrics", f"{run.name} against {run.reference}", *table(run), caption(run))


def table(run: Run) -> tuple[list[Column], list[list[str | float | None]]]:
    """Metrics down, their columns across: each metric fills the columns that it has."""
    side_by_side = zip_longest(*(score.total for score in run.scores.values()))
    names = dict.fromkeys(name for names in side_by_side for name in names if name)
    columns = [Column("metric", "metric"), Column("score", "score", 2)]
    columns += [Column(name, SHORT.get(name, name), 0) for name in names]
    rows = [[label, score.value, *(score.total.get(name) for name in names)] for label, score in run.scores.items()]
    return columns, rows


def caption(run: Run) -> str:
    """What was paired, and how."""
    counts = run.pairs.counts()
    odd = [f"{count} {what}" for what, count in counts.items() if count and what != "scored"]
    how = "key" if run.pairs.keyed else "line"
    return ", ".join([f"{counted(run.pairs.keys)} paired by {how}", *odd])
