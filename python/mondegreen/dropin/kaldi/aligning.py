"""What the programs that align words share: models, and what is said of a lattice that did not align."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.lattices import data_of
from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.stages import Middle

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from mondegreen._core import Lattice, TransitionModel

    T = TypeVar("T")

REORDER = Option("reorder", default=True, purpose="Self-loops come after the last transition of a phone")
KEPT = Option("output-error-lats", default=True, purpose="Write what came of lattices that did not align, too")
TEST = Option("test", default=False, purpose="Check that what is written has the words and costs of what was read")


def model_of(call: Call, name: str) -> TransitionModel:
    """The transition ids of a model."""
    from mondegreen._core import TransitionModel

    return parsed(call, name, TransitionModel)


def parsed(call: Call, name: str, parse: Callable[[bytes], T]) -> T:
    """What a file holds, which is read once for all calls side by side; an error names the file."""
    if name not in call.kept:
        try:
            call.kept[name] = parse(data_of(call, name))
        except ValueError as error:
            raise KaldiError(f"{name}: {error}") from None
    found: T = call.kept[name]
    return found


class Align(Middle):
    """A program that aligns words."""

    # Whether a lattice of which nothing comes is written as it is.
    passes_on = False

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.failed = 0
        expansion = call.number("max-expand")
        self.expansion = expansion if expansion > 0 else None

    def align(self, lattice: Lattice) -> tuple[Lattice, str | None]:
        """The aligned lattice, and what is wrong with it."""
        raise NotImplementedError

    def take(self, key: bytes, lattice: Lattice) -> Lattice | None:
        """The aligned lattice, if it is to be written."""
        name = printable(key)
        aligned, complaint = self.align(lattice)
        is_empty = aligned.start is None
        if self.call.flag(TEST.name) and complaint is None and not is_empty:
            self.test(lattice, aligned, name)
        if complaint is None and not is_empty:
            self.done += 1
            return aligned.sorted()
        self.failed += 1
        if complaint is None:
            self.call.console.warn(f"Lattice was empty for key {name}")
            return None
        self.call.console.warn(f"Lattice for {name} did not align correctly: {complaint}")
        if is_empty and self.passes_on and lattice.states:
            self.call.console.warn(f"Nothing came of the lattice for {name}, which is written as it was read")
            return lattice
        if not self.call.flag(KEPT.name) or is_empty:
            self.call.console.warn(f"No output for {name}")
            return None
        self.call.console.warn(f"Outputting partial lattice for {name}")
        return aligned.sorted()

    def test(self, lattice: Lattice, aligned: Lattice, name: str) -> None:
        """Refuses an aligned lattice that is another one."""
        from mondegreen._core import are_equivalent

        if not are_equivalent(lattice, aligned):
            raise KaldiError(f"Lattice for {name} has other words or costs once aligned", "TestEquivalent")

    def end(self) -> int:
        """It failed if most lattices did not align."""
        self.call.console.log(f"Successfully aligned {self.done} lattices; {self.failed} had errors.")
        return 0 if self.done > self.failed else 1
