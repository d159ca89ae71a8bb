"""`lattice-prune`: lattices without what costs much more than the best path."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiAssertionError
from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, INVERSE, Scales

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Removes from lattices what lies on no path that costs at most so much more than the best one.

Usage: lattice-prune [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-prune --acoustic-scale=0.1 --beam=4.0 ark:1.lats ark:pruned.lats
"""


@program(
    "lattice-prune",
    USAGE,
    ACOUSTIC,
    INVERSE,
    Option("beam", 10.0, "How much more than the best path a path may cost, after scaling"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Prunes lattice by lattice."""
    scales = Scales(call, undone=True)
    beam = call.number("beam")
    sizes = Sizes()
    with lattices(call, call.argument(0)) as table, records(call, call.argument(1), COMPACT) as out:
        for key, lattice in table:
            if not beam > 0.0:
                raise KaldiAssertionError("beam > 0.0", "PruneLattice")
            name = key.decode("utf-8", "surrogateescape")
            pruned = scales.apply(lattice).pruned(beam)
            if pruned.start is None:
                call.console.warn(f"Error pruning lattice for utterance {name}")
            call.console.log(f"For utterance {name}, {sizes.add(lattice, pruned)}")
            out.write(key, scales.undo(pruned))
        call.console.log(f"Overall, {sizes.overall()}")
        call.console.log(f"Done {sizes.count} lattices.")
    return 0 if sizes.count else 1


class Sizes:
    """How large lattices were and are."""

    def __init__(self) -> None:
        self.count = 0
        self.states = [0, 0]
        self.arcs = [0, 0]

    def add(self, before: Lattice, after: Lattice) -> str:
        """Adds a lattice; tells how it changed."""
        self.count += 1
        for place, lattice in enumerate((before, after)):
            self.states[place] += lattice.states
            self.arcs[place] += lattice.arcs
        states = f"pruned #states from {before.states} to {after.states}"
        return f"{states} and #arcs from {before.arcs} to {after.arcs}"

    def overall(self) -> str:
        """How lattices changed on average."""
        count = max(self.count, 1)
        states, arcs = ([f"{size / count:g}" for size in sizes] for sizes in (self.states, self.arcs))
        return (
            f"pruned from on average {states[0]} to {states[1]} states, and from {arcs[0]} to {arcs[1]} arcs, "
            f"over {self.count} utterances."
        )
