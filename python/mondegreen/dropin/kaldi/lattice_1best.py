"""`lattice-1best`: the path that costs least, as a lattice."""

from __future__ import annotations

from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales
from mondegreen.dropin.kaldi.stages import Middle, staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Finds the path that costs least in each lattice, and writes it as a lattice with its first costs.

Usage: lattice-1best [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-1best --acoustic-scale=0.1 ark:1.lats ark:1best.lats
"""


class OneBest(Middle):
    """Searches lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.scales = Scales(call, undone=True)
        self.penalty = max(call.number("word-ins-penalty"), 0.0)
        self.failed = 0

    def take(self, key: bytes, lattice: Lattice) -> Lattice | None:
        """The path, if one ends."""
        scaled = self.scales.apply(lattice)
        path = (scaled.penalised(self.penalty) if self.penalty else scaled).best_path()
        if path.start is None:
            what = f"Possibly empty lattice for utterance-id {key.decode('utf-8', 'surrogateescape')}(no output)"
            self.call.console.warn(what)
            self.failed += 1
            return None
        self.done += 1
        return self.scales.undo(path.penalised(-self.penalty) if self.penalty else path)

    def end(self) -> int:
        """It failed if it found nothing."""
        self.call.console.log(f"Done converting {self.done} to best path, {self.failed} had errors.")
        return 0 if self.done else 1


run = staged(
    OneBest,
    "lattice-1best",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("word-ins-penalty", 0.0, "The penalty of a word; only one above 0 has an effect"),
    arguments=(2,),
)
