"""`lattice-project`: lattices with words, or transition ids, on both sides."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import EXPANDED
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Puts the words of lattices in the place of their transition ids, or the other way round.

Usage: lattice-project [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-project ark:1.lats ark:word.lats
"""


@program(
    "lattice-project",
    USAGE,
    Option("project-output", default=True, purpose="Leave words, not transition ids"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Projects lattice by lattice."""
    words = call.flag("project-output")
    done = 0
    with Lattices(call, call.argument(0), compact=words) as table, records(call, call.argument(1), EXPANDED) as out:
        for key, lattice in table:
            # Without its transition ids a compact lattice is an expanded one, with no more states.
            out.write(key, (lattice.stripped(ids=True) if words else lattice).projected(words))
            done += 1
        call.console.log(f"Done projecting {done} lattices.")
    return 0 if done else 1
