"""The pipes that only unpack files (gunzip, zcat, cat), read without a process."""

from __future__ import annotations

import os
import sys
from io import RawIOBase

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, BinaryIO

# What a shell would do something about; a pipe with any of these is left to it.
SHELLS_OWN = frozenset("\\'\"`$&;|<>(){}~!#\n")
UNPACKERS = {("gunzip", "-c"), ("gzip", "-dc"), ("gzip", "-cd"), ("gzip", "-d", "-c"), ("gzip", "-c", "-d"), ("zcat",)}
GZIP_MAGIC = b"\x1f\x8b"
CHUNK = 1 << 18


def unpacking(command: str) -> tuple[bool, list[str]] | None:
    """Whether files are to be unpacked, and which, if that is all that a command does; none otherwise.

    Files that are not there, or not packed, are left to the command, which has its own ways with them.
    """
    if not SHELLS_OWN.isdisjoint(command):
        return None
    words = command.split()
    for unpacker in (("cat",), *UNPACKERS):
        if tuple(words[: len(unpacker)]) == unpacker:
            packed = unpacker != ("cat",)
            files = expanded(words[len(unpacker) :])
            usable = is_packed if packed else os.path.isfile
            return (packed, files) if files and all(map(usable, files)) else None
    return None


def expanded(words: Sequence[str]) -> list[str]:
    """File names, with patterns replaced by what matches them as the shell does under LC_ALL=C."""
    files: list[str] = []
    for word in words:
        found: list[str] = []
        if set(word) & set("*?["):
            from glob import glob

            found = sorted(glob(word), key=os.fsencode)
        files += found or [word]
    return [] if any(file.startswith("-") for file in files) else files


def is_packed(path: str) -> bool:
    """Whether a file begins as gzip's do."""
    try:
        if not os.path.isfile(path):  # to open a named pipe would end whoever writes to it
            return False
        with open(path, "rb") as stream:
            return stream.read(2) == GZIP_MAGIC
    except OSError:
        return False


class Joined(RawIOBase):
    """Files one behind the other."""

    def __init__(self, files: Sequence[str]) -> None:
        self.files = list(files)
        self.current: BinaryIO | None = None
        self.status = 0

    def readable(self) -> bool:
        """It is for nothing else."""
        return True

    def readinto(self, buffer: object) -> int:
        """Fills a buffer as far as one piece goes; 0 at the end."""
        view = memoryview(buffer)  # type: ignore[arg-type] # it takes what readinto is given
        piece = self.piece(len(view))
        view[: len(piece)] = piece
        return len(piece)

    def piece(self, size: int) -> bytes:
        """The next bytes, at most so many; none at the end."""
        while True:
            if self.current is None:
                if not self.files:
                    return b""
                self.current = open(self.files[0], "rb", buffering=0)  # noqa: SIM115 - whoever reads it closes it
            if piece := self.current.read(size):
                return piece
            self.next_file()

    def next_file(self) -> None:
        """Goes on to the next file."""
        if self.current is not None:
            self.current.close()
        self.current = None
        del self.files[:1]

    def close(self) -> None:
        """Closes what is open."""
        self.files.clear()
        if self.current is not None:
            self.current.close()
        super().close()


class Unpacked(Joined):
    """Gzip files one behind the other; like gzip, it gives what it could unpack of a damaged one and then ends."""

    def __init__(self, files: Sequence[str]) -> None:
        from zlib import decompressobj

        super().__init__(files)
        self.unpacker = decompressobj
        self.member = decompressobj(wbits=31)
        self.waiting = b""
        self.begun = False

    def piece(self, size: int) -> bytes:
        """The next unpacked bytes."""
        from zlib import error

        while True:
            if not self.waiting and not self.fill():
                return b""
            before = self.member.copy()
            try:
                piece = self.unpack(size)
            except error:
                piece = salvaged(before, self.waiting)
                self.damaged("invalid compressed data--format violated")
                return piece
            if piece:
                return piece

    def fill(self) -> bool:
        """Fetches packed bytes; whether there are any left."""
        while self.files:
            if self.current is None:
                self.current = open(self.files[0], "rb", buffering=0)  # noqa: SIM115 - whoever reads it closes it
            self.waiting = self.current.read(CHUNK)
            if self.waiting:
                return True
            if self.begun:
                self.damaged("unexpected end of file")
            else:
                self.next_file()
        return False

    def unpack(self, size: int) -> bytes:
        """Unpacks what was fetched, member after member."""
        if not self.begun and not self.waiting.startswith(GZIP_MAGIC[: len(self.waiting)]):
            return self.after_member()
        self.begun = True
        piece = self.member.decompress(self.waiting, size)
        self.waiting = self.member.unconsumed_tail
        if self.member.eof:
            self.waiting = self.member.unused_data
            self.member = self.unpacker(wbits=31)
            self.begun = False
        return piece

    def after_member(self) -> bytes:
        """What follows a member is ignored if it is no other, without a word if it is padding."""
        if self.waiting.strip(b"\0"):
            self.complain("decompression OK, trailing garbage ignored")
            self.status = 2
        self.waiting = b""
        self.next_file()
        return b""

    def damaged(self, what: str) -> None:
        """Ends everything, as gzip does."""
        self.complain(what)
        self.status = 1
        self.waiting = b""
        self.files.clear()

    def complain(self, what: str) -> None:
        """Tells what is wrong with a file in gzip's words."""
        sys.stderr.write(f"\ngzip: {self.files[0]}: {what}\n")
        sys.stderr.flush()


def salvaged(member: Any, packed: bytes) -> bytes:  # noqa: ANN401 - zlib does not tell the name of its type
    """What can be unpacked of damaged bytes: all up to the one where it fails."""
    from contextlib import suppress
    from zlib import error

    pieces: list[bytes] = []
    with suppress(error):
        pieces.extend(member.decompress(packed[place : place + 1]) for place in range(len(packed)))
    return b"".join(pieces)
