"""Kaldi's extended file names (kaldi-io.h): files, `-`, offsets (`file:123`) and pipes (`gunzip -c lat.*.gz|`).

Commands on the command line are the user's own. Those in scripts (`scp:`) are data, which may be a stranger's: Kaldi
runs them, here an environment variable must allow it. Pipes that only decompress files are read without a process.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from io import RawIOBase

from mondegreen.dropin.kaldi.command import KaldiError, decode_bytes

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, BinaryIO

# Set to 1, it allows scripts (`scp:`) to hold commands.
ALLOW_COMMANDS = "MONDEGREEN_ALLOW_SCP_COMMANDS"
# Characters with a meaning to the shell; a pipe with any of these is left to it.
SHELL_CHARACTERS = frozenset("\\'\"`$&;|<>(){}~!#\n")
CAT = ("cat",)
GUNZIP = {("gunzip", "-c"), ("gzip", "-dc"), ("gzip", "-cd"), ("gzip", "-d", "-c"), ("gzip", "-c", "-d"), ("zcat",)}
GZIP_MAGIC = b"\x1f\x8b"
CHUNK = 1 << 18


class Input:
    """A stream to read, and its status at the end: that of a failed command is not 0."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name = name
        self.stream = stream
        self.status = 0

    def close(self) -> int:
        """Close the stream and return the status."""
        self.stream.close()
        return self.status


class StandardInput(Input):
    """Standard input, which stays open."""

    def close(self) -> int:
        return 0


class UnpackedInput(Input):
    """The concatenation of files, decompressed or as they are, instead of a process that would do the same."""

    def __init__(self, name: str, files: list[str], *, compressed: bool) -> None:
        from io import BufferedReader

        self.raw = DecompressedFiles(files) if compressed else ConcatenatedFiles(files)
        super().__init__(name, BufferedReader(self.raw, CHUNK))

    def close(self) -> int:
        """Return the status that the process would have for a damaged file."""
        self.status = self.raw.status
        return super().close()


class CommandInput(Input):
    """The output of a shell command."""

    def __init__(self, name: str, command: str, stdin: BinaryIO) -> None:
        from subprocess import PIPE, Popen

        self.process = Popen(command, shell=True, stdin=get_fileno(stdin), stdout=PIPE)
        assert self.process.stdout is not None
        super().__init__(name, self.process.stdout)  # type: ignore[arg-type] # it is a buffered reader

    def close(self) -> int:
        """Wait for the command."""
        self.stream.close()
        self.status = self.process.wait()
        return self.status


def open_input(name: str, stdin: BinaryIO) -> Input:
    """Open an extended file name; an OSError says that it cannot be read."""
    if name in ("", "-"):
        return StandardInput(name, stdin)
    if name.endswith("|"):
        unpacked = parse_unpack_command(name[:-1])
        if unpacked is None:
            return CommandInput(name, name[:-1], stdin)
        return UnpackedInput(name, unpacked[1], compressed=unpacked[0])
    if name.startswith("|") or name != name.strip() or "\0" in name:
        raise OSError(f"{name!r} is not a name that can be read")
    path, colon, offset = name.rpartition(":")
    has_offset = bool(colon) and offset.isascii() and offset.isdigit()
    stream = open(path if has_offset else name, "rb")  # noqa: SIM115 - whoever reads it closes it
    if has_offset:
        try:
            stream.seek(int(offset))
        except (OSError, ValueError, OverflowError):
            stream.close()
            raise OSError(f"there is no place {offset} to read from") from None
    return Input(name, stream)


def check_script_entry(name: bytes) -> None:
    """Refuse a command in a script unless commands are allowed; one that only unpacks files is never run as such."""
    text = os.fsdecode(name)
    if not (text.startswith("|") or (text.endswith("|") and parse_unpack_command(text[:-1]) is None)):
        return
    if os.environ.get(ALLOW_COMMANDS) != "1":
        what = f"the script holds a command, which is not run: {decode_bytes(name)}"
        raise KaldiError(f"{what}; set {ALLOW_COMMANDS}=1 to run such commands", "Input")


def parse_unpack_command(command: str) -> tuple[bool, list[str]] | None:
    """Return whether the files are compressed, and their names, if a command only unpacks files (gunzip, zcat, cat).

    Files that are missing or not compressed are left to the command, which has its own ways with them.
    """
    if not SHELL_CHARACTERS.isdisjoint(command):
        return None
    words = command.split()
    for unpacker in (CAT, *GUNZIP):
        if tuple(words[: len(unpacker)]) == unpacker:
            files = expand_patterns(words[len(unpacker) :])
            is_usable = os.path.isfile if unpacker == CAT else is_gzip
            return (unpacker != CAT, files) if files and all(map(is_usable, files)) else None
    return None


def expand_patterns(words: Sequence[str]) -> list[str]:
    """Return file names, patterns replaced by what matches them, in the shell's order under LC_ALL=C."""
    files: list[str] = []
    for word in words:
        matches: list[str] = []
        if set(word) & set("*?["):
            from glob import glob

            matches = sorted(glob(word), key=os.fsencode)
        files += matches or [word]
    return [] if any(file.startswith("-") for file in files) else files


