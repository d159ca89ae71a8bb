"""Tables of texts: a key and the words after it, one line each, as Kaldi reads and writes them.

Words are bytes: a text in any encoding, or in none, goes through as it came. They end at the white space of C, so
that a no-break space may stand inside one.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.lookups import RANDOM, RandomAccess
from mondegreen.dropin.kaldi.outputs import writing
from mondegreen.dropin.kaldi.readers import Reader
from mondegreen.dropin.kaldi.specifiers import Wspecifier

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from mondegreen.dropin.kaldi.console import Console
    from mondegreen.dropin.kaldi.inputs import Input


class Texts(Reader):
    """The texts of a table: of each key the rest of its line."""

    def archived(self) -> Iterator[tuple[bytes, bytes]]:
        """The lines of an archive."""
        for line in self.source.stream:
            key, _, rest = line.partition(b" ")
            if not rest or key.split() != [key]:  # not as nearly all lines are
                fields = line.split(None, 1)
                if not fields:
                    continue
                key = fields[0]
                rest = line[line.index(key) + len(key) :]
                if not rest:
                    # Kaldi sees the end before it sees that there is a key, and says nothing.
                    what = f"{printable(key)} ends {self.specifier.name} without a line end"
                    self.console.warn(f"Key {what}, and is left out", "Next")
                    return
                if rest[:1] not in (b" ", b"\t", b"\n") or rest in (b" ", b"\t"):
                    self.spoilt(f"Invalid archive file format: no text after key {printable(key)}")
                    return
            yield key, rest

    def loaded(self, key: bytes, source: Input) -> bytes | None:  # noqa: ARG002 - the core names the key of a lattice
        """The line that a script's entry points to."""
        return source.stream.readline() or None


class RandomTexts(RandomAccess):
    """The texts of a table by their keys."""

    def __init__(self, specifier: str, stdin: BinaryIO, console: Console) -> None:
        super().__init__(Texts(specifier, stdin, console, RANDOM))


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
            self.script.write(b"%s %s:%d\n" % (key, os.fsencode(str(self.specifier.archive)), self.place))
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
