"""Tables of lattices that are read."""

from __future__ import annotations

import os
from contextlib import contextmanager

from mondegreen.dropin.kaldi.console import KaldiAbortError, KaldiError
from mondegreen.dropin.kaldi.inputs import Input, opened
from mondegreen.dropin.kaldi.lookups import RANDOM, Lookup
from mondegreen.dropin.kaldi.specifiers import Rspecifier

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.options import Call

READER = "SequentialTableReader"


class Lattices:
    """The lattices of a table in their order, one in memory at a time."""

    def __init__(self, call: Call, text: str, *, compact: bool = True, kind: str = READER) -> None:
        self.specifier = Rspecifier(text)
        self.call = call
        self.compact = compact
        self.kind = kind
        self.failed = False
        try:
            self.source = opened(self.specifier.name, call.stdin)
        except OSError:
            call.console.warn(f"Failed to open stream {self.specifier.name}", "Open")
            raise self.unusable() from None

    def unusable(self) -> KaldiError:
        """The error of a table that cannot be read from its beginning."""
        return KaldiError(f"Error constructing TableReader: rspecifier is {self.specifier.text}", self.kind)

    def __iter__(self) -> Iterator[tuple[bytes, Lattice]]:
        """Each key with its lattice, as far as they can be read."""
        return self.scripted() if self.specifier.script else self.archived()

    def archived(self) -> Iterator[tuple[bytes, Lattice]]:
        """The lattices of an archive."""
        from mondegreen._core import LatticeArchive

        count = 0
        archive = LatticeArchive(self.source.stream, told(self.specifier.name or "-"), compact=self.compact)
        while True:
            try:
                entry = next(archive, None)
            except ValueError as error:
                self.call.console.warn(str(error), "Next")
                self.failed = True
                if not count and not self.specifier.permissive:
                    raise self.unusable() from None
                return
            if entry is None:
                return
            count += 1
            yield entry

    def scripted(self) -> Iterator[tuple[bytes, Lattice]]:
        """The lattices that the lines of a script point to."""
        for line in self.source.stream:
            fields = line.split(None, 1)
            if len(fields) != 2:
                self.call.console.warn(f"Invalid line in script file {self.specifier.name}", "Next")
                self.failed = True
                return
            lattice = self.entry(os.fsdecode(fields[0]), os.fsdecode(fields[1].strip()))
            if lattice is not None:
                yield fields[0], lattice

    def entry(self, key: str, name: str) -> Lattice | None:
        """The lattice that a script's entry points to; none if it cannot be read, where that is allowed."""
        from mondegreen._core import LatticeArchive

        if name.endswith("]"):
            raise KaldiError("ExtractRange is not defined for this type of holder.", "ExtractRange")
        try:
            source = opened(name, self.call.stdin)
        except OSError:
            self.call.console.warn(f"Failed to open file {name}", "EnsureObjectLoaded")
        else:
            try:
                return LatticeArchive(source.stream, told(name), compact=self.compact).object(told(key))
            except ValueError as error:
                self.call.console.warn(str(error), "EnsureObjectLoaded")
            finally:
                source.close()
        if self.specifier.permissive:
            return None
        what = "to suppress this error, add the permissive (p, ) option to the rspecifier."
        raise KaldiError(f"Failed to load object from {name} ({what}", "Value")

    def close(self) -> None:
        """Ends the reading. A damaged table, or a pipe that failed, is noticed only now, as by Kaldi: it aborts."""
        status = self.source.close()
        if status:
            self.call.console.warn(f"Pipe {self.specifier.name} had nonzero return status {status}", "Close")
        if not (self.failed or status):
            return
        name = self.specifier.name
        if not self.specifier.permissive:
            raise KaldiAbortError(f"TableReader: error detected closing archive {name}", f"~{self.kind}")
        what = "but ignoring it as permissive mode specified."
        self.call.console.warn(f"Error detected closing TableReader for archive {name} {what}", "Close")


def told(name: str) -> str:
    """A name as the core takes it, which tells it in errors, and knows no bytes of other encodings."""
    return os.fsencode(name).decode("utf-8", "replace")


@contextmanager
def lattices(call: Call, text: str, *, compact: bool = True) -> Iterator[Lattices]:
    """Opens a table of lattices. What cannot be done with one of them ends the program."""
    table = Lattices(call, text, compact=compact)
    try:
        yield table
    except ValueError as error:
        table.source.close()
        raise KaldiError(str(error)) from None
    except BaseException:
        table.source.close()
        raise
    table.close()


class RandomLattices:
    """The lattices of a table by their keys, read no further than to the key that is asked for."""

    def __init__(self, call: Call, text: str, *, compact: bool = True) -> None:
        self.table = Lattices(call, text, compact=compact, kind=RANDOM)
        self.lookup = Lookup(self.table.specifier, iter(self.table))

    def get(self, key: bytes) -> Lattice | None:
        """The lattice of a key, if the table has it."""
        lattice: Lattice | None = self.lookup.get(key)
        return lattice

    def __enter__(self) -> RandomLattices:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Ends the reading, without a word of the table if something else went wrong."""
        if error is None:
            self.table.close()
        else:
            self.table.source.close()


def data_of(call: Call, name: str) -> bytes:
    """All bytes of what a name stands for."""
    try:
        source: Input = opened(name, call.stdin)
    except OSError as error:
        raise KaldiError(f"Error opening input stream {name}: {error.strerror or error}", "Input") from None
    data = source.stream.read()
    source.close()
    return data
