"""`mondegreen merge`: saved runs of parts become the run of the whole."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Makes the run of the whole from saved runs of its parts.

Each part was scored by itself, on whatever machine, with the same options: a part of the hypotheses against the whole
reference (with --missing skip) or against its own part. Parts that overlap are refused, and so are gaps. A part is what
`mondegreen score ref.txt hyp.3.txt --missing skip --save runs/part.3` leaves.

example:
  mondegreen merge runs/part.*.parquet --save runs/whole.parquet
  mondegreen merge runs/part.* --reference ref.txt --save runs/whole
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options

    add = parser.add_argument
    add("runs", metavar="RUN", nargs="+", help="folders of `mondegreen score --save`; part.2 comes before part.10")
    add("--save", metavar="DIR", required=True, help="where the run of the whole is kept, for `mondegreen compare`")
    add("--reference", metavar="FILE", help="the whole reference: what is in no part, or in no reference, is refused")
    add("--format", metavar="NAME", help="that of the reference (what it looks like)")
    add("--encoding", default="utf-8", metavar="NAME", help="of its characters (%(default)s)")
    add("--missing", choices=("error", "skip"), default="error", help="references that no part has (%(default)s)")
    add("--name", metavar="NAME", help="what the system is called (what the parts' names have in common)")
    options.answering(parser, toolkits=False)


def run(args: Namespace) -> int:
    """Checks, joins and reports."""
    from mondegreen.aggregate.merged import merge
    from mondegreen.cli import options
    from mondegreen.cli.guard import warn
    from mondegreen.read import read
    from mondegreen.read.shards import natural
    from mondegreen.registry import find
    from mondegreen.report import REPORTS, View

    if args.reference is None:
        idle = {"format": None, "encoding": "utf-8"}
        options.refuse_idle(args, idle, "says how --reference is read; give that too")
    write = options.tables_writer(args)
    keys = None if args.reference is None else read(args.reference, args.format, args.encoding).keys
    folders = sorted(args.runs, key=natural)
    found = merge(folders, args.save, reference=keys, skip=args.missing == "skip", name=args.name)
    for note in found.pairs.notes():
        warn(note)
    write([found], find("report", "metrics", REPORTS)([found], View()))
    return 0
