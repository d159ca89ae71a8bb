"""What gzip compressed or a pipe gives, up to a limit: it may be more than any disk holds."""

import gzip
import os
import re
import sys
from collections.abc import Iterator
from io import BytesIO, RawIOBase
from typing import Any, BinaryIO

from mondegreen.errors import ScoreError

# Far more than texts come to, and less than would keep a machine busy for days.
DEFAULT_LIMIT = 1 << 36
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
PIECE = 1 << 24
NUMBER = re.compile(r"[0-9]{1,18}")


class Limit:
    """How many bytes one file may decompress to, or a pipe may give; a command may set another."""

    bytes = DEFAULT_LIMIT


def parse_size(text: str) -> int:
    """A number of bytes such as 500M or 2G."""
    number, unit = text[:-1], text[-1:].upper()
    if unit.isdigit():
        number, unit = text, ""
    if not (NUMBER.fullmatch(number) and unit in UNITS and int(number)):
        raise ScoreError(f'--max-bytes is "{text}"; give a number of bytes, such as 500M or 2G')
    return int(number) * UNITS[unit]


def memory_limit() -> int:
    """How many bytes may be held of a source that does not say its size: half of the memory, unless a command says."""
    if Limit.bytes != DEFAULT_LIMIT or sys.platform == "win32":  # which does not say
        return Limit.bytes
    return min(DEFAULT_LIMIT, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)


def make_limit_error(what: str, limit: int, name: str) -> ScoreError:
    return ScoreError(f"{what} more than {limit:,} bytes; if that is right, raise --max-bytes", path=name)


def read_pieces(stream: BinaryIO, limit: int, name: str) -> Iterator[bytes]:
    """What comes from a pipe or a device, of which nobody knows whether it ends; more than the limit is refused."""
    size = 0
    while piece := stream.read(min(PIECE, limit + 1 - size)):
        size += len(piece)
        if size > limit:
            raise make_limit_error("gives", limit, name)
        yield piece


class BoundedPipe(RawIOBase):
    """The same to be read piece by piece, or line by line."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.stream, self.label, self.size = stream, name, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - what can be written to
        data = self.stream.read1(len(buffer))  # type: ignore[attr-defined] # all that are buffered have it
        self.size += len(data)
        if self.size > Limit.bytes:
            raise make_limit_error("gives", Limit.bytes, self.label)
        buffer[: len(data)] = data
        return len(data)


def read_bounded(stream: BinaryIO, name: str) -> bytes:
    """All that comes from there, if memory holds it."""
    buffer = BytesIO()
    buffer.writelines(read_pieces(stream, memory_limit(), name))
    return buffer.getvalue()


class Decompressed(gzip.GzipFile):
    """A file's bytes as they were before they were compressed; more than the limit is refused."""

    def __init__(self, stream: BinaryIO, name: str, limit: int | None = None) -> None:
        super().__init__(fileobj=stream)
        self.label = name
        self.limit = Limit.bytes if limit is None else limit

    def read(self, size: int | None = -1) -> bytes:
        if size is None or size < 0:
            return b"".join(iter(lambda: self.read(PIECE), b""))
        return self.check_size(super().read(min(size, self.remaining())))

    def read1(self, size: int = -1) -> bytes:
        return self.check_size(super().read1(min(size, self.remaining()) if size >= 0 else size))

    def readline(self, size: int | None = -1) -> bytes:
        """A line, or so much of it."""
        return self.check_size(
            super().readline(self.remaining() if size is None or size < 0 else min(size, self.remaining()))
        )

    def remaining(self) -> int:
        return max(self.limit - self.tell(), 0) + 1

    def check_size(self, data: bytes) -> bytes:
        if self.tell() > self.limit:
            raise make_limit_error("decompresses to", self.limit, self.label)
        return data


def decompress_bytes(data: bytes, name: str) -> bytes:
    with Decompressed(BytesIO(data), name, memory_limit()) as stream:
        return stream.read()


def open_decompressed(stream: Any, name: str) -> BinaryIO:  # noqa: ANN401 - whatever reads bytes
    """The same as other binary streams are typed."""
    return Decompressed(stream, name)  # type: ignore[return-value] # it reads bytes as any binary stream
