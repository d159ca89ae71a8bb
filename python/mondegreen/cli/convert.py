"""`mondegreen convert`: utterances from one format into another."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Converts a file of utterances to another format.

example:
  mondegreen convert ref.stm ref.jsonl
  mondegreen convert hyp.ctm hyp.text --to kaldi --segments data/test/segments
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options
    from mondegreen.read import FORMATS, WRITTEN

    add = parser.add_argument
    add("input", metavar="IN", help="a file, gzip or not; `-` is standard input")
    add("output", metavar="OUT", help="a file, packed if its name ends in .gz; `-` is standard output; always UTF-8")
    add("--from", dest="source", metavar="NAME", help=f"{', '.join(FORMATS)} (what IN looks like)")
    add("--to", dest="goal", metavar="NAME", help=f"{', '.join(WRITTEN)} (what OUT's name ends as)")
    add("--encoding", default="utf-8", metavar="NAME", help="of IN and of the segments (%(default)s)")
    options.bounded(parser)
    add("--segments", metavar="FILE", help="cuts recordings with timed words (ctm) by Kaldi's segments, an stm, ...")
    add("--key-column", metavar="NAME", help="the column of keys, in JSON, CSV and TSV (one with a usual name)")
    add("--text-column", metavar="NAME", help="the column of texts (one with a usual name)")


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then reads, cuts and writes."""
    from mondegreen.read import read, write, written

    kind = written(args.output, args.goal)
    corpus = read(args.input, args.source, args.encoding, key=args.key_column, text=args.text_column)
    if args.segments:
        from mondegreen.read.cut import cut
        from mondegreen.read.side import boundaries

        corpus = cut(corpus, boundaries(args.segments, args.encoding))
    for note in corpus.notes:
        warn(note)
    if lost := kind.loses(corpus):
        warn(f"{kind.name} has no place for these, left out: {', '.join(lost)}")
    write(corpus, args.output, kind.name)
    return 0
