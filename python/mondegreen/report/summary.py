"""Sentences, words and errors by group: the summary that sclite's users know, in per cent and as counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen.aggregate.summary import ERRORS, SIZES, SPREADS, rates, spread, summary
from mondegreen.report.blocks import Column, Table
from mondegreen.report.caption import against, caption, captions, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.summary import Summary
    from mondegreen.report import View
    from mondegreen.report.blocks import Block, Cell

Numbers: TypeAlias = NDArray[np.float64]

HEADINGS = ("snt", "wrd", "corr", "sub", "del", "ins", "err", "s.err")
RATES = ("correct", "substitution", "deletion", "insertion", "error", "sentence_error")
COUNTS = [Column(name, head, 0) for name, head in zip((*SIZES, *ERRORS), HEADINGS, strict=True)]
PERCENTAGES = COUNTS[:2] + [Column(f"{name}_rate", head, 1) for name, head in zip(RATES, HEADINGS[2:], strict=True)]
SPREAD_NAMES = dict(zip(SPREADS, ("Mean", "S.D.", "Median"), strict=True))


def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group, in per cent: the summary that sclite's users know."""
    return tables("summary", "Sum/Avg", PERCENTAGES, rates, runs, view)


def counts(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group, as counts: the summary that sclite's users know."""
    return tables("counts", "Sum", COUNTS, np.copy, runs, view)


def tables(
    name: str, total: str, columns: list[Column], way: Callable[[Numbers], Numbers], runs: Sequence[Run], view: View
) -> Iterator[Block]:
    """A table for each system with its groups; those whose pairs nothing groups share one."""
    named = list(zip(names(runs), runs, strict=True))
    whole = [(system, run) for system, run in named if view.column(run) is None]
    if whole:
        rows = [row(system, way(summary(run).total)) for system, run in whole]
        these = [run for _, run in whole]
        yield Table(name, against(these), [Column("system", "system"), *columns], rows, captions(these))
    for system, run in named:
        if (by := view.column(run)) is not None:
            found = summary(run, by)
            heads = [Column(by, by), *columns]
            title = f"{against([run], system)}, by {by}"
            rows = [row(group, numbers) for group, numbers in zip(found.names, way(found.counts), strict=True)]
            yield Table(name, title, heads, rows, note(run, found), foot(total, found, way), system)


def row(name: str, numbers: Numbers) -> list[Cell]:
    """A row of the table."""
    return [name, *numbers.tolist()]


def foot(total: str, found: Summary, way: Callable[[Numbers], Numbers]) -> list[list[Cell]]:
    """All groups together, and how they spread."""
    spreads = zip(SPREAD_NAMES.values(), spread(way(found.counts)), strict=True)
    return [row(total, way(found.total)), *(row(name, numbers) for name, numbers in spreads)]


def note(run: Run, found: Summary) -> str:
    """What was paired, and which groups have no rates."""
    lacking = found.without_words
    groups = "groups have" if lacking > 1 else "group has"
    said = [f"{lacking} {groups} no reference word, and no part in the mean, S.D. and median of rates"]
    return "; ".join([caption(run), *(said if lacking else [])])
