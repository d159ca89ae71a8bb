"""Kaldi's tables that are read (util/kaldi-table.h): archives and scripts, in their order or by key.

Words are bytes: a text in any encoding, or in none, goes through as it came. They end at C's whitespace, so that a
no-break space may be part of one. Objects other than texts are read by `lattice_tables`.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, contextmanager

from mondegreen.dropin.kaldi.command import KaldiAbortError, KaldiError, decode_bytes
from mondegreen.dropin.kaldi.kaldi_io import check_script_entry, open_input

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

    from mondegreen.dropin.kaldi.command import Console
    from mondegreen.dropin.kaldi.kaldi_io import Input

# The options of rspecifiers by the letters that switch them on; an `n` before the letters switches them off. `b` and
# `t` have no effect: how a table was written is seen in it.
READ_FLAGS = {"o": "once", "s": "sorted", "cs": "called_sorted", "p": "permissive", "bg": "background"}
IGNORED_READ_FLAGS = {"b", "t"}
WRITE_FLAGS = {"t": ("is_text", True), "b": ("is_text", False), "f": ("flush", True), "nf": ("flush", False)}
# Kaldi's classes, by which errors are named.
SEQUENTIAL, RANDOM_ACCESS = "SequentialTableReader", "RandomAccessTableReader"


class Rspecifier:
    """A table to read: `ark:...` or `scp:...`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.once = self.sorted = self.called_sorted = self.permissive = self.background = False
        words, self.name = split_specifier(text, "rspecifier")
        self.is_script = "scp" in words
        for word in words:
            letters, on = (word[1:], False) if word.startswith("n") else (word, True)
            if letters in READ_FLAGS:
                setattr(self, READ_FLAGS[letters], on)
            elif word not in (*IGNORED_READ_FLAGS, "ark", "scp"):
                raise make_specifier_error("rspecifier", text)
        if words.count("ark") + words.count("scp") != 1:
            raise make_specifier_error("rspecifier", text)


class Wspecifier:
    """A table to write: an archive, a script with the place of each key in it, or both."""

    def __init__(self, text: str) -> None:
        self.text = text
        words, names = split_specifier(text, "wspecifier")
        tables = [word for word in words if word in ("ark", "scp")]
        self.permissive = "p" in words
        self.is_text = self.flush = False
        for word in words:
            if word in WRITE_FLAGS:
                setattr(self, *WRITE_FLAGS[word])
            elif word not in ("ark", "scp", "p"):
                raise make_specifier_error("wspecifier", text)
        archive, comma, script = names.partition(",")
        has_both = tables == ["ark", "scp"]
        if not (has_both and comma) and len(tables) != 1:
            raise make_specifier_error("wspecifier", text)
        self.archive = archive if has_both else names if tables == ["ark"] else None
        self.script = script if has_both else names if tables == ["scp"] else None


def is_rspecifier(text: str) -> bool:
    """Return whether a text names a table rather than a file."""
    try:
        Rspecifier(text)
    except KaldiError:
        return False
    return True


def split_specifier(text: str, kind: str) -> tuple[list[str], str]:
    """Return the words before the colon, and the name after it; spaces at the end are refused, as by Kaldi."""
    words, colon, name = text.partition(":")
    if not colon or text != text.rstrip() or not words:
        raise make_specifier_error(kind, text)
    return words.replace(" ", ",").split(","), name


def make_specifier_error(kind: str, text: str) -> KaldiError:
    quoted = text if text.strip() else f"'{text}'"
    return KaldiError(f"Invalid {kind} {quoted}", f"Invalid{kind.capitalize()}")


