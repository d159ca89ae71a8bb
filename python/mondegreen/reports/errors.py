"""Which words were wrong: the most frequent confusions, and what errors cost by a metric that weighs them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from mondegreen.metrics.support.weighed import Weighed
from mondegreen.reports import View, describe_runs, short_names, system_names
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.metrics import tabulate_groups
from mondegreen.results.run import Run
from mondegreen.results.summary import Confusion, count_confusions
from mondegreen.results.word_groups import (
    CostGroup,
    cost_by_tag,
    cost_by_word,
    list_weighted_metrics,
    rank_by_cost,
    sum_substitutions,
)

REFERENCE, HYPOTHESIS = Column("reference", "ref"), Column("hypothesis", "hyp")
KIND_COLUMNS = {"substitutions": [REFERENCE, HYPOTHESIS], "deletions": [REFERENCE], "insertions": [HYPOTHESIS]}


def report_confusions(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The most frequent substitutions, deletions and insertions of each system."""
    found = count_confusions(runs)
    counts = [Column("count", "count", 0)] if len(runs) == 1 else system_columns(runs)
    for kind, columns in KIND_COLUMNS.items():
        these = found.of(kind)
        rows = [confusion_row(each) for each in these.top(view.top)]
        note = f"{len(rows):,} of {len(these.pairs):,} distinct {kind}, {these.counts.sum():,} in total"
        yield Table(kind, f"{kind}: {describe_runs(runs)}", [*columns, *counts], rows, note)


def system_columns(runs: Sequence[Run]) -> list[Column]:
    return [Column(name, heading, 0) for name, heading in zip(system_names(runs), short_names(runs), strict=True)]


def confusion_row(each: Confusion) -> list[Cell]:
    return [*(word for word in (each.reference, each.hypothesis) if word), *each.counts]


METRIC_COLUMN = Column("metric", "metric", None, "programs")
PAIR_COLUMNS = [
    *make_columns(None, reference="ref", hypothesis="hyp"),
    Column("count", "count", 0),
    *make_columns(2, cost="cost", total="total", cosine="cosine"),
]
SUM_COLUMNS = [
    *make_columns(0, words="words", substitutions="sub", deletions="del"),
    *make_columns(2, weight="weight", rate="rate", distance="distance"),
]
NO_WEIGHTS = "none of the metrics weights errors: add ember, wer-e or wer-s"
COST_NOTE = (
    "weight: sum over errors; rate: weight per 100 words; "
    "distance: 100 (1 - cosine), mean over correct and substituted words"
)


def report_costs(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The most costly substitutions by ember, wer-e or wer-s, summed over their occurrences."""
    for system, run, metric in iterate_weighted(runs):
        found = sum_substitutions(run, metric)
        rows = [
            [metric.label, one.reference, one.hypothesis, one.times, one.cost, one.total, cosine_cell(one.cosine)]
            for one in rank_by_cost(found, view.top)
        ]
        note = f"{len(rows)} of {len(found)} different substitutions, which cost {sum(one.total for one in found):.2f}"
        title = f"costs by {metric.label}: {describe_runs([run], system)}"
        yield Table("costs", title, [METRIC_COLUMN, *PAIR_COLUMNS], rows, note, system=system)
    if not list_weighted_metrics(runs):
        yield Table("costs", f"costs: {describe_runs(runs)}", [METRIC_COLUMN, *PAIR_COLUMNS], [], NO_WEIGHTS)


def report_costs_by_word(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The reference words with the most costly errors by ember, wer-e or wer-s."""
    return cost_tables("costs-by-word", Column("word", "word"), cost_by_word, runs, view.top)


def report_costs_by_tag(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """The costs of errors by part of speech, by ember, wer-e or wer-s."""
    return cost_tables("costs-by-tag", Column("tag", "part of speech"), cost_by_tag, runs, None)


def cost_tables(
    name: str, head: Column, ways: Callable[[Run, Weighed], list[CostGroup]], runs: Sequence[Run], top: int | None
) -> Iterator[Block]:
    columns = [METRIC_COLUMN, head, *SUM_COLUMNS]
    for system, run, metric in iterate_weighted(runs):
        found = ways(run, metric)
        rows = [((metric.label, group.name), cost_cells(group)) for group in found[:top]]
        title = f"costs by {metric.label} and {head.heading}: {describe_runs([run], system)}"
        shown = f"{len(rows)} of {len(found)}; " if top is not None else ""
        yield tabulate_groups(name, title, columns, rows, shown + COST_NOTE, system=system)
    if not list_weighted_metrics(runs):
        yield Table(name, f"costs by {head.heading}: {describe_runs(runs)}", columns, [], NO_WEIGHTS)


def iterate_weighted(runs: Sequence[Run]) -> Iterator[tuple[str, Run, Weighed]]:
    metrics = list_weighted_metrics(runs)
    for system, run in zip(system_names(runs), runs, strict=True):
        for metric in metrics:
            yield system, run, metric


def cost_cells(group: CostGroup) -> list[Cell]:
    return [group.words, group.substitutions, group.deletions, group.weight, group.rate, group.mean_distance]


def cosine_cell(cosine: float) -> Cell:
    return None if math.isnan(cosine) else cosine
