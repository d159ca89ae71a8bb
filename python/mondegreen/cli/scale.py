"""Options of `mondegreen score` for work that is large, and what is done otherwise then: shard by shard."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import ExitStack
    from typing import Any, TypeVar

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Settings
    from mondegreen.engine.outcome import Work
    from mondegreen.engine.scoring import Engine
    from mondegreen.engine.shards import Shards
    from mondegreen.engine.unfinished import Unfinished
    from mondegreen.measure.metric import Metric
    from mondegreen.pairs import Pairs

    P = TypeVar("P", bound=Pairs)

# What makes no difference to what is saved, so that a run may be taken up with another of these.
BESIDE = """
    form output rows save plot report top by interval resamples level seed threads
    engine ray_address num_cpus resume cache no_cache max_bytes quiet
""".split()  # noqa: SIM905 - a line of names is easier to read
# How many times larger a text is than what gzip makes of it, about.
PACKED = 4
# What needs both sides whole.
WHOLE = "segments whole utt2spk spk2utt column".split()  # noqa: SIM905 - as above


def declare(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.engine import ENGINES

    group = parser.add_argument_group("large work")
    add = group.add_argument
    add("--engine", choices=ENGINES, default=ENGINES[0], help="who scores: this process, or workers of Ray (local)")
    add("--batch-size", type=int, metavar="N", help="utterances that are scored at a time (65536)")
    add("--resume", action="store_true", help="go on with a run that --save had begun, and that was interrupted")
    add("--ray-address", metavar="ADDRESS", help="a cluster of Ray's, or auto (one is started here)")
    add("--num-cpus", type=int, metavar="N", help="so many workers of Ray's (one for each core)")


def applies(args: Namespace) -> bool:
    """Whether to score shard by shard: where that is asked for, or files are large and no report needs all rows."""
    from mondegreen.cli.options import refuse_less
    from mondegreen.errors import ScoreError

    refuse_less(args, 1, "batch_size", "num_cpus")
    if args.engine == "local" and (args.ray_address or args.num_cpus):
        raise ScoreError("--ray-address and --num-cpus are for --engine ray")
    if args.resume and not args.save:
        raise ScoreError("--resume goes on with what --save DIR had begun; name that folder")
    return bool(args.engine != "local" or args.batch_size or args.resume or (is_large(args) and not needs_rows(args)))


def needs_rows(args: Namespace) -> bool:
    """Whether what is shown is made from the rows of all pairs, and not from sums alone."""
    from mondegreen.cli.options import FOLDER
    from mondegreen.report import SUMMARIES, TOOLKITS

    shown = args.by or args.interval or args.plot or args.form in (*TOOLKITS, *SUMMARIES, FOLDER)
    return bool(shown or args.report not in (None, "metrics"))


def is_large(args: Namespace) -> bool:
    """Whether any of the files is so large that it had better not be held in memory."""
    import os
    from pathlib import Path

    from mondegreen.cli import options
    from mondegreen.read.shards import files
    from mondegreen.read.source import SMALL, STDIN, spooled, without_prefix

    options.refuse_twice(args.reference, *args.hypotheses)
    size = 0
    for path in (args.reference, *args.hypotheses):
        place = without_prefix(path)[1]
        if place == STDIN:
            size = max(size, spooled().seek(0, os.SEEK_END))
            continue
        found = (each for each in map(Path, files(place)) if each.is_file())
        size = max(size, sum(each.stat().st_size * (PACKED if each.suffix == ".gz" else 1) for each in found))
    return size > SMALL


def runs(args: Namespace, metrics: Sequence[Metric], settings: Settings, how: Bootstrap | None) -> list[Run]:
    """The runs of all systems, each scored shard by shard; rows are written and saved as they come."""
    from contextlib import ExitStack
    from dataclasses import replace

    from mondegreen.cli import outside
    from mondegreen.engine.outcome import Work
    from mondegreen.engine.scoring import score

    systems, engine = list(shards_of(args)), chosen(args)
    settled = outside.tagged(args, settings, len(systems))
    work = Work(metrics, settings, rows=args.rows, columns=needs_rows(args))
    with ExitStack() as stack:
        for each in systems:
            stack.callback(each.close)
        put, work = writing(args, stack, systems, work)
        keepers, work = keeping(args, stack, systems, work)
        pairs = zip(systems, settled, keepers, strict=True)
        found = [score(each, replace(work, settings=own), engine, put, keeper) for each, own, keeper in pairs]
        return [finished(run, args, how) for run in found]


def chosen(args: Namespace) -> Engine:
    """The engine."""
    if args.engine == "local":
        from mondegreen.engine.local import outcomes

        return outcomes
    from mondegreen.engine.cluster import Cluster

    return Cluster(args.ray_address, args.num_cpus)


def shards_of(args: Namespace) -> Iterator[Shards]:
    """The shards of each system, read as they are scored if that can be; what did not fit is told."""
    from argparse import Namespace

    from mondegreen.batch import SIZE
    from mondegreen.cli import options
    from mondegreen.engine.shards import Held

    size = args.batch_size or SIZE
    if not args.hypotheses or any(getattr(args, name) for name in WHOLE):
        yield from (Held(checked(pairs, args), size) for pairs in options.systems(args)[1])
        return
    options.refuse_twice(args.reference, *args.hypotheses)
    if len(args.hypotheses) > 1:  # which may be parts of one system
        yield from (Held(checked(pairs, args), size) for pairs in options.systems(args)[1])
        return
    for name in args.hypotheses:
        yield shards(Namespace(**vars(args) | {"hypotheses": [name]}), size)


def shards(args: Namespace, size: int) -> Shards:
    """The shards of the one system; what cannot be read by blocks is read whole, and told if it is held."""
    from dataclasses import replace

    from mondegreen.cli import options
    from mondegreen.cli.guard import warn
    from mondegreen.cli.inputfiles import input_files
    from mondegreen.engine.shards import Held, streamed
    from mondegreen.read.stream import Whole, streams

    (name,) = args.hypotheses
    ours, theirs = input_files(args, args.hypotheses)
    try:
        sides = streams(options.side(args, args.reference, "ref"), options.side(args, name, "hyp"), size)
        found = streamed(*sides, options.join(args))
    except Whole as why:
        if why.told:
            warn(f"{args.reference} and {name} {why}")
        (pairs,) = options.systems(args)[1]
        return Held(checked(pairs, args), size)
    options.tell(checked(found.told, args), args)
    return replace(found, told=replace(found.told, files=(*ours, *theirs)))


def checked(pairs: P, args: Namespace) -> P:
    """The pairs, if they have the columns that will be asked for."""
    for column in (args.by, args.interval):
        if column is not None:
            pairs.column(column)
    return pairs


def writing(
    args: Namespace, stack: ExitStack, systems: Sequence[Shards], work: Work
) -> tuple[Callable[[Any], object] | None, Work]:
    """What puts rows into the file that was asked for, and the work that makes them ready for it."""
    from dataclasses import replace

    from mondegreen.report.rows import kind_of, named

    if args.rows is None:
        return None, work
    fields = dict.fromkeys(name for each in systems for name in each.told.fields)
    names = named(fields, {metric.label: metric for metric in work.metrics})
    return stack.enter_context(kind_of(args.rows).opened(args.rows, names)), replace(work, names=names)


def keeping(
    args: Namespace, stack: ExitStack, systems: Sequence[Shards], work: Work
) -> tuple[Sequence[Unfinished | None], Work]:
    """What keeps the run of each system, and the work that makes ready what it keeps."""
    from dataclasses import replace

    from mondegreen.aggregate.saved import ending
    from mondegreen.engine.unfinished import unfinished

    if args.save is None:
        return [None] * len(systems), work
    names = [each.told.names[1] for each in systems]
    keepers = stack.enter_context(unfinished(args.save, names, plan(args), resume=args.resume))
    return keepers, replace(work, saved=ending(args.save))


def plan(args: Namespace) -> dict[str, Any]:
    """All that makes a difference to what is saved: the options, the version, and the files as they are."""
    from pathlib import Path

    from mondegreen._core import __version__
    from mondegreen.errors import ScoreError
    from mondegreen.read.shards import files
    from mondegreen.read.source import STDIN, without_prefix

    paths = (args.reference, *args.hypotheses)
    if args.resume and STDIN in paths:
        raise ScoreError("--resume reads the files again, and standard input is gone; put it into a file")
    names = [file for path in paths if path != STDIN for file in files(without_prefix(path)[1])]
    stats = [(name, Path(name).stat()) for name in names if Path(name).is_file()]
    options = {name: value for name, value in vars(args).items() if name not in BESIDE}
    found = [[name, stat.st_size, stat.st_mtime_ns] for name, stat in stats]
    return {**options, "files": found, "version": __version__}


def finished(run: Run, args: Namespace, how: Bootstrap | None) -> Run:
    """The run with its groups and intervals."""
    from dataclasses import replace

    from mondegreen.aggregate.interval import intervals

    run = replace(run, by=args.by, settings=replace(run.settings, threads=args.threads))
    if how is None:
        return run
    found = intervals(run.scores, run.pairs.column(how.over), how, args.threads)
    return replace(run, scores={label: replace(score, interval=found[label]) for label, score in run.scores.items()})
