"""How metrics correlate: a table of pairs, and one of each metric with each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.aggregate.interval import warn_of_few_units
from mondegreen.aggregate.run import Run
from mondegreen.compare.correlations import KENDALL, Correlation, Correlations
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import describe_runs

PLACES = 3


def report_correlations(runs: Sequence[Run], found: Correlations) -> Iterator[Block]:
    """Every pair of metrics with its interval and who matters most; then the coefficients alone."""
    over = found.how.over
    columns = [
        Column("first", "metric"),
        Column("second", "with"),
        Column(found.method, found.method, PLACES),
        Column("low", "low", PLACES),
        Column("high", "high", PLACES),
        Column("without", "without", PLACES),
        Column("influence", over),
    ]
    title = f"{found.method} over {over}: {describe_runs(runs)}"
    yield Table(
        "correlations", title, columns, [correlation_row(each) for each in found.pairs], describe_samples(found)
    )
    heads = [Column("metric", "metric"), *(Column(label, label, PLACES) for label in found.labels)]
    rows: list[list[Cell]] = [[one, *(found.value(one, other) for other in found.labels)] for one in found.labels]
    yield Table("matrix", title, heads, rows)


def correlation_row(each: Correlation) -> list[Cell]:
    """A pair of metrics."""
    numbers = [each.value, each.interval.low, each.interval.high]
    influence: list[Cell] = [None, None] if each.influence is None else [each.influence.without, each.influence.name]
    return [each.first, each.second, *numbers, *influence]


def describe_samples(found: Correlations) -> str:
    """Over what the coefficients are, and what their intervals are."""
    counts = " and ".join(dict.fromkeys(str(len(each.names)) for each in found.samples))
    left_out = sum(each.left_out for each in found.samples)
    drawn = found.how
    way = "the jackknife" if found.method == KENDALL else f"{drawn.resamples} resamples, seed {drawn.seed}"
    said = [
        *([f"mean of {len(found.samples)} systems"] if len(found.samples) > 1 else []),
        f"{counts} by {drawn.over}",
        *([f"{left_out} left out, of which a side is empty or a metric not defined"] if left_out else []),
        f"low to high: {drawn.level:g} % by {way}",
        *warn_of_few_units(
            min(len(each.names) for each in found.samples), drawn.over.partition(":")[0].removesuffix("s")
        ),
        f"without: leaving out the one {drawn.over} that matters most",
        *(f"{label} does not vary: nothing correlates with it" for label in found.constant),
    ]
    return "; ".join(said)
