"""Tables that are read: how they begin, where their objects are, and how they end.

What the objects are, `tables` knows of texts and `lattices` of lattices.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod

from mondegreen.dropin.kaldi.console import KaldiAbortError, KaldiError, printable
from mondegreen.dropin.kaldi.inputs import check_entry, opened
from mondegreen.dropin.kaldi.lookups import RANDOM
from mondegreen.dropin.kaldi.specifiers import Rspecifier

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

    from mondegreen.dropin.kaldi.console import Console
    from mondegreen.dropin.kaldi.inputs import Input

SEQUENTIAL = "SequentialTableReader"


class Reader(ABC):
    """The objects of a table in their order, and what was wrong with it once they end."""

    def __init__(self, specifier: str, stdin: BinaryIO, console: Console, kind: str = SEQUENTIAL) -> None:
        self.specifier = Rspecifier(specifier)
        self.stdin = stdin
        self.console = console
        self.kind = kind
        self.failed = False
        try:
            self.source = opened(self.specifier.name, stdin)
        except OSError:
            console.warn(f"Failed to open stream {self.specifier.name}", "Open")
            raise self.unusable() from None

    @abstractmethod
    def archived(self) -> Iterator[tuple[bytes, Any]]:
        """The entries of an archive."""

    @abstractmethod
    def loaded(self, key: bytes, source: Input) -> Any:  # noqa: ANN401 - a text or a lattice
        """The object that stands alone in a file; none if it cannot be read."""

    def unusable(self) -> KaldiError:
        """The error of a table that cannot be read from its beginning."""
        self.failed = False  # told now rather than at the end
        text = self.specifier.text
        if self.kind == SEQUENTIAL:
            return KaldiError(f"Error constructing TableReader: rspecifier is {text}", self.kind)
        return KaldiError(f"Error opening {RANDOM} object  (rspecifier is: {text})", self.kind)

    def __iter__(self) -> Iterator[tuple[bytes, Any]]:
        """Each key with its object, as far as they can be read."""
        entries = self.scripted() if self.specifier.script else self.archived()
        for first in entries:
            yield first
            yield from entries
            return
        if self.failed and self.kind == SEQUENTIAL:
            raise self.unusable()

    def scripted(self) -> Iterator[tuple[bytes, Any]]:
        """The objects that the lines of a script point to."""
        for key, name in self.script():
            found = self.entry(key, name)
            if found is not None:
                yield key, found

    def script(self) -> Iterator[tuple[bytes, bytes]]:
        """The keys of a script, and the names of what they point to."""
        for line in self.source.stream:
            fields = line.split(None, 1)
            if len(fields) != 2:
                self.spoilt(f"Invalid line in script file: {printable(line.rstrip())}")
                return
            yield fields[0], fields[1].strip()

    def entry(self, key: bytes, name: bytes) -> Any:  # noqa: ANN401 - a text or a lattice
        """The object that a script's entry points to; none if it cannot be read, where that is allowed."""
        if name.endswith(b"]"):
            raise KaldiError("ExtractRange is not defined for this type of holder.", "ExtractRange")
        check_entry(name)
        try:
            source = opened(os.fsdecode(name), self.stdin)
        except OSError:
            self.console.warn(f"Failed to open file {printable(name)}", "EnsureObjectLoaded")
        else:
            try:
                found = self.loaded(key, source)
            finally:
                source.close()
            if found is not None:
                return found
        if self.specifier.permissive:
            return None
        what = "to suppress this error, add the permissive (p, ) option to the rspecifier."
        raise KaldiError(f"Failed to load object from {printable(name)} ({what}", "Value")

    def spoilt(self, what: str) -> None:
        """Something is no table."""
        self.console.warn(f"{what}, reading {self.specifier.name}", "Next")
        self.failed = True

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Ends the reading, without a word of the table if something else went wrong."""
        if error is None:
            self.close()
        else:
            self.source.close()

    def close(self) -> None:
        """Ends the reading. A damaged table is noticed only now, as by Kaldi: it aborts.

        So is a pipe that failed; but not one from which keys were looked up, for it may be read to its end or not.
        """
        name, status = self.specifier.name, self.source.close()
        if status:
            self.console.warn(f"Pipe {name} had nonzero return status {status}", "Close")
        if not self.failed and (not status or self.kind != SEQUENTIAL):
            return
        what = f"error detected closing archive {name}"
        if not self.specifier.permissive:
            raise KaldiAbortError(f"TableReader: reading archive or script file failed: {what}", f"~{self.kind}")
        self.console.warn(f"TableReader: {what}, but ignoring it as permissive mode specified.", "Close")
