"""The scores themselves: a table for one system, and one with the systems side by side for several."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from mondegreen.report.blocks import Column, Table
from mondegreen.report.caption import against, caption, captions, headings, names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.score import Score
    from mondegreen.report import View
    from mondegreen.report.blocks import Block, Cell

SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins"}


def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric: of one system with the sums that it was made from, of several side by side."""
    if len(runs) == 1:
        yield Table("metrics", against(runs), *table(runs[0]), sentences(caption(runs[0]), runs))
    elif runs:
        yield Table("metrics", against(runs), *side_by_side(runs), sentences(captions(runs), runs))


def table(run: Run) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics down, their columns across: each metric fills the columns that it has."""
    beside = zip_longest(*(score.total for score in run.scores.values()))
    sums = dict.fromkeys(name for names in beside for name in names if name)
    spread = spreads([run])
    columns = [Column("metric", "metric"), Column("score", "score", 2)]
    columns += [Column(name, name, 2) for name in ("low", "high") if spread]
    columns += [Column(name, SHORT.get(name, name), 0) for name in sums]
    rows: list[list[Cell]] = [
        [label, *value(score, spread=spread), *(score.total.get(name) for name in sums)]
        for label, score in run.scores.items()
    ]
    return columns, rows


def side_by_side(runs: Sequence[Run]) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics down, a column for each system."""
    columns = [Column("metric", "metric")]
    spread = spreads(runs)
    for name, heading in zip(names(runs), headings(runs), strict=True):
        columns.append(Column(name, heading, 2))
        columns += [Column(f"{name} {end}", end, 2) for end in ("low", "high") if spread]
    labels = dict.fromkeys(label for run in runs for label in run.scores)
    rows: list[list[Cell]] = [
        [label, *(cell for run in runs for cell in value(run.scores.get(label), spread=spread))] for label in labels
    ]
    return columns, rows


def value(score: Score | None, *, spread: bool) -> list[Cell]:
    """A score, and between what it lies where any score says so."""
    number = None if score is None else score.value
    interval = None if score is None else score.interval
    ends: list[Cell] = [None, None] if interval is None else [interval.low, interval.high]
    return [number, *(ends if spread else [])]


def spreads(runs: Sequence[Run]) -> bool:
    """Whether any score has an interval."""
    return any(score.interval is not None for run in runs for score in run.scores.values())


def sentences(first: str, runs: Sequence[Run]) -> str:
    """What is said under the table: what was paired, and what low and high are."""
    found = (score.interval.how for run in runs for score in run.scores.values() if score.interval is not None)
    said = dict.fromkeys(
        f"low to high: {each.level:g} % of {each.resamples} resamples over {each.over}" for each in found
    )
    return "; ".join([first, *said])
