"""`mondegreen align`: references and hypotheses side by side, with the errors marked."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.measure.weighed import Weighed

HELP = """\
Shows where a hypothesis differs from a reference, word by word.

example:
  mondegreen align ref.txt hyp.txt --utterance talk1-017 --utterance talk1-018
  mondegreen align ref.txt hyp.txt --weights ember --vectors cc.fr.300.vec
"""
VECTORS = ("vectors", "hyp_vectors")


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, outside
    from mondegreen.tokenise import UNITS

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: a file, or `-`; see `mondegreen list formats`")
    add("hypotheses", metavar="HYP", nargs="*", help="what was recognised; none if REF holds that too")
    add("--unit", default=UNITS[0], choices=UNITS, help="what is aligned; letters are characters without blanks")
    add("--utterance", action="append", default=[], metavar="KEY", help="only this one, even if right; may come again")
    add("--weights", metavar="METRIC", help="ember, wer-e or wer-s: show under errors what they weigh, and the cosine")
    add("--all", action="store_true", help="also the utterances without errors")
    add("--unfolded", action="store_true", help="every word of long runs of insertions, where loops are shown once")
    options.reading(parser)
    options.aligning(parser)
    outside.models(parser, [name.replace("_", "-") for name in VECTORS])
    options.answering(parser)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, aligns and shows."""
    from mondegreen.aggregate.run import Run
    from mondegreen.cli import options
    from mondegreen.report import View
    from mondegreen.report.alignments import blocks

    settings, write, weights = options.settings(args), options.writer(args), weighing(args)
    runs = [Run(pairs, {}, settings) for pairs in options.systems(args)[1]]
    view = View(all=args.all, utterances=tuple(args.utterance), unit=args.unit, weights=weights, unfolded=args.unfolded)
    write(runs, blocks(runs, view))
    return 0


def weighing(args: Namespace) -> Weighed | None:
    """The metric by which errors are weighed, if they are."""
    from mondegreen.cli import options
    from mondegreen.errors import ScoreError

    if args.weights is None:
        why = "is for --weights, which names a metric that weighs errors by them"
        options.refuse_idle(args, dict.fromkeys(VECTORS), why)
        return None

    found = named(args.weights)
    if args.unit != found.unit:
        raise ScoreError(f"{found.label} weighs {found.unit}; leave out --unit {args.unit}")
    return found


def named(name: str) -> Weighed:
    """The metric of that name, which must be one that weighs errors."""
    from mondegreen.errors import ScoreError
    from mondegreen.measure import metric
    from mondegreen.measure.weighed import Weighed

    found = metric(name)
    if not isinstance(found, Weighed):
        raise ScoreError(f"{found.label} weighs no errors; choose from ember, wer-e, wer-s")
    return found
