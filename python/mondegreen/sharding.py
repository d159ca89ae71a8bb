"""Large-scale scoring: shard by shard, here or by Ray; rows are written as they come, and runs taken up again."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mondegreen._core import __version__
from mondegreen.batch import SIZE
from mondegreen.engine.checkpoint import create_checkpoints
from mondegreen.engine.scoring import run_shards
from mondegreen.engine.shards import HeldShards, open_streamed
from mondegreen.engine.task import ShardTask
from mondegreen.errors import ScoreError, warn
from mondegreen.formats.shards import list_files
from mondegreen.formats.stream import NotStreamable, open_streams
from mondegreen.io.source import STDIN, without_prefix
from mondegreen.notes import report_notes, select_notes
from mondegreen.pairs import Pairs
from mondegreen.resolve import (
    check_models_are_used,
    find_idle_notes,
    make_bootstrap,
    make_join,
    make_settings,
    select_metrics,
    settings_by_system,
)
from mondegreen.results.interval import find_intervals
from mondegreen.results.row_files import list_row_columns, select_row_format
from mondegreen.results.saved import rows_ending
from mondegreen.runner import list_input_files, needs_rows, read_systems, refuse_twice, side_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.engine.checkpoint import Checkpoint
    from mondegreen.engine.scoring import Engine
    from mondegreen.engine.shards import Shards
    from mondegreen.plan.score import ScorePlan
    from mondegreen.resources import Resources
    from mondegreen.results.interval import Bootstrap
    from mondegreen.results.run import Run

    P = TypeVar("P", bound=Pairs)

# What makes no difference to what is saved, so that a run may be taken up with another of these.
BESIDE = """
    output_format output rows save plot report top by interval resamples level seed threads
    engine ray_address num_cpus resume cache no_cache max_bytes quiet
""".split()  # noqa: SIM905 - a line of names is easier to read
# What needs both sides whole.
WHOLE = "segments whole utt2spk spk2utt column".split()  # noqa: SIM905 - as above


def score_shards(plan: ScorePlan, resources: Resources | None = None) -> list[Run]:
    """The runs of all systems, each scored shard by shard; rows are written and saved as they come."""
    metrics, settings, how = select_metrics(plan), make_settings(plan, resources), make_bootstrap(plan)
    check_models_are_used(plan, metrics)
    systems, engine = list(shards_of(plan)), select_engine(plan)
    settled = settings_by_system(plan, settings, len(systems))
    work = ShardTask(metrics, settings, rows=plan.rows, columns=needs_rows(plan))
    with ExitStack() as stack:
        for each in systems:
            stack.callback(each.close)
        put, work = open_rows(plan, stack, systems, work)
        keepers, work = open_checkpoints(plan, stack, systems, work)
        pairs = zip(systems, settled, keepers, strict=True)
        found = [run_shards(each, replace(work, settings=own), engine, put, keeper) for each, own, keeper in pairs]
        return [add_intervals(run, plan, how) for run in found]


def select_engine(plan: ScorePlan) -> Engine:
    """The engine."""
    if plan.engine == "local":
        from mondegreen.engine.scoring import score_locally

        return score_locally
    from mondegreen.engine.cluster import Cluster

    return Cluster(plan.ray_address, plan.num_cpus)


def shards_of(plan: ScorePlan) -> Iterator[Shards]:
    """The shards of each system, read as they are scored if that can be; what did not fit is told."""
    size = plan.batch_size or SIZE
    refuse_twice(plan.reference, *plan.hypotheses)
    # Several hypotheses may be parts of one system.
    if len(plan.hypotheses) != 1 or any(getattr(plan, name) for name in WHOLE):
        systems = read_systems(plan, plan.reference, plan.hypotheses)[1]
        yield from (HeldShards(check_columns(pairs, plan), size) for pairs in systems)
        return
    for name in plan.hypotheses:
        yield open_shards(plan, name, size)


def open_shards(plan: ScorePlan, name: str, size: int) -> Shards:
    """The shards of the one system; what cannot be read by blocks is read whole, and told if it is held."""
    ours, theirs = list_input_files(plan, plan.reference, [name])
    try:
        sides = open_streams(side_of(plan, plan.reference, "ref"), side_of(plan, name, "hyp"), size)
        found = open_streamed(*sides, make_join(plan))
    except NotStreamable as why:
        if why.told:
            warn(f"{plan.reference} and {name} {why}")
        (pairs,) = read_systems(plan, plan.reference, [name])[1]
        return HeldShards(check_columns(pairs, plan), size)
    report_notes(select_notes(check_columns(found.overview, plan).list_notes(), find_idle_notes(plan)))
    return replace(found, overview=replace(found.overview, files=(*ours, *theirs)))


def check_columns(pairs: P, plan: ScorePlan) -> P:
    """The pairs, if they have the columns that will be asked for."""
    how = make_bootstrap(plan)
    for column in (plan.by, how.over if how else None):
        if column is not None:
            pairs.column(column)
    return pairs


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
    names = [file for path in paths if path != STDIN for file in list_files(without_prefix(path)[1])]
    stats = [(name, Path(name).stat()) for name in names if Path(name).is_file()]
    options = {name: value for name, value in plan if name not in BESIDE}
    found = [[name, stat.st_size, stat.st_mtime_ns] for name, stat in stats]
    return {**options, "files": found, "version": __version__}


def add_intervals(run: Run, plan: ScorePlan, how: Bootstrap | None) -> Run:
    """The run with its groups and intervals."""
    run = replace(run, by=plan.by, settings=replace(run.settings, threads=plan.threads))
    if how is None:
        return run
    found = find_intervals(run.scores, run.pairs.column(how.over), how, plan.threads)
    return replace(run, scores={label: replace(score, interval=found[label]) for label, score in run.scores.items()})
