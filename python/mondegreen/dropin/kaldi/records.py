"""Tables of objects that are written: archives, scripts that say where in them each key is, or files for each key."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

from mondegreen.dropin.kaldi.console import KaldiAssertionError, KaldiError
from mondegreen.dropin.kaldi.outputs import writing
from mondegreen.dropin.kaldi.specifiers import Wspecifier

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from mondegreen.dropin.kaldi.objects import Kind
    from mondegreen.dropin.kaldi.options import Call

# What a C++ stream keeps back before it writes; an assertion that fails takes it along.
KEPT_BACK = 8191


class Sink:
    """A stream that keeps a little back."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.kept: list[bytes] = []
        self.size = 0
        self.place = 0

    def write(self, data: bytes) -> None:
        """Writes, now or a little later."""
        self.kept.append(data)
        self.size += len(data)
        self.place += len(data)
        if self.size > KEPT_BACK:
            self.flush()

    def flush(self) -> None:
        """Writes what was kept back."""
        self.stream.write(b"".join(self.kept))
        self.stream.flush()
        self.kept.clear()
        self.size = 0


class Records:
    """A table of objects of one kind."""

    def __init__(self, kind: Kind, specifier: Wspecifier, archive: Sink, script: Sink | None) -> None:
        self.kind = kind
        self.specifier = specifier
        self.archive = archive
        self.script = script

    def write(self, key: bytes, value: object) -> None:
        """Adds an object."""
        self.archive.write(key + b" ")
        if self.script is not None:
            place = f"{self.specifier.archive}:{self.archive.place}\n"
            self.script.write(key + b" " + place.encode("utf-8", "surrogateescape"))
        self.archive.write(in_bytes(self.kind, self.specifier, value))
        if self.specifier.flush:
            self.archive.flush()


class Scattered:
    """Objects of one kind, each in the file that a script names."""

    def __init__(self, kind: Kind, specifier: Wspecifier, call: Call) -> None:
        from mondegreen.dropin.kaldi.inputs import check_entry, reading

        self.kind = kind
        self.specifier = specifier
        self.call = call
        with reading(str(specifier.script), call.stdin) as source:
            lines = [line.split(None, 1) for line in source.stream]
        self.names = {fields[0]: fields[1].strip() for fields in lines if len(fields) == 2}
        for name in self.names.values():
            check_entry(name)

    def write(self, key: bytes, value: object) -> None:
        """Writes an object to its file."""
        import os

        if key not in self.names:
            if self.specifier.permissive:
                return
            what = f"the script file {self.specifier.script} has no entry for {key.decode('utf-8', 'surrogateescape')}"
            raise KaldiError(f"Cannot write: {what}", "Write")
        with writing(os.fsdecode(self.names[key]), self.call.stdout) as stream:
            stream.write(in_bytes(self.kind, self.specifier, value))


class Nowhere:
    """A table that nobody wants."""

    def write(self, key: bytes, value: object) -> None:
        """Forgets it."""


def in_bytes(kind: Kind, specifier: Wspecifier, value: object) -> bytes:
    """An object in the form that was asked for."""
    return kind.text(value).encode() if specifier.is_text else kind.binary(value)


@contextmanager
def records(call: Call, text: str, kind: Kind) -> Iterator[Records | Scattered | Nowhere]:
    """Opens a table to write; without a specifier nothing is written."""
    if not text:
        yield Nowhere()
        return
    specifier = Wspecifier(text)
    if specifier.archive is None:
        yield Scattered(kind, specifier, call)
        return
    with ExitStack() as stack:
        archive = stack.enter_context(sink(call, specifier.archive))
        script = None if specifier.script is None else stack.enter_context(sink(call, specifier.script))
        yield Records(kind, specifier, archive, script)


@contextmanager
def sink(call: Call, name: str) -> Iterator[Sink]:
    """Opens a stream; what it keeps back is written at the end, unless an assertion ended the program."""
    with writing(name, call.stdout) as stream:
        kept = Sink(stream)
        try:
            yield kept
        except KaldiAssertionError:
            raise
        except BaseException:
            kept.flush()
            raise
        kept.flush()