class TableReader(ABC):
    """Reads the entries of a table in their order, and reports what was wrong with it at the end."""

    def __init__(self, rspecifier: str, stdin: BinaryIO, console: Console, kind: str = SEQUENTIAL) -> None:
        self.specifier = Rspecifier(rspecifier)
        self.stdin = stdin
        self.console = console
        self.kind = kind
        self.has_failed = False
        try:
            self.source = open_input(self.specifier.name, stdin)
        except OSError:
            console.warn(f"Failed to open stream {self.specifier.name}", "Open")
            raise self.make_open_error() from None

    @abstractmethod
    def read_archive(self) -> Iterator[tuple[bytes, Any]]:
        """Yield the entries of an archive."""

    @abstractmethod
    def read_object(self, key: bytes, source: Input) -> Any:  # noqa: ANN401 - a text or a lattice
        """Read the object that is alone in a file; none if it cannot be read."""

    def make_open_error(self) -> KaldiError:
        """Return the error for a table that cannot be read from its start."""
        self.has_failed = False  # reported now rather than at the end
        text = self.specifier.text
        if self.kind == SEQUENTIAL:
            return KaldiError(f"Error constructing TableReader: rspecifier is {text}", self.kind)
        return KaldiError(f"Error opening {RANDOM_ACCESS} object  (rspecifier is: {text})", self.kind)

    def __iter__(self) -> Iterator[tuple[bytes, Any]]:
        """Yield each key with its object, as far as they can be read."""
        entries = self.read_scripted() if self.specifier.is_script else self.read_archive()
        first = next(entries, None)
        if first is not None:
            yield first
            yield from entries
        elif self.has_failed and self.kind == SEQUENTIAL:
            raise self.make_open_error()

    def read_scripted(self) -> Iterator[tuple[bytes, Any]]:
        for key, name in self.read_script():
            found = self.read_entry(key, name)
            if found is not None:
                yield key, found

    def read_script(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the keys of a script, and the extended file names of their objects."""
        for line in self.source.stream:
            fields = line.split(None, 1)
            if len(fields) != 2:
                self.fail(f"Invalid line in script file: {decode_bytes(line.rstrip())}")
                return
            yield fields[0], fields[1].strip()

    def read_entry(self, key: bytes, name: bytes) -> Any:  # noqa: ANN401 - a text or a lattice
        """Read the object that a script's entry points to; none if it cannot be read and the table is permissive."""
        if name.endswith(b"]"):
            raise KaldiError("ExtractRange is not defined for this type of holder.", "ExtractRange")
        check_script_entry(name)
        try:
            source = open_input(os.fsdecode(name), self.stdin)
        except OSError:
            self.console.warn(f"Failed to open file {decode_bytes(name)}", "EnsureObjectLoaded")
        else:
            try:
                found = self.read_object(key, source)
            finally:
                source.close()
            if found is not None:
                return found
        if self.specifier.permissive:
            return None
        what = "to suppress this error, add the permissive (p, ) option to the rspecifier."
        raise KaldiError(f"Failed to load object from {decode_bytes(name)} ({what}", "Value")

    def fail(self, what: str) -> None:
        """Warn of what makes the table unreadable; `close` then fails."""
        self.console.warn(f"{what}, reading {self.specifier.name}", "Next")
        self.has_failed = True

    def __enter__(self) -> TableReader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            self.close()
        else:  # of which alone is reported
            self.source.close()

    def close(self) -> None:
        """Close the table. Kaldi notices a damaged table only now: it aborts.

        The same for a failed pipe, unless keys were looked up in it, as it may be read to its end or not.
        """
        name, status = self.specifier.name, self.source.close()
        if status:
            self.console.warn(f"Pipe {name} had nonzero return status {status}", "Close")
        if not self.has_failed and (not status or self.kind != SEQUENTIAL):
            return
        what = f"error detected closing archive {name}"
        if not self.specifier.permissive:
            raise KaldiAbortError(f"TableReader: reading archive or script file failed: {what}", f"~{self.kind}")
        self.console.warn(f"TableReader: {what}, but ignoring it as permissive mode specified.", "Close")


class TextReader(TableReader):
    """Reads texts: of each key the rest of its line."""

    def read_archive(self) -> Iterator[tuple[bytes, bytes]]:
        for line in self.source.stream:
            key, _, rest = line.partition(b" ")
            if not rest or key.split() != [key]:  # unlike nearly all lines
                fields = line.split(None, 1)
                if not fields:
                    continue
                key = fields[0]
                rest = line[line.index(key) + len(key) :]
                if not rest:
                    # Kaldi's `is >> key` meets the end before it sees that there is a key, and says nothing.
                    what = f"{decode_bytes(key)} ends {self.specifier.name} without a line end"
                    self.console.warn(f"Key {what}, and is left out", "Next")
                    return
                if rest[:1] not in (b" ", b"\t", b"\n") or rest in (b" ", b"\t"):
                    self.fail(f"Invalid archive file format: no text after key {decode_bytes(key)}")
                    return
            yield key, rest

    def read_object(self, key: bytes, source: Input) -> bytes | None:  # noqa: ARG002 - lattices have use for the key
        return source.stream.readline() or None


class TableLookup:
    """Looks up keys in a table that was opened as `RANDOM_ACCESS`.

    Of a script nothing is read but what is asked for, and nothing is cached. An archive is read no further than to the
    key, and what its specifier allows is cached: a sorted one (`s`) is not read beyond the place of a key that it
    lacks; if keys are asked for in order too (`s,cs`) only the last object is cached, and if each is asked for once
    (`o`) none that was returned.
    """

    def __init__(self, table: TableReader) -> None:
        self.table = table
        self.specifier = table.specifier
        self.names = self.read_names() if table.specifier.is_script else None
        self.entries = iter(table)
        self.cache: dict[bytes, Any] = {}
        self.last = self.requested = b""

    def read_names(self) -> dict[bytes, bytes]:
        """Read the extended file names of a script."""
        names: dict[bytes, bytes] = {}
        last = b""
        for key, name in self.table.read_script():
            if key in names:
                self.table.fail(f"Script file contains duplicate key: {decode_bytes(key)}")
            elif self.specifier.sorted and key < last:
                what = "Script file is not sorted (remove s, option or add ns, option): key is"
                self.table.fail(f"{what} {decode_bytes(last)}")
            names[key] = name
            last = key
        self.table.source.close()
        if self.table.has_failed:
            raise self.table.make_open_error()
        return names

    def get(self, key: bytes) -> Any:  # noqa: ANN401 - a text or a lattice
        """Return the object of a key; none if the table lacks it."""
        if self.names is not None:
            return self.table.read_entry(key, self.names[key]) if key in self.names else None
        if self.specifier.sorted and self.specifier.called_sorted:
            self.drop_before(key)
        if key not in self.cache:
            self.read_up_to(key)
        return self.cache.pop(key, None) if self.specifier.once else self.cache.get(key)

    def drop_before(self, key: bytes) -> None:
        """Drop what comes before a key, which will not be asked for any more."""
        if key < self.requested:
            order = f"{decode_bytes(self.requested)} is followed by {decode_bytes(key)}"
            what = 'You provided the "cs" option, but keys are not asked for in sorted order'
            raise KaldiError(f"{what}: {order}: rspecifier is {self.specifier.text}", "HasKeyInternal")
        self.requested = key
        if key > self.last:
            self.cache.clear()

    def read_up_to(self, key: bytes) -> None:
        """Read on to a key, or to the place where a sorted table would have it."""
        is_sorted = self.specifier.sorted
        if is_sorted and self.last > key:
            return
        for found, value in self.entries:
            if is_sorted or found in self.cache:
                self.check_key(found)
            self.cache[found] = value
            if found == key or (is_sorted and found > key):
                return

    def check_key(self, key: bytes) -> None:
        """Refuse a duplicate key, and one that is out of order in a sorted table."""
        if self.specifier.sorted and self.last and key <= self.last:
            order = f"{decode_bytes(self.last)} is followed by {decode_bytes(key)}: rspecifier is {self.specifier.text}"
            what = 'You provided the "s" option  (sorted order), but keys are out of order or duplicated'
            raise KaldiError(f"{what}: {order}", "FindKeyInternal")
        if key in self.cache:
            what = f"duplicate key {decode_bytes(key)} in archive {self.specifier.name}"
            raise KaldiError(f"Error in {RANDOM_ACCESS}: {what}", "FindKeyInternal")
        self.last = key


@contextmanager
def open_lookup(table: TableReader) -> Iterator[TableLookup]:
    with table:
        yield TableLookup(table)


def open_text_lookup(rspecifier: str, stdin: BinaryIO, console: Console) -> AbstractContextManager[TableLookup]:
    return open_lookup(TextReader(rspecifier, stdin, console, RANDOM_ACCESS))
