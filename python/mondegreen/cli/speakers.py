"""`mondegreen speakers`: recordings of several speakers, whose names the recogniser does not know."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.corpus import Corpus
    from mondegreen.measure.sessions.metric import SessionMetric
    from mondegreen.report import View
    from mondegreen.report.blocks import Block
    from mondegreen.speakers.scoring import SessionRun

    Reports = Callable[[Sequence[SessionRun], View], Iterator[Block]]

HELP = """\
Scores recordings of several speakers, a session at a time: cpWER, tcpWER, ORC-WER.

example:
  mondegreen speakers ref.stm hyp.seglst.json --metrics cpwer,tcpwer,orcwer --collar 5
  mondegreen speakers ref.stm hyp.stm --report metrics,sessions,speakers,utterances --output scores.json
  mondegreen speakers text_spk1,text_spk2 hyp/text_spk1,hyp/text_spk2 --metrics pfer
"""
# How files that each hold one speaker are written one behind the other.
BETWEEN = ","


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options
    from mondegreen.cli.score import intervals
    from mondegreen.measure import SESSION_METRICS
    from mondegreen.pairs import EXTRA, MISSING
    from mondegreen.read import FORMATS

    add = parser.add_argument
    what = "stm, seglst, any format with a speaker, keys such as SESSION_SPEAKER, or a file for each: FILE,FILE"
    add("reference", metavar="REF", help=f"what was said, and who spoke when: {what}")
    add("hypotheses", metavar="HYP", nargs="+", help="what was recognised, by one system or several")
    names = ", ".join(SESSION_METRICS)
    add("--metrics", "--metric", action="append", metavar="NAMES", help=f"{names}; options after colons (cpwer)")
    add("--collar", metavar="SECONDS", help="how far apart words may be that pair, in metrics that look at times (5)")
    add("--report", default="metrics", metavar="NAMES", help="metrics, sessions, speakers, utterances (%(default)s)")
    add("--rows", metavar="FILE", help="what was counted in each session, as .jsonl, .csv or .parquet")
    add("--save", metavar="DIR", help="keep the run for `mondegreen compare`; as Parquet if the name ends in .parquet")
    group = parser.add_argument_group("reading")
    add = group.add_argument
    add("--format", metavar="NAME", help=f"{', '.join(FORMATS)} (what each file looks like)")
    add("--ref-format", metavar="NAME", help="format of REF alone, e.g. --ref-format stm")
    add("--hyp-format", metavar="NAME", help="format of HYP alone, e.g. --hyp-format ctm")
    add("--encoding", default="utf-8", metavar="NAME", help="character encoding of both files (default: %(default)s)")
    add("--ref-encoding", metavar="NAME", help="character encoding of REF alone")
    add("--hyp-encoding", metavar="NAME", help="character encoding of HYP alone, e.g. --hyp-encoding latin-1")
    add("--missing", default=MISSING[0], choices=MISSING, help="sessions without a hypothesis (%(default)s)")
    add("--extra", default=EXTRA[0], choices=EXTRA, help="sessions without a reference (%(default)s)")
    options.aligning(parser)
    intervals(parser, "session", "sessions anew")
    options.answering(parser, toolkits=False)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from dataclasses import replace

    from mondegreen.aggregate import saved
    from mondegreen.cli import options
    from mondegreen.cli.score import bootstrap
    from mondegreen.errors import ScoreError
    from mondegreen.measure.sessions.session import sessions
    from mondegreen.pairs import Join, refuse_nothing
    from mondegreen.read.inputfiles import input_files
    from mondegreen.report import SUMMARIES, TOOLKITS, View
    from mondegreen.report.rows import writer
    from mondegreen.speakers import scoring

    metrics, settings, how, reports = measuring(args), options.settings(args), bootstrap(args), reporting(args)
    if args.form in (*TOOLKITS, *SUMMARIES, options.FOLDER):
        raise ScoreError(f"--as {args.form} holds pairs of texts, and no sessions of several speakers")
    write, write_rows = options.writer(args), writer(args.rows) if args.rows else None
    if args.save:
        saved.refuse_others(args.save)
    options.refuse_twice(*(name for side in (args.reference, *args.hypotheses) for name in side.split(BETWEEN)))
    ours, *theirs = [
        tuple(file for path in paths.split(BETWEEN) for file in input_files(side, path))
        for side, paths in (("reference", args.reference), *(("hypothesis", name) for name in args.hypotheses))
    ]
    reference, runs = corpus(args, args.reference, "ref"), []
    for name, files in zip(args.hypotheses, theirs, strict=True):
        hypothesis = corpus(args, name, "hyp")
        pairs, found = sessions(reference, hypothesis, settings, Join(args.missing, args.extra))
        pairs = replace(pairs, files=(*ours, *files))
        refuse_nothing(pairs)
        runs.append(scoring.run(pairs, found, metrics, settings, how))
        for note in (*pairs.notes(), *scoring.unproven(runs[-1])):
            warn(note)
    if write_rows:
        write_rows(runs, args.rows)
    if args.save:
        saved.save(runs, args.save)
    write(runs, reports(runs, View()))
    return 0


def measuring(args: Namespace) -> list[SessionMetric]:
    """The metrics, with the collar that is said for all of them."""
    from mondegreen.cli.measuring import asked
    from mondegreen.pipeline import common
    from mondegreen.speakers.scoring import chosen

    return chosen(asked(args.metrics or ["cpwer"]), common(collar=args.collar))


def reporting(args: Namespace) -> Reports:
    """All reports that were asked for, one behind the other."""
    from mondegreen.registry import unknown
    from mondegreen.speakers.report import REPORTS

    names = args.report.split(",")
    for name in names:
        if name not in REPORTS:
            raise unknown("report", name, REPORTS)

    def blocks(runs: Sequence[SessionRun], view: View) -> Iterator[Block]:
        for name in names:
            yield from REPORTS[name](runs, view)

    return blocks


def corpus(args: Namespace, paths: str, side: str) -> Corpus:
    """A file as it is read, or several of one speaker each."""
    from mondegreen.errors import ScoreError
    from mondegreen.measure.sessions.session import merged
    from mondegreen.read import read_as
    from mondegreen.read.reading import Side

    names = paths.split(BETWEEN)
    if not all(names):
        raise ScoreError(f'"{paths}" lacks a name at a comma; write it as FILE,FILE')
    kind, encoding = (getattr(args, f"{side}_{name}") or getattr(args, name) for name in ("format", "encoding"))
    return merged([read_as(name, kind, Side(name, side, kind, encoding).reading()) for name in names])
