"""`mondegreen explain`: the page of a metric, a format, a report or whatever else has a name."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Explains a metric, a format, a report, a rule, a tokeniser or an alignment.

example:
  mondegreen explain cer
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("names", nargs="+", metavar="NAME", help="what `mondegreen list` shows")


def run(args: Namespace) -> int:
    """Prints the pages; a name that several things bear has several."""
    from mondegreen.catalogue import OPTIONS, explained

    pages = [entry for name in args.names for entry in explained(name)]
    texts = (f"{each.kind} {each.name} ({OPTIONS[each.kind]} {each.name})\n\n{each.page}\n" for each in pages)
    print("\n".join(texts), end="")
    return 0
