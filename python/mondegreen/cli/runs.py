"""Options that several commands share: runs, as files to score or as they were saved."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.measure.metric import Metric
    from mondegreen.resources import Resources

# What says how files are read, cut and aligned: of a saved run all of it is done.
OF_FILES = """
    format ref_format hyp_format encoding ref_encoding hyp_encoding key_column text_column ref_column hyp_column pair_by
    segments whole missing extra duplicate
    normalise tokenise align empties ref_tags hyp_tags
""".split()  # noqa: SIM905 - a line of names is easier to read


def declare(parser: ArgumentParser, what: str) -> None:
    """Declares the inputs, and all that says how they are read and measured."""
    from mondegreen.cli import measuring, options, outside

    add = parser.add_argument
    add("inputs", metavar="INPUT", nargs="+", help=what)
    measuring.declare(parser, f"{measuring.USUAL}; of saved runs all that they have")
    add("--force", action="store_true", help="take runs over other references or measured otherwise all the same")
    options.leaving_out(parser)
    options.reading(parser)
    options.aligning(parser)
    outside.models(parser)
    outside.tags(parser)
    parser.set_defaults(usual={name: parser.get_default(name) for name in OF_FILES})


def found(args: Namespace) -> list[Run]:
    """The runs, which may be compared: all saved, or hypotheses and saved runs after the file of the reference."""
    from mondegreen.aggregate.saved import is_saved
    from mondegreen.cli import options
    from mondegreen.compare.alike import alike

    refuse_folders(args.inputs)
    if is_saved(args.inputs[0]):
        options.refuse_idle(args, args.usual, f"is for files, and {args.inputs[0]} is a saved run; score anew with it")
        places, runs = args.inputs, [saved(args, name) for name in args.inputs]
    else:
        places, runs = args.inputs[1:], of_files(args)
    tell_lacking(runs)
    return alike(by_folder(runs, places), force=args.force)


def refuse_folders(inputs: Sequence[str]) -> None:
    """Refuses a folder in which there are saved runs, each of which must be named."""
    from pathlib import Path

    from mondegreen.aggregate.saved import ABOUT, is_saved
    from mondegreen.errors import ScoreError
    from mondegreen.wording import listed

    for name in inputs:
        inside = [] if is_saved(name) else sorted(str(each.parent) for each in Path(name).glob(f"*/{ABOUT}"))
        if inside:
            raise ScoreError(f"it is a folder of saved runs; name those that are meant: {listed(inside)}", path=name)


def tell_lacking(runs: Sequence[Run]) -> None:
    """Tells of metrics that not all runs have."""
    from mondegreen.cli.guard import warn

    every = dict.fromkeys(label for run in runs for label in run.scores)
    lacking = [label for label in every if not all(label in run.scores for run in runs)]
    if lacking and len(lacking) < len(every):
        warn(f"not all runs have {', '.join(lacking)}, which --metrics would measure; left out")


def by_folder(runs: Sequence[Run], places: Sequence[str]) -> Sequence[Run]:
    """The runs, each by its place where hypotheses of several have one name, as those of a released system have."""
    from collections import Counter
    from dataclasses import replace

    times = Counter(run.name for run in runs)
    pairs = [
        replace(run.pairs, names=(run.reference, place)) if times[run.name] > 1 else run.pairs
        for run, place in zip(runs, places or [run.name for run in runs], strict=True)
    ]
    return [replace(run, pairs=own) for run, own in zip(runs, pairs, strict=True)]


def of_files(args: Namespace) -> list[Run]:
    """The runs of the hypotheses after the reference, in their order, saved ones among them; or of a file of both."""
    from argparse import Namespace

    from mondegreen import pipeline
    from mondegreen.aggregate.saved import is_saved
    from mondegreen.cli import measuring, options, outside
    from mondegreen.errors import ScoreError

    reference, *hypotheses = args.inputs
    files = [name for name in hypotheses if not is_saved(name)]
    if hypotheses and not files:
        raise ScoreError(f"it is no saved run, and {hypotheses[0]} is one; give saved runs alone", path=reference)
    these = Namespace(**vars(args) | {"reference": reference, "hypotheses": files})
    metrics, settings = measuring.chosen(args), options.settings(args)
    count, systems = options.systems(these, together=False)
    pairs = zip(systems, outside.tagged(these, settings, count), strict=True)
    scored = iter(options.diagnosed(args, [pipeline.run(each, metrics, own) for each, own in pairs]))
    if not hypotheses:
        return list(scored)
    return [next(scored) if name in files else saved(args, name) for name in hypotheses]


def saved(args: Namespace, name: str) -> Run:
    """A saved run, with the columns of other files, and with what is asked for and was not measured so before."""
    from dataclasses import replace

    from mondegreen import pipeline
    from mondegreen.aggregate.saved import load
    from mondegreen.cli import measuring, outside
    from mondegreen.pairs import UTTERANCE

    run = with_columns(args, load(name))
    given = outside.resources(of_command_line(args))
    models = measured_by(run.settings.resources, given, outside.resources(args))
    run = replace(run, settings=replace(run.settings, resources=models, threads=args.threads))
    if run.pairs.noun != UTTERANCE:
        return of_sessions(args, run)
    if args.metrics is None and args.ties is None and args.only is None and not (given.chosen or given.language):
        return run
    metrics = measuring.chosen(args, ",".join(run.scores))
    lacking = [metric for metric in metrics if metric.label not in run.scores or asks_others(given, metric)]
    scores = {**run.scores, **(pipeline.run(run.pairs, lacking, run.settings).scores if lacking else {})}
    return replace(run, scores={metric.label: scores[metric.label] for metric in metrics})


def of_command_line(args: Namespace) -> Namespace:
    """The options without those of a project's file, which stand behind what a saved run was measured with."""
    from argparse import Namespace

    return Namespace(**vars(args) | dict.fromkeys(getattr(args, "configured", ())))


def measured_by(kept: Resources, given: Resources, usual: Resources) -> Resources:
    """The models of a saved run: those that are given now, else its own, else those that are usual in a project."""
    from mondegreen.resources import Resources

    language = given.language or kept.language or usual.language
    return Resources(language, usual.chosen | kept.chosen | given.chosen, usual.given)


def of_sessions(args: Namespace, run: Run) -> Run:
    """A saved run of sessions with those of its metrics that are asked for: others are not found from its texts."""
    from dataclasses import replace

    from mondegreen.cli import options
    from mondegreen.cli.measuring import asked
    from mondegreen.registry import unknown

    options.refuse_idle(args, {"ties": None, "only": None}, f"is for pairs of texts, and {run.name} is of sessions")
    labels = asked(of_command_line(args).metrics or ()) or list(run.scores)
    for label in labels:
        if label not in run.scores:
            raise unknown("metric of sessions in the run", label, run.scores)
    return replace(run, scores={label: run.scores[label] for label in labels})


def asks_others(given: Resources, metric: Metric) -> bool:
    """Whether a metric asks a model that is now given, rather than one of its own, or any of a language that is."""
    kinds = [kind for kind, own in metric.uses().items() if own is None]
    return any(given.language or kind in given.chosen for kind in kinds)


def with_columns(args: Namespace, run: Run) -> Run:
    """The run with more fields of its utterances."""
    from dataclasses import replace

    from mondegreen.cli import columns
    from mondegreen.corpus import Corpus

    pairs = run.pairs
    here = Corpus(pairs.keys, pairs.references, pairs.names[0], fields=pairs.fields)
    fields = columns.with_columns(here, columns.columns(args)).fields
    return replace(run, pairs=replace(pairs, fields=fields))
