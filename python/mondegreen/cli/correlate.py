"""`mondegreen correlate`: how closely metrics go together."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Correlates metrics over utterances, blocks, speakers or systems.

example:
  mondegreen correlate ref.txt base.txt new.txt --metrics wer,cer,semdist
  mondegreen correlate runs/base runs/new --method spearman --over speaker
  mondegreen correlate runs/base --over blocks:100 --output correlations.tex --plot correlations.pdf
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, runs
    from mondegreen.compare.correlation import METHODS

    runs.declare(parser, "REF SYSTEM..., which are files, or SYSTEM..., which are folders of saved runs")
    add = parser.add_argument
    add("--method", default="pearson", choices=METHODS, help="of the numbers, or of their ranks (%(default)s)")
    add(
        "--over",
        default="utterance",
        metavar="UNITS",
        help="utterance, blocks:N, system, speaker or another column (%(default)s)",
    )
    add("--resamples", type=int, default=1000, metavar="N", help="how often units are drawn anew (%(default)s)")
    add("--level", type=float, default=95.0, metavar="PERCENT", help="how many of them lie between (%(default)g)")
    add("--seed", type=int, default=0, metavar="N", help="the same seed gives the same intervals (%(default)s)")
    options.answering(parser, toolkits=False)
    options.plotting(parser)


def run(args: Namespace) -> int:
    """Reads, scores, correlates and reports."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import options, runs
    from mondegreen.compare.correlations import correlations
    from mondegreen.report.correlation import blocks

    how = Bootstrap(args.over, args.resamples, args.level, args.seed)
    write = options.tables_writer(args)
    options.refuse_plot(args)
    scored = runs.found(args)
    found = correlations(scored, args.method, how)
    if args.plot:
        from mondegreen.report.plot.correlations import plot

        plot(found, args.plot)
    write(scored, blocks(scored, found))
    return 0
