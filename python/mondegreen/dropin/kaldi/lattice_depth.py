"""`lattice-depth`: how many arcs lie side by side, on average."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.objects import REAL
from mondegreen.dropin.kaldi.options import Call, program
from mondegreen.dropin.kaldi.records import records

USAGE = """
Finds how many arcs of each lattice last through a frame on average.

Usage: lattice-depth [options] <lattice-rspecifier> [ <depth-wspecifier> ]
E.g.: lattice-depth ark:- ark,t:-
"""


@program("lattice-depth", USAGE, arguments=(1, 2))
def run(call: Call) -> int:
    """Counts lattice by lattice."""
    done = arcs = frames = 0
    with lattices(call, call.argument(0)) as table, records(call, call.argument(1), REAL) as out:
        for key, lattice in table:
            of_arcs, of_utterance = lattice.sorted().arc_frames()
            out.write(key, of_arcs / of_utterance if of_utterance else 1.0)
            done += 1
            arcs += of_arcs
            frames += of_utterance
        call.console.log(f"Done {done} lattices.")
        # The script oracle_wer.sh reads this line.
        density = f"{arcs / frames:g}" if frames else "-nan"
        call.console.log(f"Overall density is {density} over {frames} frames.")
    return 0 if done else 1
