"""The scores themselves: a table for one system, and one with the systems side by side for several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from mondegreen.reports import View
from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.reports.caption import caption_run, caption_runs, describe_runs, short_names, system_names
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.run import Run
from mondegreen.results.score import Score

# What people are shown of a score beside it: the fraction that it is, and these columns where a metric has them.
FRACTION = [
    Column("counted", "errors", 0, "people"),
    Column("of", "of", 0, "people"),
    Column("what", "", None, "people"),
]
SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins", "oov": "oov"}
RANGE = ("least", "greatest")


def report_metrics(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric: of one system with the sums that it was made from, of several side by side."""
    if len(runs) == 1:
        yield Table("metrics", describe_runs(runs), *metric_rows(runs[0]), metric_note(caption_run(runs[0]), runs))
    elif runs:
        yield Table("metrics", describe_runs(runs), *side_by_side(runs), metric_note(caption_runs(runs), runs))


def metric_rows(run: Run) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics down, and across what their scores were made from: each metric fills the columns that it has.

    People see less of it than programs, so that many metrics fit a terminal.
    """
    beside = zip_longest(*(score.total for score in run.scores.values()))
    sums = dict.fromkeys(name for names in beside for name in names if name)
    shown = [name for name in SHORT if name in sums]
    between = interval_columns([run])
    columns = [Column("metric", "metric"), Column("score", "score", 2)]
    columns += [Column(name, name, 2) for name in between]
    columns += [*FRACTION, *(Column(name, SHORT[name], 0, "people") for name in shown)]
    columns += [Column(name, name, 0, "programs") for name in sums]
    rows: list[list[Cell]] = [
        [
            label,
            *score_cells(score, between),
            *score.metric.fraction(score.total),
            *(score.total.get(name) for name in (*shown, *sums)),
        ]
        for label, score in run.scores.items()
    ]
    return columns, rows


def side_by_side(runs: Sequence[Run]) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics down, a column for each system."""
    columns = [Column("metric", "metric")]
    between = interval_columns(runs)
    for name, heading in zip(system_names(runs), short_names(runs), strict=True):
        columns.append(Column(name, heading, 2))
        columns += [Column(f"{name} {end}", end, 2) for end in between]
    labels = dict.fromkeys(label for run in runs for label in run.scores)
    rows: list[list[Cell]] = [
        [label, *(cell for run in runs for cell in score_cells(run.scores.get(label), between))] for label in labels
    ]
    return columns, rows


def score_cells(score: Score | None, between: Sequence[str]) -> list[Cell]:
    """A score, and the bounds of its interval and range where any score has them."""
    if score is None:
        return [None] * (1 + len(between))
    found: dict[str, Cell] = {} if score.interval is None else {"low": score.interval.low, "high": score.interval.high}
    found |= dict(zip(RANGE, score.metric.range(score.total) or (), strict=False))
    return [score.value, *map(found.get, between)]


def interval_columns(runs: Sequence[Run]) -> list[str]:
    """The columns of confidence intervals, and of ranges over tied alignments."""
    scores = [score for run in runs for score in run.scores.values()]
    spread = any(score.interval is not None for score in scores)
    tied = any(score.metric.range(score.total) is not None for score in scores)
    return [*(("low", "high") if spread else ()), *(RANGE if tied else ())]


def metric_note(first: str, runs: Sequence[Run]) -> str:
    """The note under the table: the pairs, and what intervals and ranges are."""
    found = (score.interval.how for run in runs for score in run.scores.values() if score.interval is not None)
    said = dict.fromkeys(
        f"low to high: {each.level:g} % of {each.resamples} resamples over {each.over}" for each in found
    )
    few = {
        (score.interval.units, score.interval.how.over)
        for run in runs
        for score in run.scores.values()
        if score.interval is not None
    }
    said |= dict.fromkeys(note for each in sorted(few, key=str) for note in warn_of_few_units(*each))
    tied = ["least to greatest: all alignments that are equally good"] if RANGE[0] in interval_columns(runs) else []
    return "; ".join([first, *said, *tied])
