"""`lattice-union`: the words of two lattices, determinized."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.pairwise import pairwise
from mondegreen.dropin.kaldi.records import records

USAGE = """
Joins two lattices of each utterance into one that has the words of both, each word sequence once, with its best path.

Usage: lattice-union [options] <lattice-rspecifier1> <lattice-rspecifier2> <lattice-wspecifier>
E.g.: lattice-union ark:den.lats ark:num.lats ark:union.lats
"""


@program("lattice-union", USAGE, arguments=(3,))
def run(call: Call) -> int:
    """Joins utterance by utterance."""
    from mondegreen._core import Lattice

    done = missing = 0
    with records(call, call.argument(2), COMPACT) as out:
        for key, first, second in pairwise(call, compact=False):
            if second is None:
                name = printable(key)
                what = f"Result of union will be the lattice found in {call.argument(0)}"
                call.console.warn(f"No lattice found for utterance {name} in {call.argument(1)}. {what}")
                missing += 1
            union = Lattice.union([first] if second is None else [first, second])
            try:
                out.write(key, union.determinized())
            except ValueError as error:
                call.console.warn(f"No union for utterance {printable(key)}: {error}")
                continue
            done += 1
        pairs = f"Computed union for {done - missing} pairs of lattices. Missing second lattice in {missing} cases."
        call.console.log(f"Total {done}lattices written. {pairs}")
        call.console.log(f"Done {done} lattices.")
    return 0 if done else 1
