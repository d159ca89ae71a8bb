"""The scores with their counts; of several systems with the change from the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import isnan

from mondegreen.reports import View, describe_runs, short_names
from mondegreen.reports.blocks import Block, Cell, Column, Judged, Table
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
INTERVAL = [Column("low", "CI low", 2, unit="%"), Column("high", "CI high", 2, unit="%")]
RANGE = [Column("least", "min", 2, unit="%"), Column("greatest", "max", 2, unit="%")]
CHANGE = Column("change", "change", 2, signed=True)


def report_metrics(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric with the counts that it was made from; of several systems each beside the first."""
    if runs:
        yield Table("metrics", describe_runs(runs), *metric_rows(runs), metric_note(runs))


def metric_rows(runs: Sequence[Run]) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics down, below each its systems; across what their scores were made from.

    People see less of it than programs, so that many metrics fit a terminal.
    """
    several = len(runs) > 1
    scores = [score for run in runs for score in run.scores.values()]
    sums = dict.fromkeys(name for names in zip_longest(*(score.total for score in scores)) for name in names if name)
    shown = [name for name in SHORT if name in sums]
    between = interval_columns(runs)
    columns = [Column("metric", "metric", once=True), *([Column("system", "system")] if several else [])]
    columns += [Column("score", "score", 2, unit="%"), *([CHANGE] if several else []), *between, *FRACTION]
    columns += [Column(name, SHORT[name], 0, "people") for name in shown]
    columns += [Column(name, name, 0, "programs") for name in sums]
    rows: list[list[Cell]] = []
    for label in dict.fromkeys(label for run in runs for label in run.scores):
        found = [run.scores.get(label) for run in runs]
        numbers = judge_best([None if score is None else score.value for score in found], runs, label)
        for name, score, number in zip(short_names(runs), found, numbers, strict=True):
            heads = [label, *([name] if several else []), number, *([change_cell(found[0], score)] if several else [])]
            rows.append([*heads, *list_cells(score, between, [*shown, *sums])])
    return columns, rows


def judge_best(values: Sequence[float | None], runs: Sequence[Run], label: str) -> list[Cell]:
    """The scores of a metric, of which the best is marked where they differ."""
    defined = {value for value in values if value is not None and not isnan(value)}
    if len(defined) < 2:
        return list(values)
    metric = next(run.scores[label].metric for run in runs if label in run.scores)
    best = max(defined) if metric.better == "higher" else min(defined)
    return [Judged(value, "best") if value == best else value for value in values]


def change_cell(base: Score | None, score: Score | None) -> Cell:
    """The change from the first system in points, and whether it is for the better; none of the first itself."""
    if base is None or score is None or score is base:
        return None
    change = score.value - base.value
    if not score.noise.differs(base.value, score.value):
        return change
    return Judged(change, "better" if (change > 0) is (score.metric.better == "higher") else "worse")


def list_cells(score: Score | None, between: Sequence[Column], names: Sequence[str]) -> list[Cell]:
    """The bounds of a score's interval and of its range in these columns, its fraction, and its sums of these names."""
    if score is None:
        return [None] * (len(between) + len(FRACTION) + len(names))
    bounds = dict(zip((column.name for column in RANGE), score.metric.range(score.total) or (), strict=False))
    if score.interval is not None:
        bounds |= {"low": score.interval.low, "high": score.interval.high}
    ours = [bounds.get(column.name) for column in between]
    return [*ours, *score.metric.fraction(score.total), *map(score.total.get, names)]


def interval_columns(runs: Sequence[Run]) -> list[Column]:
    """The columns of confidence intervals, and of ranges over tied alignments."""
    scores = [score for run in runs for score in run.scores.values()]
    spread = any(score.interval is not None for score in scores)
    tied = any(score.metric.range(score.total) is not None for score in scores)
    return [*(INTERVAL if spread else ()), *(RANGE if tied else ())]


def metric_note(runs: Sequence[Run]) -> str:
    """The note under the table: what intervals, ranges and changes are."""
    intervals = [score.interval for run in runs for score in run.scores.values() if score.interval is not None]
    said = dict.fromkeys(
        f"CI: {how.level:g} % bootstrap confidence interval, {how.resamples:,} resamples by {how.over}, seed {how.seed}"
        for how in (interval.how for interval in intervals)
    )
    few = {(interval.units, interval.how.over) for interval in intervals}
    said |= dict.fromkeys(note for each in sorted(few, key=str) for note in warn_of_few_units(*each))
    if any(column in RANGE for column in interval_columns(runs)):
        said["min to max: over all tied alignments"] = None
    if len(runs) > 1:
        said["change: in points, from the first system; `mondegreen compare` tests it"] = None
        said |= dict.fromkeys(f"higher is better: {label}" for label in list_higher_is_better(runs))
    return "; ".join(said)


def list_higher_is_better(runs: Sequence[Run]) -> list[str]:
    scores = {label: score for run in runs for label, score in run.scores.items()}
    return [label for label, score in scores.items() if score.metric.better == "higher"]
