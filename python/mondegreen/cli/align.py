"""`mondegreen align`: references and hypotheses side by side, with the errors marked."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Shows where a hypothesis differs from a reference, word by word.

example:
  mondegreen align ref.txt hyp.txt --utterance talk1-017 --utterance talk1-018
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, outside
    from mondegreen.tokenise import UNITS

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: a file, or `-`; see `mondegreen list formats`")
    add("hypothesis", metavar="HYP", help="what was recognised")
    add("--unit", default=UNITS[0], choices=UNITS, help="what is aligned; letters are characters without blanks")
    add("--utterance", action="append", default=[], metavar="KEY", help="only this one, even if right; may come again")
    add("--all", action="store_true", help="also the utterances without errors")
    options.reading(parser)
    options.aligning(parser)
    outside.models(parser, ["vectors"])
    options.answering(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, aligns and shows."""
    from mondegreen.aggregate.run import Run
    from mondegreen.cli import options
    from mondegreen.report import View
    from mondegreen.report.alignments import blocks

    settings, write = options.settings(args), options.writer(args)
    runs = [Run(pairs, {}, settings) for pairs in options.pairs(args, [args.hypothesis])]
    write(runs, blocks(runs, View(all=args.all, utterances=tuple(args.utterance), unit=args.unit)))
    return 0
