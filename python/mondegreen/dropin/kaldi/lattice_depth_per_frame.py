"""`lattice-depth-per-frame`: how many arcs lie side by side, frame by frame."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import COMPACT, WHOLES
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Finds how many arcs of each lattice last through each frame; lattices are copied too where that is wanted.

Usage: lattice-depth-per-frame [options] <lattice-rspecifier> <depth-wspecifier> [ <lattice-wspecifier> ]
E.g.: lattice-depth-per-frame ark:- ark,t:-
"""


@program("lattice-depth-per-frame", USAGE, arguments=(2, 3))
def run(call: Call) -> int:
    """Counts lattice by lattice."""
    done = 0
    with (
        Lattices(call, call.argument(0)) as table,
        records(call, call.argument(1), WHOLES) as depths,
        records(call, call.argument(2), COMPACT) as copies,
    ):
        for key, lattice in table:
            ordered = lattice.sorted()
            depths.write(key, ordered.depth_per_frame())
            copies.write(key, ordered)
            done += 1
        call.console.log(f"Done {done} lattices.")
    return 0 if done else 1
