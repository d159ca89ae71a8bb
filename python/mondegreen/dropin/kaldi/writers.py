"""Kaldi's tables that are written: archives, scripts with the place of each key in them, or one file per key."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, ExitStack, contextmanager

from mondegreen.dropin.kaldi.command import KaldiAssertionError, KaldiError, decode_bytes
from mondegreen.dropin.kaldi.kaldi_io import check_script_entry, open_input, open_output
from mondegreen.dropin.kaldi.tables import Wspecifier

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, BinaryIO

    from mondegreen.dropin.kaldi.command import Call

# A C++ stream buffers so many bytes before it writes; an assertion that fails loses them.
BUFFER_SIZE = 8191


class Holder:
    """How objects of a type are written after their key and a space, in text and in binary (Kaldi's term)."""

    def __init__(self, text: Callable[[Any], bytes], binary: Callable[[Any], bytes]) -> None:
        self.text = text
        self.binary = binary

    def format(self, specifier: Wspecifier, value: object) -> bytes:
        return self.text(value) if specifier.is_text else self.binary(value)


def format_words(words: Iterable[bytes]) -> bytes:
    return b"".join([word + b" " for word in words]) + b"\n"


# Texts have no binary format.
WORDS = Holder(format_words, format_words)


class Sink:
    """A buffered stream that knows its offset."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.buffer: list[bytes] = []
        self.size = 0
        self.offset = 0

    def write(self, data: bytes) -> None:
        self.buffer.append(data)
        self.size += len(data)
        self.offset += len(data)
        if self.size > BUFFER_SIZE:
            self.flush()

    def flush(self) -> None:
        self.stream.write(b"".join(self.buffer))
        self.stream.flush()
        self.buffer.clear()
        self.size = 0


class Writer:
    """Writes objects by their keys; this one discards them, for a table that is not wanted."""

    def write(self, key: bytes, value: Any) -> None:  # noqa: ANN401 - what its holder takes
        """Write an object."""


class LineWriter(Writer):
    """Writes lines that have their keys in them already."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink

    def write(self, key: bytes, value: bytes) -> None:  # noqa: ARG002 - it is in the lines
        self.sink.write(value)


class ArchiveWriter(Writer):
    """Writes an archive, and the script with the place of each key if there is one."""

    def __init__(self, holder: Holder, specifier: Wspecifier, archive: Sink, script: Sink | None = None) -> None:
        self.holder = holder
        self.specifier = specifier
        self.archive = archive
        self.script = script

    def write(self, key: bytes, value: Any) -> None:  # noqa: ANN401 - what its holder takes
        self.archive.write(key + b" ")
        if self.script is not None:
            self.script.write(b"%s %s:%d\n" % (key, os.fsencode(str(self.specifier.archive)), self.archive.offset))
        self.archive.write(self.holder.format(self.specifier, value))
        if self.specifier.flush:
            self.archive.flush()


class ScriptWriter(Writer):
    """Writes each object to the file that a script names for its key."""

    def __init__(self, holder: Holder, specifier: Wspecifier, call: Call) -> None:
        self.holder = holder
        self.specifier = specifier
        self.call = call
        source = open_input(str(specifier.script), call.stdin)
        try:
            lines = [line.split(None, 1) for line in source.stream]
        finally:
            source.close()
        self.names = {fields[0]: fields[1].strip() for fields in lines if len(fields) == 2}
        for name in self.names.values():
            check_script_entry(name)

    def write(self, key: bytes, value: Any) -> None:  # noqa: ANN401 - what its holder takes
        if key not in self.names:
            if self.specifier.permissive:
                return
            what = f"the script file {self.specifier.script} has no entry for {decode_bytes(key)}"
            raise KaldiError(f"Cannot write: {what}", "Write")
        with open_output(os.fsdecode(self.names[key]), self.call) as stream:
            stream.write(self.holder.format(self.specifier, value))


@contextmanager
def open_writer(call: Call, wspecifier: str, holder: Holder) -> Iterator[Writer]:
    """Open a table to write; without a specifier nothing is written."""
    if not wspecifier:
        yield Writer()
        return
    specifier = Wspecifier(wspecifier)
    if specifier.archive is None:
        yield ScriptWriter(holder, specifier, call)
        return
    with ExitStack() as stack:
        archive = stack.enter_context(open_sink(specifier.archive, call))
        script = None if specifier.script is None else stack.enter_context(open_sink(specifier.script, call))
        yield ArchiveWriter(holder, specifier, archive, script)


def open_text_writer(call: Call, wspecifier: str) -> AbstractContextManager[Writer]:
    """Open an archive of texts to write."""
    if Wspecifier(wspecifier).archive is None:
        what = "Texts are written to archives, not to files that a script names"
        raise KaldiError(f"{what}: {wspecifier}", "TableWriter")
    return open_writer(call, wspecifier, WORDS)


@contextmanager
def open_sink(name: str, call: Call) -> Iterator[Sink]:
    """Open a buffered stream; what is in the buffer is lost if an assertion ends the program."""
    with open_output(name, call) as stream:
        sink = Sink(stream)
        try:
            yield sink
        except KaldiAssertionError:
            raise
        except BaseException:
            sink.flush()
            raise
        sink.flush()
