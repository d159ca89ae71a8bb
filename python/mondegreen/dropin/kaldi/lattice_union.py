"""`lattice-union`: the paths of two lattices."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.pairwise import pairwise
from mondegreen.dropin.kaldi.records import records

USAGE = """
Joins two lattices of each utterance into one with the paths of both. Where Kaldi's program determinises what it writes,
this one does not: paths with the same words stay side by side.

Usage: lattice-union [options] <lattice-rspecifier1> <lattice-rspecifier2> <lattice-wspecifier>
E.g.: lattice-union ark:den.lats ark:num.lats ark:union.lats
"""


@program("lattice-union", USAGE, arguments=(3,))
def run(call: Call) -> int:
    """Joins utterance by utterance."""
    from mondegreen._core import Lattice

    done = missing = 0
    with records(call, call.argument(2), COMPACT) as out:
        for key, first, second in pairwise(call, compact=True):
            if second is None:
                name = printable(key)
                what = f"Result of union will be the lattice found in {call.argument(0)}"
                call.console.warn(f"No lattice found for utterance {name} in {call.argument(1)}. {what}")
                missing += 1
            out.write(key, Lattice.union([first] if second is None else [first, second]))
            done += 1
        pairs = f"Computed union for {done - missing} pairs of lattices. Missing second lattice in {missing} cases."
        call.console.log(f"Total {done}lattices written. {pairs}")
        call.console.log(f"Done {done} lattices.")
    return 0 if done else 1
