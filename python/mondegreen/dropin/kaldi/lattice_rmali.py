"""`lattice-rmali`: lattices without transition ids."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Takes the transition ids off lattices, which makes them smaller.

Usage: lattice-rmali [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-rmali ark:1.lats ark:words.lats
"""


@program("lattice-rmali", USAGE, arguments=(2,))
def run(call: Call) -> int:
    """Copies lattice by lattice."""
    done = 0
    with Lattices(call, call.argument(0)) as table, records(call, call.argument(1), COMPACT) as out:
        for key, lattice in table:
            out.write(key, lattice.stripped(ids=True))
            done += 1
        call.console.log(f"Done removing alignments from {done} lattices.")
    return 0 if done else 1
