"""Programs that do one lattice after the other: alone between two tables, or behind each other in a script.

What such a program does with a lattice is a class here, so that a script that needs a pipeline for each of many weights
can read every lattice once and hand it to all of them (`pipelines`).
"""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Door, Option, Program
from mondegreen.dropin.kaldi.records import records, sink

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from mondegreen._core import Lattice


class Stage:
    """What a program does; it is made of a call, and counts what it has done."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.done = 0

    def run(self, source: str, target: str) -> int:
        """Does it between two tables; gives the exit code."""
        raise NotImplementedError

    def end(self) -> int:
        """Says how it went; gives the exit code."""
        raise NotImplementedError


class First(Stage):
    """A program that makes one lattice of those that several tables have for an utterance."""

    def join(self, key: bytes, found: list[Lattice | None]) -> Lattice | None:
        """What comes of the lattices, if anything does."""
        raise NotImplementedError


class Middle(Stage):
    """A program that makes lattices of lattices."""

    def take(self, key: bytes, lattice: Lattice) -> Lattice | None:
        """What comes of a lattice, if anything does."""
        raise NotImplementedError

    def run(self, source: str, target: str) -> int:
        """Does it between two tables of lattices; gives the exit code."""
        with Lattices(self.call, source) as table, records(self.call, target, COMPACT) as out:
            for key, lattice in table:
                found = self.take(key, lattice)
                if found is not None:
                    out.write(key, found)
            return self.end()


class Last(Stage):
    """A program that makes lines of lattices."""

    def lines(self, key: bytes, lattice: Lattice) -> bytes:
        """What is written of a lattice."""
        raise NotImplementedError

    def run(self, source: str, target: str) -> int:
        """Does it from a table of lattices to a file; gives the exit code."""
        with Lattices(self.call, source) as table, sink(self.call, target) as out:
            for key, lattice in table:
                out.write(self.lines(key, lattice))
            return self.end()


class StageDoor(Door):
    """Such a program as others call it: alone as any other, or lattice by lattice."""

    def __init__(self, declared: Program, kind: Callable[[Call], Stage], source: int, target: int) -> None:
        self.kind = kind
        self.source = source
        self.target = target
        super().__init__(declared, self.alone)
        self.__doc__ = kind.__doc__

    def alone(self, call: Call) -> int:
        """Runs the program on the tables that its arguments name."""
        one = self.kind(call)
        return one.run(call.argument(self.source), call.argument(self.target))


def staged(
    kind: type[Stage],
    name: str,
    usage: str,
    *options: Option,
    arguments: Container[int],
    source: int = 0,
    target: int = 1,
) -> StageDoor:
    """Makes a program of such a class; `source` and `target` are the places of the arguments that name its tables."""
    return StageDoor(Program(name, usage, options, arguments), kind, source, target)
