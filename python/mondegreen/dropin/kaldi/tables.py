"""Tables of texts: a key and the words after it, one line each, as Kaldi reads and writes them.

Words are bytes: a text in any encoding, or in none, goes through as it came. They end at the white space of C, so
that a no-break space may stand inside one.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

from mondegreen.dropin.kaldi.console import KaldiAbortError, KaldiError
from mondegreen.dropin.kaldi.inputs import opened
from mondegreen.dropin.kaldi.lookups import RANDOM, Lookup, printable
from mondegreen.dropin.kaldi.outputs import writing
from mondegreen.dropin.kaldi.specifiers import Rspecifier, Wspecifier

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from mondegreen.dropin.kaldi.console import Console

READER = "SequentialTableReader"


class Texts:
    """The texts of a table in their order, and what was wrong with it once they end."""

    def __init__(self, specifier: str, stdin: BinaryIO, console: Console, kind: str = READER) -> None:
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

    def unusable(self) -> KaldiError:
        """The error of a table that cannot be read from its beginning."""
        self.failed = False  # told now rather than at the end
        text = self.specifier.text
        if self.kind == READER:
            return KaldiError(f"Error constructing TableReader: rspecifier is {text}", self.kind)
        return KaldiError(f"Error opening {RANDOM} object  (rspecifier is: {text})", self.kind)

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        """Each key with the rest of its line."""
        entries = self.scripted() if self.specifier.script else self.archived()
        for first in entries:
            yield first
            yield from entries
            return
        if self.failed and self.kind == READER and not self.specifier.permissive:
            raise self.unusable()

    def archived(self) -> Iterator[tuple[bytes, bytes]]:
        """The entries of an archive."""
        for line in self.source.stream:
            key, _, rest = line.partition(b" ")
            if not rest or key.split() != [key]:  # not as nearly all lines are
                fields = line.split(None, 1)
                if not fields:
                    continue
                key = fields[0]
                rest = line[line.index(key) + len(key) :]
                if rest[:1] not in (b" ", b"\t", b"\n") or rest in (b" ", b"\t"):
                    self.spoilt(f"Invalid archive file format: no text after key {printable(key)}")
                    return
            yield key, rest

    def scripted(self) -> Iterator[tuple[bytes, bytes]]:
        """The entries that the lines of a script point to."""
        for line in self.source.stream:
            fields = line.split(None, 1)
            if len(fields) != 2:
                self.spoilt(f"Invalid line in script file: {printable(line.rstrip())}")
                return
            text = self.entry(fields[1].strip())
            if text is not None:
                yield fields[0], text
            elif not self.specifier.permissive:
                self.failed = True
                return

    def entry(self, name: bytes) -> bytes | None:
        """The line that a script's entry points to, if it can be read."""
        import os

        try:
            source = opened(os.fsdecode(name), self.stdin)
        except OSError:
            self.console.warn(f"Failed to open file {printable(name)}", "EnsureObjectLoaded")
            return None
        line = source.stream.readline()
        source.close()
        return line or None

    def spoilt(self, what: str) -> None:
        """Something is no table."""
        self.console.warn(f"{what}, reading {self.specifier.name}", "Next")
        self.failed = True

    def __enter__(self) -> Texts:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Ends the reading, without a word of the table if something else went wrong."""
        if error is None:
            self.close()
        else:
            self.source.close()

    def close(self) -> None:
        """Ends the reading. A damaged table, or a pipe that failed, is noticed only now, as by Kaldi: it aborts."""
        status = self.source.close()
        if status:
            self.console.warn(f"Pipe {self.specifier.name} had nonzero return status {status}", "Close")
        if not (self.failed or status):
            return
        what = f"Error detected closing table {self.specifier.text}"
        if not self.specifier.permissive:
            raise KaldiAbortError(f"TableReader: reading archive or script file failed: {what}", f"~{self.kind}")
        self.console.warn(f"{what}, but ignoring it as permissive mode specified.", "Close")


class RandomTexts:
    """The texts of a table by their keys, read no further than to the key that is asked for."""

    def __init__(self, specifier: str, stdin: BinaryIO, console: Console) -> None:
        self.texts = Texts(specifier, stdin, console, RANDOM)
        self.lookup = Lookup(self.texts.specifier, iter(self.texts))

    def get(self, key: bytes) -> bytes | None:
        """The text of a key, if the table has it."""
        text: bytes | None = self.lookup.get(key)
        return text

    def __enter__(self) -> RandomTexts:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Ends the reading."""
        self.texts.__exit__(kind, error, trace)


class TextWriter:
    """A table of texts that is written, and the script of where each key is, if that is wanted too."""

    def __init__(self, specifier: Wspecifier, archive: BinaryIO, script: BinaryIO | None) -> None:
        self.specifier = specifier
        self.archive = archive
        self.script = script
        self.place = 0

    def write(self, key: bytes, words: Iterable[bytes]) -> None:
        """Adds a line; a blank follows each word."""
        self.place += len(key) + 1
        if self.script is not None:
            self.script.write(b"%s %s:%d\n" % (key, str(self.specifier.archive).encode(), self.place))
        text = b"".join(word + b" " for word in words)
        self.archive.write(b"%s %s\n" % (key, text))
        self.place += len(text) + 1
        if self.specifier.flush:
            self.archive.flush()


@contextmanager
def written(text: str, stdout: BinaryIO) -> Iterator[TextWriter]:
    """Opens a table to write."""
    specifier = Wspecifier(text)
    if specifier.archive is None:
        raise KaldiError(f"Texts are written to archives, not to files that a script names: {text}", "TableWriter")
    with ExitStack() as stack:
        archive = stack.enter_context(writing(specifier.archive, stdout))
        script = None if specifier.script is None else stack.enter_context(writing(specifier.script, stdout))
        yield TextWriter(specifier, archive, script)
