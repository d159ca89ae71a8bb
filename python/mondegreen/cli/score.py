"""`mondegreen score`: error rates of a hypothesis against a reference."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Scores a hypothesis against a reference.

example:
  mondegreen score ref.txt hyp.txt --metrics wer,cer:blanks=no --as json
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen._core import Policy
    from mondegreen.pairs import DUPLICATE, EXTRA, MISSING
    from mondegreen.read import FORMATS
    from mondegreen.report import FORMS

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: Kaldi text, or one utterance a line")
    add("hypothesis", metavar="HYP", help="what was recognised")
    add("--metrics", default="wer,cer", metavar="NAMES", help="separated by commas, options after colons (%(default)s)")
    add(
        "--align",
        default="kaldi",
        choices=Policy.NAMES,
        help="whose choice among equally good alignments (%(default)s)",
    )
    add("--as", default="table", dest="form", metavar="FORM", help=f"{' or '.join(FORMS)} (%(default)s)")
    add("--missing", default=MISSING[0], choices=MISSING, help="references without a hypothesis (%(default)s)")
    add("--extra", default=EXTRA[0], choices=EXTRA, help="hypotheses without a reference (%(default)s)")
    add("--duplicate", default=DUPLICATE[0], choices=DUPLICATE, help="utterances of one key (%(default)s)")
    add("--format", metavar="NAME", help=f"{' or '.join(FORMATS)} (what the files look like)")
    add("--threads", type=int, metavar="N", help="how many threads align (one for each core)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores and reports."""
    from mondegreen import pipeline
    from mondegreen.batch import Settings
    from mondegreen.measure import chosen
    from mondegreen.pairs import Join, pair
    from mondegreen.read import read
    from mondegreen.registry import find
    from mondegreen.report import FORMS, View
    from mondegreen.report.metrics import blocks

    metrics = chosen(args.metrics.split(","))
    write = find("form", args.form, FORMS)
    join = Join(args.missing, args.extra, args.duplicate)
    pairs = pair(read(args.reference, args.format), read(args.hypothesis, args.format), join)
    for note in pairs.notes():
        print(f"mondegreen: warning: {note}", file=sys.stderr)
    runs = [pipeline.run(pairs, metrics, Settings(args.align, threads=args.threads))]
    write(runs, blocks(runs, View()), sys.stdout)
    return 0
