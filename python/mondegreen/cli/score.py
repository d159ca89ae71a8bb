"""`mondegreen score`: the scores of one or more hypotheses against a reference."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.report import View
    from mondegreen.report.blocks import Block

HELP = """\
Scores hypotheses against a reference.

example:
  mondegreen score ref.txt hyp.txt
  mondegreen score results.csv --ref-column sentence --hyp-column prediction
  mondegreen score ref.txt whisper-out
  mondegreen score recogs-test-clean.txt
  mondegreen score ref.stm base.ctm new.ctm --by speaker --report metrics,summary,confusions
  mondegreen score ref.txt hyp.txt --metrics wer,cer:blanks=no --normalise lower,punctuation --output scores.json
  mondegreen score ref.txt hyp.txt --metrics wer,ler,ember,semdist --language fr --vectors cc.fr.300.vec --ties range
  mondegreen score ref.txt hyp.txt --metrics ember,wer-e --only PROPN,NOUN --report metrics,costs
  mondegreen score ref.txt hyp.txt --metrics wer,mixed,case,entities --ref-tags ner.txt --report metrics,word-class
  mondegreen score ref.txt base.txt --metrics wer,cer,semdist --utt2spk utt2spk --save runs/base
  mondegreen score ref.txt 'hyp.*.txt' --rows rows.parquet --save runs/new.parquet --resume
  mondegreen score ref.txt 'hyp.*.txt' --metrics semdist --save runs/new --engine ray --ray-address auto
"""
DRAWING = ("resamples", "level", "seed")


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import measuring, options, outside, scale
    from mondegreen.report import REPORTS

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: a file, or `-`; see `mondegreen list formats`")
    add(
        "hypotheses",
        metavar="HYP",
        nargs="*",
        help="hypotheses of one system or several; none if REF holds them too, as a table with both columns does",
    )
    measuring.declare(parser)
    add("--by", metavar="COLUMN", help="groups: speaker, utterance, or any other column or field")
    add("--report", metavar="NAMES", help=f"{', '.join(REPORTS)} (metrics; with --by, groups too)")
    add("--top", type=int, default=20, metavar="N", help="rows in each ranking (%(default)s)")
    add("--rows", metavar="FILE", help="what was counted in each pair, as .jsonl, .csv or .parquet")
    add("--save", metavar="DIR", help="keep the run for `mondegreen compare`; as Parquet if the name ends in .parquet")
    options.leaving_out(parser)
    options.reading(parser)
    options.aligning(parser)
    scale.declare(parser)
    outside.models(parser)
    outside.tags(parser)
    intervals(parser)
    options.answering(parser)
    options.plotting(parser)


def intervals(
    parser: ArgumentParser,
    unit: str = "utterance",
    drawn: str = "utterances anew, or all utterances of a speaker or of another column's value together",
) -> None:
    """Whether intervals of confidence are found, and how."""
    group = parser.add_argument_group("intervals of confidence, by the bootstrap")
    add = group.add_argument
    add("--interval", nargs="?", const=unit, metavar="COLUMN", help=f"draw {drawn}")
    add("--resamples", type=int, metavar="N", help="how often (1000)")
    add("--level", type=float, metavar="PERCENT", help="how many of the scores it holds (95)")
    add("--seed", type=int, metavar="N", help="the same seed gives the same interval (0)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from mondegreen.aggregate import saved
    from mondegreen.cli import measuring, options, scale
    from mondegreen.report import View
    from mondegreen.report.rows import writer

    metrics, settings, how = measuring.chosen(args), options.settings(args), bootstrap(args)
    measuring.refuse_idle_models(args, metrics)
    reports, write = reporting(args), options.writer(args)
    write_rows = writer(args.rows) if args.rows else None
    options.refuse_plot(args)
    if args.save:
        saved.refuse_others(args.save)
    if scale.applies(args):
        runs = scale.runs(args, metrics, settings, how)
    else:
        runs = whole(args, metrics, settings, how)
        if write_rows:
            write_rows(runs, args.rows)
        if args.save:
            saved.save(runs, args.save)
    if args.plot:
        from mondegreen.report.plot.scores import plot

        plot(runs, args.plot)
    write(runs, reports(runs, View(top=args.top, by=args.by)))
    return 0


def whole(args: Namespace, metrics: Sequence[Metric], settings: Settings, how: Bootstrap | None) -> list[Run]:
    """The runs of all systems, each held in memory with all its rows."""
    from mondegreen import pipeline
    from mondegreen.cli import options, outside

    count, systems = options.systems(args)
    pairs = zip(systems, outside.tagged(args, settings, count), strict=True)
    return options.diagnosed(args, [pipeline.run(each, metrics, own, by=args.by, how=how) for each, own in pairs])


def bootstrap(args: Namespace) -> Bootstrap | None:
    """How intervals are found, if they are asked for."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import options

    if not args.interval:
        options.refuse_idle(args, dict.fromkeys(DRAWING), "says how intervals are found; ask for them by --interval")
        return None
    return Bootstrap(args.interval, **{name: value for name in DRAWING if (value := getattr(args, name)) is not None})


def reporting(args: Namespace) -> Callable[[Sequence[Run], View], Iterable[Block]]:
    """All reports that were asked for, one behind the other."""
    from mondegreen.cli import options
    from mondegreen.registry import find
    from mondegreen.report import REPORTS, SUMMARIES, TOOLKITS

    options.refuse_less(args, 1, "top")
    if args.form in (*TOOLKITS, *SUMMARIES):
        refuse_idle_metrics(args)
    if args.form in (*TOOLKITS, *SUMMARIES, options.FOLDER):
        idle = {"report": None, "top": 20}
        options.refuse_idle(args, idle, f"is for tables, and --as {args.form} writes none; leave it out")
    usual = "metrics,groups" if args.by else "metrics"
    names = usual if args.report is None else args.report
    reports = [find("report", name, REPORTS) for name in names.split(",")]

    def blocks(runs: Sequence[Run], view: View) -> Iterator[Block]:
        for report in reports:
            yield from report(runs, view)

    return blocks


def refuse_idle_metrics(args: Namespace) -> None:
    """Refuses metrics that show nowhere: the files of other toolkits hold errors of words."""
    from mondegreen.cli import measuring, options

    if not (args.save or args.rows or args.plot or "wer" in measuring.named(args)):
        why = f"shows nowhere: --as {args.form} holds errors of words; leave it out, or say --tokenise characters"
        options.refuse_idle(args, {"metrics": None}, why)
