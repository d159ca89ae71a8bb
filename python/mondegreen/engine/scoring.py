"""Large-scale scoring: an engine scores shards, and their results become one run; the local engine."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Protocol

import numpy as np

from mondegreen.batch import Batch, make_batches, select_pairs
from mondegreen.engine.checkpoint import Checkpoint
from mondegreen.engine.shards import Shards
from mondegreen.engine.task import ShardResult, ShardSummary, ShardTask, digest_inputs, make_result, score_shard
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.rows import Rows, total
from mondegreen.notes import report_notes
from mondegreen.pairs import Gone, Pairs
from mondegreen.progress import progress
from mondegreen.results.run import Run
from mondegreen.results.run_data import describe_run, restore_run
from mondegreen.results.score import Score, aggregate, make_signature
from mondegreen.runner import note_emptied
from mondegreen.wording import pluralize


class Engine(Protocol):
    """Scores shards."""

    def __call__(self, shards: Shards, indices: Sequence[int], task: ShardTask) -> Iterator[ShardResult]:
        """The results of these shards, in their order."""


@dataclass
class RunTotals:
    """The sums over the shards so far."""

    task: ShardTask
    scored: int = 0
    empty: int = 0
    dropped: list[str] = field(default_factory=list)
    emptied: list[str] = field(default_factory=list)
    sums: dict[str, list[list[float]]] = field(default_factory=dict)
    columns: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, result: ShardResult) -> None:
        summary = result.summary
        self.scored += summary.scored
        self.empty += summary.empty
        self.dropped += summary.dropped
        self.emptied += summary.emptied
        for label, found in summary.sums.items():
            for column, part in zip(self.sums.setdefault(label, [[] for _ in found]), found, strict=True):
                column.extend(part)
        for name, values in (result.columns or {}).items():
            self.columns.setdefault(name, []).extend(values)

    def run(self, overview: Gone) -> Run:
        """The run of all shards; with its rows, if the task needs them."""
        unmatched = {name: len(getattr(overview, name)) for name in ("missing", "extra", "duplicate")}
        numbers = {"scored": self.scored, **unmatched, "empty": self.empty}
        pairs = replace(overview, numbers=numbers, dropped=tuple(self.dropped))
        scores = {metric.label: self.score(metric, pairs) for metric in self.task.metrics}
        run = Run(pairs, scores, self.task.settings)
        if not self.task.columns:
            return run
        held = restore_run(describe_run(run), self.columns)
        return replace(held, pairs=replace(held.pairs, files=overview.files))

    def score(self, metric: Metric, pairs: Pairs) -> Score:
        """The score of a metric, without its rows."""
        sums = total(metric.columns, self.sums.get(metric.label, [[] for _ in metric.columns]))
        return Score(metric, Rows.joined(metric.columns, []), sums, make_signature(metric, pairs, self.task.settings))


def run_shards(
    shards: Shards,
    task: ShardTask,
    engine: Engine,
    sink: Callable[[Any], object] | None = None,
    checkpoint: Checkpoint | None = None,
) -> Run:
    """Scores all shards but those of the checkpoint, passes the rows to it and to `sink`, and returns the run."""
    shards.refuse_changed()  # so that the checkpoint is of the files that its plan names
    prepare_metrics(task, shards)
    done = find_valid_shards(checkpoint, shards, task) if checkpoint is not None else {}
    indices = [index for index in range(len(shards)) if index not in done]
    results, totals = engine(shards, indices, task), RunTotals(task)
    names: tuple[str, ...] = ()
    for index in range(len(shards)):
        if index in done and checkpoint is not None:
            result = restore_result(done[index], checkpoint, shards.overview, task)
        else:
            result = next(results)
            if checkpoint is not None:
                checkpoint.add(result)
        if sink is not None:
            sink(result.rows)
        names = result.summary.columns or names
        totals.add(result)
    next(results, None)  # so that the engine can clean up
    shards.refuse_changed()
    if totals.dropped and not totals.scored:
        raise ScoreError(f"{' and '.join(shards.overview.names)} have nothing to score: each pair has an empty side")
    run = totals.run(shards.overview)
    notes = note_emptied(totals.emptied, run.reference)
    report_notes(notes)
    run = replace(run, scoring_notes=notes)
    if checkpoint is not None:
        checkpoint.finish(run, names)
    return run


def prepare_metrics(task: ShardTask, shards: Shards) -> None:
    """Shows all batches to the metrics that must see them first."""

    def every() -> Iterator[Batch]:
        parts = (select_pairs(shards[index], task.settings) for index in range(len(shards)))
        return chain.from_iterable(make_batches(part, task.settings) for part in parts)

    for metric in task.metrics:
        if metric.looks_ahead:
            metric.prepare(every())


def find_valid_shards(checkpoint: Checkpoint, shards: Shards, task: ShardTask) -> dict[int, ShardSummary]:
    """The shards of an earlier run whose inputs have the same digest; file sizes and times may deceive."""
    done = checkpoint.read_summaries()
    found = {
        index: summary
        for index, summary in done.items()
        if index < len(shards) and summary.inputs == digest_inputs(shards[index], task)
    }
    changed = done.keys() - found.keys()
    if changed:
        checkpoint.forget(changed)
        what = f"{pluralize(len(changed), 'shard')} of {len(done)} that were done had other inputs then"
        warnings.warn(f"{what}, and {'is' if len(changed) == 1 else 'are'} scored again", ScoreWarning, stacklevel=2)
    return found


def restore_result(summary: ShardSummary, checkpoint: Checkpoint, overview: Gone, task: ShardTask) -> ShardResult:
    """The result of a shard of an earlier run, with the rows that are needed now."""
    if task.rows is None and not task.columns:
        return ShardResult(summary)
    run = restore_shard(checkpoint.read_columns(summary), overview, task)
    return replace(make_result(summary.index, run, summary.emptied, replace(task, saved=None)), summary=summary)


def restore_shard(columns: Mapping[str, Sequence[Any]], overview: Gone, task: ShardTask) -> Run:
    """The run of a shard from the columns of its rows, whose texts are normalized."""
    pairs = Pairs(
        columns["utterance"],
        columns["reference"],
        columns["hypothesis"],
        overview.names,
        overview.formats,
        overview.keyed,
        overview.join,
        fields={name: columns[f"field.{name}"] for name in overview.fields},
        noun=overview.noun,
    )
    settings = replace(task.settings, normalize=())
    scores = {}
    for metric in task.metrics:
        values = (columns[f"metric.{metric.label}.{name}"] for name in metric.columns)
        rows = Rows.of(metric.columns, [np.array(each, dtype=np.float64) for each in values])
        scores[metric.label] = aggregate(metric, rows, pairs, task.settings)
    return Run(pairs, scores, settings)


def score_locally(shards: Shards, indices: Sequence[int], task: ShardTask) -> Iterator[ShardResult]:
    """Scores these shards one after the other, each on all threads."""
    share = len(indices) / max(len(shards), 1)
    with progress(shards.overview.names[1], int(shards.count * len(task.metrics) * share)) as advance:
        for index in indices:
            yield score_shard(index, shards[index], task, advance)
