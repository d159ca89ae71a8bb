"""Sentences, words and errors by group: the summary that sclite's users know, in per cent and as counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen.aggregate.run import Run
from mondegreen.aggregate.summary import ERRORS, SIZES, SPREADS, Summary, spread_columns, summarize_run, to_percentages
from mondegreen.report import View
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import caption_run, caption_runs, describe_runs, system_names

Numbers: TypeAlias = NDArray[np.float64]

HEADINGS = ("snt", "wrd", "corr", "sub", "del", "ins", "err", "s.err")
RATES = ("correct", "substitution", "deletion", "insertion", "error", "sentence_error")
COUNTS = [Column(name, head, 0) for name, head in zip((*SIZES, *ERRORS), HEADINGS, strict=True)]
PERCENTAGES = COUNTS[:2] + [Column(f"{name}_rate", head, 1) for name, head in zip(RATES, HEADINGS[2:], strict=True)]
SPREAD_NAMES = dict(zip(SPREADS, ("Mean", "S.D.", "Median"), strict=True))


def report_summary(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group, in per cent: the summary that sclite's users know."""
    return summary_tables("summary", "Sum/Avg", PERCENTAGES, to_percentages, runs, view)


def report_counts(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group, as counts: the summary that sclite's users know."""
    return summary_tables("counts", "Sum", COUNTS, np.copy, runs, view)


def summary_tables(
    name: str, total: str, columns: list[Column], way: Callable[[Numbers], Numbers], runs: Sequence[Run], view: View
) -> Iterator[Block]:
    """A table for each system with its groups; those whose pairs nothing groups share one."""
    named = list(zip(system_names(runs), runs, strict=True))
    whole = [(system, run) for system, run in named if view.column(run) is None]
    if whole:
        rows = [summary_row(system, way(summarize_run(run).total)) for system, run in whole]
        these = [run for _, run in whole]
        yield Table(name, describe_runs(these), [Column("system", "system"), *columns], rows, caption_runs(these))
    for system, run in named:
        if (by := view.column(run)) is not None:
            found = summarize_run(run, by)
            heads = [Column(by, by), *columns]
            title = f"{describe_runs([run], system)}, by {by}"
            rows = [summary_row(group, numbers) for group, numbers in zip(found.names, way(found.counts), strict=True)]
            yield Table(name, title, heads, rows, summary_note(run, found), spread_rows(total, found, way), system)


def summary_row(name: str, numbers: Numbers) -> list[Cell]:
    """A row of the table."""
    return [name, *numbers.tolist()]


def spread_rows(total: str, found: Summary, way: Callable[[Numbers], Numbers]) -> list[list[Cell]]:
    """All groups together, and how they spread."""
    spreads = zip(SPREAD_NAMES.values(), spread_columns(way(found.counts)), strict=True)
    return [summary_row(total, way(found.total)), *(summary_row(name, numbers) for name, numbers in spreads)]


def summary_note(run: Run, found: Summary) -> str:
    """What was paired, and which groups have no rates."""
    lacking = found.without_words
    groups = "groups have" if lacking > 1 else "group has"
    said = [f"{lacking} {groups} no reference word, and no part in the mean, S.D. and median of rates"]
    return "; ".join([caption_run(run), *(said if lacking else [])])
