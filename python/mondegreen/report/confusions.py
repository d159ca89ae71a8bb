"""The most frequent substitutions, deletions and insertions of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.aggregate.confusions import Confusion, count_confusions
from mondegreen.aggregate.run import Run
from mondegreen.report import View
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import describe_runs, short_names, system_names

REFERENCE, HYPOTHESIS = Column("reference", "ref"), Column("hypothesis", "hyp")
WORDS = {"substitutions": [REFERENCE, HYPOTHESIS], "deletions": [REFERENCE], "insertions": [HYPOTHESIS]}


def report_confusions(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """A table for each kind of error, with a count for each system."""
    found = count_confusions(runs)
    counts = [Column("count", "count", 0)] if len(runs) == 1 else system_columns(runs)
    for kind, columns in WORDS.items():
        these = found.of(kind)
        rows = [confusion_row(each) for each in these.top(view.top)]
        note = f"{len(rows)} of {len(these.pairs)} different {kind}, {these.counts.sum()} in all"
        yield Table(kind, f"{kind}: {describe_runs(runs)}", [*columns, *counts], rows, note)


def system_columns(runs: Sequence[Run]) -> list[Column]:
    """A column for each system."""
    return [Column(name, heading, 0) for name, heading in zip(system_names(runs), short_names(runs), strict=True)]


def confusion_row(each: Confusion) -> list[Cell]:
    """The words that there are, and the counts."""
    return [*(word for word in (each.reference, each.hypothesis) if word), *each.counts]
