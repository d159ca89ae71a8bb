"""`mondegreen compare`: what systems change of a baseline, and whether that is more than chance."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.compare.comparison import Comparison
    from mondegreen.report import ComparisonReport, View
    from mondegreen.report.blocks import Block

HELP = """\
Compares systems with a baseline: what changes, and whether that is chance.

example:
  mondegreen compare ref.txt base.txt new.txt
  mondegreen compare ref.stm base.ctm new.ctm newer.ctm --metrics wer,semdist --over speaker --output changes.tex
  mondegreen compare runs/base runs/new --report changes,examples --top 5
  mondegreen compare runs/base runs/new --plot changes.svg
  mondegreen compare runs/released runs/new --fail-if 'wer>+0.2' --as github >> "$GITHUB_STEP_SUMMARY"
  mondegreen compare ref.txt base.txt new.txt --report changes --by upos,word-frequency,speaker --utt2spk utt2spk
"""
USUAL = "changes,tests,utterances,examples"


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, runs
    from mondegreen.report import COMPARISONS

    runs.declare(parser, "REF BASE SYSTEM..., which are files, or BASE SYSTEM..., which are folders of saved runs")
    parser.add_argument("--report", default=USUAL, metavar="NAMES", help=f"{', '.join(COMPARISONS)} (all)")
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        metavar="NAMES",
        help="a table by upos (distance of meaning by part of speech), word-class, word-script, word-frequency, "
        "word-length, position, utterance-length, speaker or another column; separated by commas",
    )
    parser.add_argument(
        "--marks", metavar="FILE", help="lines of an utterance and a number: are there more where a system got worse?"
    )
    parser.add_argument("--top", type=int, default=3, metavar="N", help="examples of each kind (%(default)s)")
    parser.add_argument(
        "--fail-if",
        action="append",
        default=[],
        metavar="CONDITION",
        help="exit code 1 if it holds of a system: 'wer>+0.2' (more than the baseline's by over 0.2), 'wer>+2%%' (by "
        "over 2 %% of it), 'wer>15', or with < for what should be high; may come again",
    )
    drawing(parser)
    options.answering(parser, toolkits=False)
    options.plotting(parser)


def drawing(parser: ArgumentParser) -> None:
    """How chance is looked for."""
    group = parser.add_argument_group("chance, by resamples and by shuffles")
    add = group.add_argument
    add(
        "--over",
        default="utterance",
        metavar="COLUMN",
        help="draw all utterances of a speaker, or of another column's value, together (%(default)s)",
    )
    add("--resamples", type=int, default=10_000, metavar="N", help="how often (%(default)s)")
    add(
        "--level", type=float, default=95.0, metavar="PERCENT", help="how many of the changes lie between (%(default)g)"
    )
    add("--seed", type=int, default=0, metavar="N", help="the same seed gives the same numbers (%(default)s)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores, compares and reports."""
    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.cli import options
    from mondegreen.cli.guard import say
    from mondegreen.compare.bygroup import is_known
    from mondegreen.compare.comparison import Comparison
    from mondegreen.compare.condition import Condition, checked
    from mondegreen.registry import find
    from mondegreen.report import COMPARISONS, View, conditions

    options.refuse_less(args, 1, "top")
    how = Bootstrap(args.over, args.resamples, args.level, args.seed)
    reports = [find("report", name, COMPARISONS) for name in args.report.split(",")]
    write, marks = options.tables_writer(args), marks_of(args)
    options.refuse_plot(args)
    limits = [Condition.parse(text) for text in args.fail_if]
    groups = [name for names in args.by for name in names.split(",")]
    comparison = Comparison(found(args, groups), how, args.threads, "tests" in args.report.split(","))
    for name in groups:
        is_known(comparison.runs, name)
    findings = checked(limits, comparison.runs)
    every = [
        *conditions.blocks(findings),
        *blocks(comparison, reports, View(top=args.top)),
        *further(comparison, groups, marks, args.marks),
    ]
    if args.plot:
        from mondegreen.report.plot.changes import plot

        plot(comparison, args.plot)
    write(comparison.runs, every)
    failed = [finding for finding in findings if finding.fails]
    for finding in failed:
        say("error", finding)  # where the tables go elsewhere this tells why the program ends so
    return 1 if failed else 0


def found(args: Namespace, groups: Sequence[str]) -> Sequence[Run]:
    """The runs; tags of the references alone are for the words that are grouped by them, and concern no metric."""
    from dataclasses import replace

    from mondegreen.cli import runs
    from mondegreen.compare.bygroup import TAGGED

    if not args.ref_tags or args.hyp_tags or TAGGED.isdisjoint(groups):
        return runs.found(args)
    tags, args.ref_tags = args.ref_tags, None
    settings = ((run, run.settings) for run in runs.found(args))
    choosing = {"ref-tags": tags}
    return [replace(run, settings=replace(own, resources=own.resources.choosing(choosing))) for run, own in settings]


def marks_of(args: Namespace) -> dict[str, float] | None:
    """How many marks each utterance has, if a file tells."""
    from mondegreen.errors import ScoreError
    from mondegreen.read.side import mapping

    if args.marks is None:
        return None
    found = {}
    for key, value in mapping(args.marks, args.encoding).items():
        try:
            found[key] = float(value)
        except ValueError:
            raise ScoreError(f'"{value}" is no number', path=args.marks, key=key) from None
        if not 0 <= found[key] < float("inf"):
            raise ScoreError(f"{value} is no number of marks, which is 0 or more", path=args.marks, key=key)
    return found


def blocks(comparison: Comparison, reports: Sequence[ComparisonReport], view: View) -> Iterator[Block]:
    """All reports, one behind the other."""
    for report in reports:
        yield from report(comparison, view)


def further(
    comparison: Comparison, names: Sequence[str], marks: Mapping[str, float] | None, path: str
) -> Iterator[Block]:
    """The tables by group, and that of marks."""
    from mondegreen.errors import ScoreError
    from mondegreen.report import bygroup
    from mondegreen.wording import counted, listed

    for name in names:
        yield from bygroup.groups(comparison, name)
    if marks is not None:
        lacking = [key for key in comparison.base.pairs.keys if key not in marks]
        if lacking:
            raise ScoreError(f"{counted(lacking)} without a number, be it 0: {listed(lacking)}", path=path)
        yield from bygroup.marks(comparison, comparison.marked(marks), path)
