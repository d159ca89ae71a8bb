"""`lattice-prune`: lattices without what costs much more than the best path."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiAssertionError, printable
from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.scales import ACOUSTIC, INVERSE, Scales
from mondegreen.dropin.kaldi.stages import Middle, staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Removes from lattices what lies on no path that costs at most so much more than the best one.

Usage: lattice-prune [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-prune --acoustic-scale=0.1 --beam=4.0 ark:1.lats ark:pruned.lats
"""


class Prune(Middle):
    """Prunes lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.scales = Scales(call, undone=True)
        self.beam = call.number("beam")
        self.sizes = Sizes()

    def take(self, key: bytes, lattice: Lattice) -> Lattice:
        """What is left of a lattice."""
        if not self.beam > 0.0:
            raise KaldiAssertionError("beam > 0.0", "PruneLattice")
        name = printable(key)
        scaled = self.scales.apply(lattice)
        try:
            pruned = scaled.pruned(self.beam)
        except ValueError:  # Kaldi writes a lattice with a cycle as it is, and goes on
            self.call.console.warn("Cycles detected in lattice", "PruneLattice")
            pruned = scaled
        if pruned is scaled or pruned.start is None:
            self.call.console.warn(f"Error pruning lattice for utterance {name}")
        self.call.console.log(f"For utterance {name}, {self.sizes.add(lattice, pruned)}")
        return self.scales.undo(pruned)

    def end(self) -> int:
        """It failed if there was nothing to do."""
        self.call.console.log(f"Overall, {self.sizes.overall()}")
        self.call.console.log(f"Done {self.sizes.count} lattices.")
        return 0 if self.sizes.count else 1


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


run = staged(
    Prune,
    "lattice-prune",
    USAGE,
    ACOUSTIC,
    INVERSE,
    Option("beam", 10.0, "How much more than the best path a path may cost, after scaling"),
    arguments=(2,),
)
