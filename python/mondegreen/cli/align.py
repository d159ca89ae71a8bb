"""`mondegreen align`: references and hypotheses side by side, with the errors marked."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.report import Form

HELP = """\
Shows where a hypothesis differs from a reference, word by word.

example:
  mondegreen align ref.txt hyp.txt --utterance talk1-017 --utterance talk1-018
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen._core import Policy
    from mondegreen.pairs import DUPLICATE, EXTRA, MISSING
    from mondegreen.read import FORMATS
    from mondegreen.report import ENDINGS, FORMS
    from mondegreen.tokenise import UNITS

    add = parser.add_argument
    add("reference", metavar="REF", help="what was said: Kaldi text, or one utterance a line")
    add("hypothesis", metavar="HYP", help="what was recognised")
    add("--align", default="kaldi", choices=Policy.NAMES, help="whose choice among equal alignments (%(default)s)")
    add("--unit", default=UNITS[0], choices=UNITS, help="what is aligned; letters are characters without blanks")
    add("--utterance", action="append", default=[], metavar="KEY", help="only this one, even if right; may come again")
    add("--all", action="store_true", help="also the utterances without errors")
    add("--as", dest="form", metavar="FORM", help=f"{', '.join(FORMS)} (what FILE ends in, else table)")
    add("--output", default="-", metavar="FILE", help=f"instead of standard output; known are {' '.join(ENDINGS)}")
    add("--missing", default=MISSING[0], choices=MISSING, help="references without a hypothesis (%(default)s)")
    add("--extra", default=EXTRA[0], choices=EXTRA, help="hypotheses without a reference (%(default)s)")
    add("--duplicate", default=DUPLICATE[0], choices=DUPLICATE, help="utterances of one key (%(default)s)")
    add("--format", metavar="NAME", help=f"{' or '.join(FORMATS)} (what the files look like)")
    add("--threads", type=int, metavar="N", help="how many threads align (one for each core)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, aligns and shows."""
    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Settings
    from mondegreen.pairs import Join, pair
    from mondegreen.read import read
    from mondegreen.registry import find
    from mondegreen.report import FORMS, View, form_of
    from mondegreen.report.alignments import blocks

    form = args.form or ("table" if args.output == "-" else form_of(args.output))
    write: Form = find("form", form, FORMS)
    join = Join(args.missing, args.extra, args.duplicate)
    pairs = pair(read(args.reference, args.format), read(args.hypothesis, args.format), join)
    for note in pairs.notes():
        print(f"mondegreen: warning: {note}", file=sys.stderr)
    runs = [Run(pairs, {}, Settings(args.align, threads=args.threads))]
    view = View(all=args.all, utterances=tuple(args.utterance), unit=args.unit)
    if args.output == "-":
        write(runs, blocks(runs, view), sys.stdout)
    else:
        from mondegreen.output import output

        with output(args.output) as out:
            write(runs, blocks(runs, view), out)
    return 0