def is_gzip(path: str) -> bool:
    """Return whether a file starts as a gzip file does."""
    try:
        if not os.path.isfile(path):  # opening a named pipe would end whoever writes to it
            return False
        with open(path, "rb") as stream:
            return stream.read(2) == GZIP_MAGIC
    except OSError:
        return False


class ConcatenatedFiles(RawIOBase):
    """The bytes of several files."""

    def __init__(self, files: Sequence[str]) -> None:
        self.files = list(files)
        self.current: BinaryIO | None = None
        self.status = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type] # it takes what readinto is given
        piece = self.read_piece(len(view))
        view[: len(piece)] = piece
        return len(piece)

    def read_piece(self, size: int) -> bytes:
        """Read at most so many bytes; none at the end."""
        while self.files:
            if piece := self.open_current().read(size):
                return piece
            self.close_current()
        return b""

    def open_current(self) -> BinaryIO:
        if self.current is None:
            self.current = open(self.files[0], "rb", buffering=0)  # noqa: SIM115 - closed by close_current
        return self.current

    def close_current(self) -> None:
        """Go on to the next file."""
        if self.current is not None:
            self.current.close()
        self.current = None
        del self.files[:1]

    def close(self) -> None:
        self.close_current()
        self.files.clear()
        super().close()


class DecompressedFiles(ConcatenatedFiles):
    """The content of several gzip files; like gzip, it gives what comes before damage and then ends."""

    def __init__(self, files: Sequence[str]) -> None:
        from zlib import decompressobj

        super().__init__(files)
        self.new_member = decompressobj
        self.member = decompressobj(wbits=31)
        self.compressed = b""
        self.in_member = False

    def read_piece(self, size: int) -> bytes:
        from zlib import error

        while True:
            if not self.compressed and not self.read_compressed():
                return b""
            before = self.member.copy()
            try:
                piece = self.decompress(size)
            except error:
                piece = salvage_bytes(before, self.compressed)
                self.fail("invalid compressed data--format violated")
                return piece
            if piece:
                return piece

    def read_compressed(self) -> bool:
        """Read compressed bytes; return whether any are left."""
        while self.files:
            self.compressed = self.open_current().read(CHUNK)
            if self.compressed:
                return True
            if self.in_member:
                self.fail("unexpected end of file")
            else:
                self.close_current()
        return False

    def decompress(self, size: int) -> bytes:
        """Decompress what was read, member after member."""
        if not self.in_member and not self.compressed.startswith(GZIP_MAGIC[: len(self.compressed)]):
            # gzip ignores what follows a member if it is no other, silently if it is padding.
            if self.compressed.strip(b"\0"):
                self.report("decompression OK, trailing garbage ignored")
                self.status = 2
            self.compressed = b""
            self.close_current()
            return b""
        self.in_member = True
        piece = self.member.decompress(self.compressed, size)
        self.compressed = self.member.unconsumed_tail
        if self.member.eof:
            self.compressed = self.member.unused_data
            self.member = self.new_member(wbits=31)
            self.in_member = False
        return piece

    def fail(self, what: str) -> None:
        """End everything, as gzip does."""
        self.report(what)
        self.status = 1
        self.compressed = b""
        self.files.clear()

    def report(self, what: str) -> None:
        sys.stderr.write(f"\ngzip: {self.files[0]}: {what}\n")
        sys.stderr.flush()


def salvage_bytes(member: Any, compressed: bytes) -> bytes:  # noqa: ANN401 - zlib does not tell the name of its type
    """Decompress damaged bytes up to the one where it fails."""
    from zlib import error

    pieces: list[bytes] = []
    with suppress(error):
        pieces.extend(member.decompress(compressed[index : index + 1]) for index in range(len(compressed)))
    return b"".join(pieces)


@contextmanager
def open_output(name: str, stdout: BinaryIO) -> Iterator[BinaryIO]:
    """Open an extended file name to write: `-`, `| command`, or a file."""
    if name in ("", "-"):
        yield stdout
        stdout.flush()
    elif name.startswith("|"):
        with open_pipe(name, stdout) as stream:
            yield stream
    else:
        try:
            stream = open(name, "wb")  # noqa: SIM115 - closed below
        except OSError:
            raise KaldiError(f"Error opening output stream {name}", "Output") from None
        with stream:
            yield stream


@contextmanager
def open_pipe(name: str, stdout: BinaryIO) -> Iterator[BinaryIO]:
    """Open the standard input of a shell command."""
    from subprocess import PIPE, Popen

    stdout.flush()
    process = Popen(name[1:], shell=True, stdin=PIPE, stdout=get_fileno(stdout))
    stream = process.stdin
    assert stream is not None
    try:
        yield stream  # type: ignore[misc] # it is a buffered writer
    finally:
        with suppress(BrokenPipeError):
            stream.close()
        status = process.wait()
    if status:
        raise KaldiError(f"Error closing output stream: {name} ended with status {status}", "Output")


def get_fileno(stream: BinaryIO) -> int | None:
    """Return the file descriptor for a child process; none, which means the parent's own, if it has none."""
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):
        return None
