"""Tables of lattices that are read."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.inputs import opened
from mondegreen.dropin.kaldi.lookups import RANDOM, RandomAccess
from mondegreen.dropin.kaldi.readers import SEQUENTIAL, Reader

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.inputs import Input
    from mondegreen.dropin.kaldi.options import Call


class Lattices(Reader):
    """The lattices of a table, one in memory at a time."""

    def __init__(self, call: Call, text: str, *, compact: bool = True, kind: str = SEQUENTIAL) -> None:
        self.compact = compact
        super().__init__(text, call.stdin, call.console, kind)

    def archived(self) -> Iterator[tuple[bytes, Lattice]]:
        """The lattices of an archive."""
        from mondegreen._core import LatticeArchive

        archive = LatticeArchive(self.source.stream, told(self.specifier.name or "-"), compact=self.compact)
        while True:
            try:
                entry = next(archive, None)
            except ValueError as error:
                self.console.warn(str(error), "Next")
                self.failed = True
                return
            if entry is None:
                return
            yield entry

    def loaded(self, key: bytes, source: Input) -> Lattice | None:
        """The lattice that a script's entry points to."""
        from mondegreen._core import LatticeArchive

        try:
            archive = LatticeArchive(source.stream, told(source.name), compact=self.compact)
            return archive.object(told(os.fsdecode(key)))
        except ValueError as error:
            self.console.warn(str(error), "EnsureObjectLoaded")
            return None


class RandomLattices(RandomAccess):
    """The lattices of a table by their keys."""

    def __init__(self, call: Call, text: str, *, compact: bool = True) -> None:
        super().__init__(Lattices(call, text, compact=compact, kind=RANDOM))


def told(name: str) -> str:
    """A name as the core takes it, which tells it in errors, and knows no bytes of other encodings."""
    return os.fsencode(name).decode("utf-8", "replace")


def data_of(call: Call, name: str) -> bytes:
    """All bytes of what a name stands for."""
    try:
        source = opened(name, call.stdin)
    except OSError as error:
        raise KaldiError(f"Error opening input stream {name}: {error.strerror or error}", "Input") from None
    data = source.stream.read()
    status = source.close()
    if status:
        call.console.warn(f"Pipe {name} had nonzero return status {status}", "Close")
    return data
