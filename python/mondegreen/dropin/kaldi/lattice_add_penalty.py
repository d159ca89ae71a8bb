"""`lattice-add-penalty`: a cost for every word."""

from __future__ import annotations

from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.stages import Middle, staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Adds a penalty to the graph cost of every word of lattices.

Usage: lattice-add-penalty [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-add-penalty --word-ins-penalty=1.0 ark:- ark:-
"""


class AddPenalty(Middle):
    """Adds it lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.penalty = call.number("word-ins-penalty")

    def take(self, key: bytes, lattice: Lattice) -> Lattice:  # noqa: ARG002 - others name the utterance
        """The lattice with the penalty."""
        self.done += 1
        return lattice.penalised(self.penalty)

    def end(self) -> int:
        """It failed if there was nothing to do."""
        self.call.console.log(f"Done adding word insertion penalty to {self.done} lattices.")
        return 0 if self.done else 1


run = staged(
    AddPenalty, "lattice-add-penalty", USAGE, Option("word-ins-penalty", 0.0, "The penalty of a word"), arguments=(2,)
)
