"""Large-scale scoring: shard by shard, here or by Ray; rows are written as they come, and runs taken up again."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from mondegreen._core import __version__
from mondegreen.batch import SIZE, Batch, Settings, make_batches, select_pairs
from mondegreen.engine.checkpoint import Checkpoint, create_checkpoints
from mondegreen.engine.shards import (
    HeldShards,
    ShardResult,
    Shards,
    ShardSummary,
    ShardTask,
    digest_inputs,
    make_result,
    open_streamed,
    score_shard,
)
from mondegreen.errors import ScoreError, ScoreWarning, pluralize, warn
from mondegreen.formats.stream import NotStreamable, open_streams
from mondegreen.io.source import STDIN, expand_pattern, without_prefix
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.rows import Rows, total
from mondegreen.notes import report_notes
from mondegreen.pairs import Join, Pairs, StreamedPairs
from mondegreen.progress import progress
from mondegreen.resolve import find_idle_notes, resolve_measuring, scores_sessions, settings_by_system
from mondegreen.results.row_files import list_row_columns, select_row_format
from mondegreen.results.run import Run
from mondegreen.results.run_data import describe_run, restore_run
from mondegreen.results.saved import rows_ending
from mondegreen.results.score import Score, make_signature
from mondegreen.runner import (
    NOTHING_LEFT,
    check_columns,
    complete_run,
    list_input_files,
    needs_rows,
    prepare_metrics,
    read_systems,
    refuse_twice,
    side_of,
)

if TYPE_CHECKING:
    from mondegreen.plan.score import ScorePlan
    from mondegreen.resources import Resources
    from mondegreen.results.interval import Bootstrap

# What makes no difference to what is saved, so that a run may be taken up with another of these.
BESIDE = """
    output_format output rows save plot report top by ci resample_by resamples level seed threads
    engine ray_address num_cpus resume cache no_cache max_bytes quiet
