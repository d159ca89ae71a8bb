"""`lattice-depth`: how many arcs lie side by side, on average."""

from __future__ import annotations

from math import inf, nan

from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import REAL
from mondegreen.dropin.kaldi.options import single
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.stages import Last, staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.options import Call

USAGE = """
Finds how many arcs of each lattice last through a frame on average.

Usage: lattice-depth [options] <lattice-rspecifier> [ <depth-wspecifier> ]
E.g.: lattice-depth ark:- ark,t:-
"""


class Depth(Last):
    """Counts lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.arcs = self.frames = 0.0

    def depth(self, lattice: Lattice) -> float:
        """How many arcs last through a frame of this one; 1 if it is empty, and no number if no path ends."""
        arcs, frames = lattice.sorted().arc_frames()
        depth = single(divided(single(arcs), single(frames))) if lattice.start is not None else 1.0
        self.done += 1
        self.arcs += depth * frames
        self.frames += frames
        return depth

    def lines(self, key: bytes, lattice: Lattice) -> bytes:
        """The depth, as a table in text has it."""
        return key + b" " + REAL.text(self.depth(lattice)).encode()

    def run(self, source: str, target: str) -> int:
        """Counts a table of lattices; gives the exit code."""
        with Lattices(self.call, source) as table, records(self.call, target, REAL) as out:
            for key, lattice in table:
                out.write(key, self.depth(lattice))
            return self.end()

    def end(self) -> int:
        """It failed if there was nothing to count."""
        self.call.console.log(f"Done {self.done} lattices.")
        # The script oracle_wer.sh reads this line.
        density = f"{divided(self.arcs, self.frames):g}".replace("nan", "-nan")
        self.call.console.log(f"Overall density is {density} over {self.frames:g} frames.")
        return 0 if self.done else 1


def divided(number: float, other: float) -> float:
    """The quotient, as C++ has it where the divisor is 0."""
    if other:
        return number / other
    return inf if number > 0 else nan


run = staged(Depth, "lattice-depth", USAGE, arguments=(1, 2))
