"""`mondegreen tools`: the original programs under their own names, in a folder of the user's choice."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Puts the original programs, such as sclite, into a folder under their own names.

example:
  mondegreen tools link ~/sctk/bin
  mondegreen tools link --kaldi ~/kaldi-scoring  # bin, steps, utils and local, as recipes look for them
  mondegreen tools link --espnet ~/espnet-scoring  # utils and scripts/utils
  mondegreen tools unlink ~/sctk/bin --only sclite
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.dropin import PROGRAMS

    add = parser.add_argument
    add("action", choices=["link", "unlink"], help="unlink removes what link put there, and nothing else")
    add("folder", metavar="DIR", help="made if it is not there; for kaldi and espnet, the root of a tree")
    add("--of", action="append", choices=list(PROGRAMS), help="tools of this package; may come again (sctk)")
    add("--kaldi", action="append_const", dest="of", const="kaldi", help="the same as --of kaldi")
    add("--espnet", action="append_const", dest="of", const="espnet", help="the same as --of espnet")
    add("--force", action="store_true", help="link replaces what else has a tool's name, as in a copy of a recipe")
    add("--only", action="append", default=[], metavar="NAME", help="this tool alone; may come again")


def run(args: Namespace) -> int:
    """Links or unlinks, and prints each place."""
    from mondegreen.cli.options import refuse_idle
    from mondegreen.dropin.link import link, unlink

    groups = args.of or ["sctk"]
    if args.action == "link":
        places = link(args.folder, groups, args.only, force=args.force)
    else:
        refuse_idle(args, {"force": False}, "is for link")
        places = unlink(args.folder, groups, args.only)
    for place in places:
        print(place)
    return 0