""".split()  # noqa: SIM905 - a line of names is easier to read
# What needs both sides whole.
WHOLE = "segments whole utt2spk spk2utt column uem".split()  # noqa: SIM905 - as above

# Reports of who speaks, which is not kept of shards.
IN_MEMORY = {"speakers", "utterances"}


class Engine(Protocol):
    """Scores shards."""

    def __call__(self, shards: Shards, indices: Sequence[int], task: ShardTask) -> Iterator[ShardResult]:
        """The results of these shards, in their order."""


def score_shards(plan: ScorePlan, resources: Resources | None) -> list[Run]:
    """The runs of all systems, each scored shard by shard; rows are written and saved as they come."""
    metrics, settings, how = resolve_measuring(plan, resources)
    systems, engine = list(shards_of(plan, settings)), make_engine(plan)
    for each in systems:
        check_columns(each.overview, plan.by, how)
    settled = settings_by_system(plan, settings, len(systems))
    work = ShardTask(metrics, settings, rows=plan.rows, columns=needs_rows(plan))
    with ExitStack() as stack:
        for each in systems:
            stack.callback(each.close)
        put, work = open_rows(plan, stack, systems, work)
        keepers, work = open_checkpoints(plan, stack, systems, work)
        pairs = zip(systems, settled, keepers, strict=True)
        return [
            run_shards(each, replace(work, settings=own), engine, put, keeper, by=plan.by, how=how)
            for each, own, keeper in pairs
        ]


def shards_of(plan: ScorePlan, settings: Settings) -> Iterator[Shards]:
    """The shards of each system, read as they are scored if that can be; what did not fit is told."""
    size = plan.batch_size or SIZE
    refuse_twice(plan.reference, *plan.hypotheses)
    sessions = settings if scores_sessions(plan) else None
    if sessions and (names := IN_MEMORY.intersection((plan.report or "").split(","))):
        raise ScoreError(f"--report {min(names)} needs all sessions in memory, and they are scored in shards")
    # Several hypotheses may be parts of one system.
    if sessions or len(plan.hypotheses) != 1 or any(getattr(plan, name) for name in WHOLE):
        systems = read_systems(plan, plan.reference, plan.hypotheses, sessions=sessions)[1]
        yield from (HeldShards(pairs, size) for pairs in systems)
        return
    for name in plan.hypotheses:
        yield open_shards(plan, name, size)


def open_shards(plan: ScorePlan, name: str, size: int) -> Shards:
    """The shards of the one system; what cannot be read by blocks is read whole, and told if it is held."""
    ours, theirs = list_input_files(plan, [[plan.reference], [name]])
    try:
        sides = open_streams(side_of(plan, plan.reference, "ref"), side_of(plan, name, "hyp"), size)
        found = open_streamed(*sides, Join(plan.missing, plan.extra, plan.duplicate))
    except NotStreamable as why:
        if why.told:
            warn(f"{plan.reference} and {name} {why}")
        (pairs,) = read_systems(plan, plan.reference, [name])[1]
        return HeldShards(pairs, size)
    report_notes(found.overview.list_notes(find_idle_notes(plan)))
    return replace(found, overview=replace(found.overview, files=(*ours, *theirs)))


def open_rows(
    plan: ScorePlan, stack: ExitStack, systems: Sequence[Shards], work: ShardTask
) -> tuple[Callable[[Any], object] | None, ShardTask]:
    """What puts rows into the file that was asked for, and the work that makes them ready for it."""
    if plan.rows is None:
        return None, work
    fields = dict.fromkeys(name for each in systems for name in each.overview.fields)
    names = list_row_columns(fields, {metric.label: metric for metric in work.metrics})
    return stack.enter_context(select_row_format(plan.rows).opened(plan.rows, names)), replace(work, names=names)


def open_checkpoints(
    plan: ScorePlan, stack: ExitStack, systems: Sequence[Shards], work: ShardTask
) -> tuple[Sequence[Checkpoint | None], ShardTask]:
    """What keeps the run of each system, and the work that makes ready what it keeps."""
    if plan.save is None:
        return [None] * len(systems), work
    names = [each.overview.names[1] for each in systems]
    keepers = stack.enter_context(create_checkpoints(plan.save, names, describe_plan(plan), resume=plan.resume))
    return keepers, replace(work, saved=rows_ending(plan.save))


def describe_plan(plan: ScorePlan) -> dict[str, Any]:
    """All that makes a difference to what is saved: the options, the version, and the files as they are."""
    paths = (plan.reference, *plan.hypotheses)
    if plan.resume and STDIN in paths:
        raise ScoreError("--resume reads the files again, and standard input is gone; put it into a file")
    names = [file for path in paths if path != STDIN for file in expand_pattern(without_prefix(path)[1])]
    stats = [(name, Path(name).stat()) for name in names if Path(name).is_file()]
    options = {name: value for name, value in plan if name not in BESIDE}
    found = [[name, stat.st_size, stat.st_mtime_ns] for name, stat in stats]
    return {**options, "files": found, "version": __version__}


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

    def run(self, overview: StreamedPairs) -> Run:
        """The run of all shards; with its rows, if the task needs them."""
        unmatched = {name: len(getattr(overview, name)) for name in ("missing", "extra", "duplicate")}
        numbers = {"scored": self.scored, **unmatched, "empty": self.empty}
        pairs = replace(overview, numbers=numbers, dropped=tuple(self.dropped))
        scores = {metric.label: self.score(metric, pairs) for metric in self.task.metrics}
        run = Run(pairs, scores, self.task.settings)
        if not self.task.columns:
            return run
        held = restore_run(describe_run(run), self.columns)
        # The models are those that measured it: what is saved names their packages.
        own = replace(held.settings, resources=run.settings.resources, threads=run.settings.threads)
        return replace(held, pairs=replace(held.pairs, files=overview.files), settings=own)

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
    *,
    by: str | None = None,
    how: Bootstrap | None = None,
) -> Run:
    """Scores all shards but those of the checkpoint, passes the rows to it and to `sink`, and returns the run."""
    shards.refuse_changed()  # so that the checkpoint is of the files that its plan names
    prepare_metrics(task.metrics, lambda: iterate_batches(shards, task.settings))
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
    run = totals.run(shards.overview)
    if run.pairs.dropped and not len(run.pairs):
        raise ScoreError(NOTHING_LEFT.format(" and ".join(run.pairs.names)))
    run = complete_run(run, totals.emptied, by, how)
    if checkpoint is not None:
        checkpoint.finish(run, names)
    return run


def iterate_batches(shards: Shards, settings: Settings) -> Iterator[Batch]:
    for index in range(len(shards)):
        yield from make_batches(select_pairs(shards[index], settings), settings)


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


def restore_result(
    summary: ShardSummary, checkpoint: Checkpoint, overview: StreamedPairs, task: ShardTask
) -> ShardResult:
    """The result of a shard of an earlier run, with the rows that are needed now."""
    if task.rows is None and not task.columns:
        return ShardResult(summary)
    run = restore_shard(checkpoint.read_columns(summary), overview, task)
    return replace(make_result(summary.index, run, summary.emptied, replace(task, saved=None)), summary=summary)


def restore_shard(columns: Mapping[str, Sequence[Any]], overview: StreamedPairs, task: ShardTask) -> Run:
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
        signature = make_signature(metric, pairs, task.settings)
        scores[metric.label] = Score(metric, rows, rows.total(), signature)
    return Run(pairs, scores, settings)


def score_locally(shards: Shards, indices: Sequence[int], task: ShardTask) -> Iterator[ShardResult]:
    """Scores these shards one after the other, each on all threads."""
    share = len(indices) / max(len(shards), 1)
    with progress(shards.overview.names[1], int(shards.count * len(task.metrics) * share)) as advance:
        for index in indices:
            yield score_shard(index, shards[index], task, advance)


def make_engine(plan: ScorePlan) -> Engine:
    if plan.engine == "local":
        return score_locally
    from mondegreen.engine.cluster import Cluster

    return Cluster(plan.ray_address, plan.num_cpus)
