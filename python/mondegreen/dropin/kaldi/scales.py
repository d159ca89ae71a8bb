"""The options by which programs scale the costs of lattices, and what they stand for."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiAssertionError, KaldiError
from mondegreen.dropin.kaldi.options import Call, Option, single

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

ACOUSTIC = Option("acoustic-scale", 1.0, "Factor of acoustic costs")
INVERSE = Option("inv-acoustic-scale", 1.0, "The acoustic scale by its inverse")
GRAPH = Option("lm-scale", 1.0, "Factor of graph costs, those of the language model among them")


def acoustic_scale(call: Call) -> float:
    """The factor of acoustic costs, which is given as it is or by its inverse."""
    scale = call.number(ACOUSTIC.name)
    if INVERSE.name not in call.values:
        return scale
    inverse = call.number(INVERSE.name)
    if 1.0 not in (scale, inverse):
        raise KaldiAssertionError("acoustic_scale == 1.0 || inv_acoustic_scale == 1.0")
    return scale if inverse == 1.0 else inverted(inverse)


def inverted(scale: float) -> float:
    """The inverse, in single precision."""
    return single(1.0 / scale) if scale else float("inf")


class Scales:
    """Factors of graph and acoustic costs, taken off again if need be."""

    def __init__(self, call: Call, *, undone: bool = False) -> None:
        self.graph = call.number(GRAPH.name) if GRAPH.name in call.values else 1.0
        self.acoustic = acoustic_scale(call)
        if undone and 0.0 in (self.graph, self.acoustic):
            raise KaldiError("Do not use exactly zero acoustic or LM scale (cannot be inverted)")

    def apply(self, lattice: Lattice) -> Lattice:
        """The lattice with these scales."""
        if self.graph == self.acoustic == 1.0:
            return lattice
        return lattice.scaled(((self.graph, 0.0), (0.0, self.acoustic)))

    def undo(self, lattice: Lattice) -> Lattice:
        """The lattice without these scales, but for what rounding took."""
        if self.graph == self.acoustic == 1.0:
            return lattice
        return lattice.scaled(((1.0 / self.graph, 0.0), (0.0, 1.0 / self.acoustic)))
