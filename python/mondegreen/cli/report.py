"""`mondegreen report`: one page to look through the errors of runs."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.aggregate.run import Run
    from mondegreen.measure.weighed import Weighed

HELP = """\
Writes one HTML file with scores, tests, pictures and every utterance's errors, which opens without a network.

example:
  mondegreen report runs/base runs/new -o report.html
  mondegreen report ref.txt base.txt new.txt --metrics wer,cer,semdist --utt2spk utt2spk -o report.html
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import compare, options, runs

    runs.declare(
        parser, "RUN..., which are folders of saved runs, or REF HYP..., which are files; the first is the base"
    )
    add = parser.add_argument
    add("-o", "--output", required=True, metavar="FILE", help="the page; - is standard output")
    add("--title", metavar="TEXT", help="what the page is called (what was compared with what)")
    add("--by", metavar="COLUMN", help="group utterances by a column, and filter by it (speaker, where it is known)")
    add("--top", type=int, default=100, metavar="N", help="rows of each table of confusions (%(default)s)")
    add(
        "--weights",
        metavar="METRIC",
        help="ember, wer-e or wer-s: what errors weigh (by the first of these that the runs have), or none",
    )
    add("--surfaces", action="append", default=[], metavar="FILE", help="maps by `mondegreen tune --output FILE.json`")
    compare.drawing(parser)
    options.quieting(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores, compares and writes."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import options, runs
    from mondegreen.compare.comparison import Comparison
    from mondegreen.nbest import keptmaps
    from mondegreen.report import View
    from mondegreen.report.page import write
    from mondegreen.report.page.utterances import column
    from mondegreen.report.plot import canvas

    options.refuse_less(args, 1, "top")
    how = Bootstrap(args.over, args.resamples, args.level, args.seed)
    write.library()
    canvas.matplotlib(args.output)
    surfaces = [table for path in args.surfaces for table in keptmaps.read(path)]
    found = runs.found(args)
    comparison = Comparison(found, how, args.threads) if len(found) > 1 else None
    if args.by is not None:
        column(found, args.by)  # a slip is better found at once
    view = View(top=args.top, by=args.by, all=True, weights=weighing(args.weights, found))
    with options.place(args.output) as out:
        write.write(found, comparison, view, out, title=args.title, surfaces=surfaces)
    return 0


def weighing(name: str | None, found: list[Run]) -> Weighed | None:
    """The metric by which errors tell what they weigh: the one asked for, else the first that the runs have."""
    from mondegreen.aggregate import costs
    from mondegreen.cli import align

    if name is None:
        return next(iter(costs.weighing(found)), None)
    return None if name == "none" else align.named(name)
