"""Kaldi's extended file names (kaldi-io.h): files, `-`, offsets (`file:123`) and pipes (`gunzip -c lat.*.gz|`).

Commands on the command line are the user's own. Those in scripts (`scp:`) are data, which may be a stranger's: Kaldi
runs them, here an environment variable must allow it. Pipes that only decompress files are read without a process.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from io import FileIO, RawIOBase
from stat import S_ISREG

from mondegreen.dropin.kaldi.command import KaldiError, decode_bytes

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Generator, Iterator, Sequence
    from typing import Any, BinaryIO

    from mondegreen.dropin.kaldi.command import Call

# Set to 1, it allows scripts (`scp:`) to hold commands.
ALLOW_COMMANDS = "MONDEGREEN_ALLOW_SCP_COMMANDS"
# Characters with a meaning to the shell; a pipe with any of these is left to it.
SHELL_CHARACTERS = frozenset("\\'\"`$&;|<>(){}~!#\n")
CAT = ("cat",)
GUNZIP = {("gunzip", "-c"), ("gzip", "-dc"), ("gzip", "-cd"), ("gzip", "-d", "-c"), ("gzip", "-c", "-d"), ("zcat",)}
GZIP_MAGIC = b"\x1f\x8b"
# Exit codes of gzip.
DAMAGED, IGNORED = 1, 2
CHUNK = 1 << 18


class Input:
    """A stream to read, and its status at the end: that of a failed command is not 0."""

    def __init__(self, name: str, stream: BinaryIO, *, stays_open: bool = False) -> None:
        self.name = name
        self.stream = stream
        self.stays_open = stays_open
        self.status = 0

    def close(self) -> int:
        if not self.stays_open:
            self.stream.close()
        return self.status


class UnpackedInput(Input):
    """The concatenation of files, decompressed or as they are, instead of a process that would do the same."""

    def __init__(self, name: str, files: list[str], *, compressed: bool) -> None:
        from io import BufferedReader

        self.raw = UnpackedFiles(files, compressed=compressed)
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
        self.stream.close()
        self.status = self.process.wait()
        return self.status


def open_input(name: str, stdin: BinaryIO) -> Input:
    """Open an extended file name; an OSError says that it cannot be read."""
    if name in ("", "-"):
        return Input(name, stdin, stays_open=True)
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
    try:
        if not os.path.isfile(path):  # opening a named pipe would end whoever writes to it
            return False
        with open(path, "rb") as stream:
            return stream.read(2) == GZIP_MAGIC
    except OSError:
        return False


class UnpackedFiles(RawIOBase):
    """The concatenation of files, or of what gzip files contain; `status` is that of cat or gunzip."""

    def __init__(self, files: Sequence[str], *, compressed: bool) -> None:
        self.status = 0
        self.pieces = self.read_pieces(files, compressed=compressed)
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type] # it takes what readinto is given
        self.rest = self.rest or next(self.pieces, b"")
        size = min(len(view), len(self.rest))
        view[:size] = self.rest[:size]
        self.rest = self.rest[size:]
        return size

    def close(self) -> None:
        self.pieces.close()
        super().close()

    def read_pieces(self, files: Sequence[str], *, compressed: bool) -> Generator[bytes, None, None]:
        for file in files:
            with open(file, "rb", buffering=0) as stream:
                if compressed:
                    yield from self.gunzip(stream)
                else:
                    while piece := stream.read(CHUNK):
                        yield piece
            if self.status == DAMAGED:
                return

    def gunzip(self, stream: FileIO) -> Iterator[bytes]:
        """Decompress member after member; of damaged data yield what comes before the damage."""
        from zlib import decompressobj, error

        member, in_member = decompressobj(wbits=31), False
        while data := stream.read(CHUNK):
            while data:
                if not in_member and not data.startswith(GZIP_MAGIC[: len(data)]):
                    # gzip ignores what follows a member if it is no other, silently if it is padding.
                    if data.strip(b"\0"):
                        self.report(stream, "decompression OK, trailing garbage ignored", IGNORED)
                    return
                before, in_member = member.copy(), True
                try:
                    piece = member.decompress(data, CHUNK)
                except error:
                    yield salvage_bytes(before, data)
                    self.report(stream, "invalid compressed data--format violated", DAMAGED)
                    return
                data = member.unconsumed_tail
                if member.eof:
                    data, member, in_member = member.unused_data, decompressobj(wbits=31), False
                if piece:
                    yield piece
        if in_member:
            self.report(stream, "unexpected end of file", DAMAGED)

    def report(self, stream: FileIO, what: str, status: int) -> None:
        self.status = status
        sys.stderr.write(f"\ngzip: {stream.name}: {what}\n")
        sys.stderr.flush()


def salvage_bytes(member: Any, compressed: bytes) -> bytes:  # noqa: ANN401 - zlib does not tell the name of its type
    """Decompress damaged bytes up to the one where it fails."""
    from zlib import error

    pieces: list[bytes] = []
    with suppress(error):
        pieces.extend(member.decompress(compressed[index : index + 1]) for index in range(len(compressed)))
    return b"".join(pieces)


@contextmanager
def open_output(name: str, call: Call) -> Iterator[BinaryIO]:
    """Open an extended file name to write: `-`, `| command`, or a file."""
    if name in ("", "-"):
        yield call.stdout
        call.stdout.flush()
    elif name.startswith("|"):
        with open_pipe(name, call.stdout) as stream:
            yield stream
    else:
        check_output(name, call)
        try:
            stream = open(name, "wb")  # noqa: SIM115 - closed below
        except OSError:
            raise KaldiError(f"Error opening output stream {name}", "Output") from None
        with stream:
            yield stream


def check_output(name: str, call: Call) -> None:
    """Refuse an output that the call names elsewhere: opening it empties it, perhaps before it is read."""
    place = identify_file(name)
    if place is not None and count_files(call)[place] > 1:
        raise KaldiError(f"{name} is named twice and would be overwritten; name another output", "Output")


def count_files(call: Call) -> Counter[tuple[int, int] | str]:
    """Count how often a command line names each file, in the scripts (`scp:`) that it names, too."""
    if (counts := call.named_files) is None:
        from collections import Counter

        paths = (path for word in call.argv for path in list_files(word))
        counts = call.named_files = Counter(place for path in paths if (place := identify_file(path)) is not None)
    return counts


def list_files(word: str) -> Iterator[str]:
    """Yield the files of a word of a command line: of an option, a table, a pipe that decompresses, or itself."""
    value = word.partition("=")[2] if word.startswith("--") else word
    kinds, _, names = value.partition(":")
    tables = [kind for kind in kinds.replace(" ", ",").split(",") if kind in ("ark", "scp")]
    for _, name in zip(tables, names.split(",", len(tables) - 1), strict=False):
        yield from list_named(name)
        # A script that is written beside an archive may list it from the run before.
        if tables == ["scp"] and os.path.isfile(name):
            with open(name, "rb") as script:
                for line in script:
                    yield from list_named(os.fsdecode(line.partition(b" ")[2].strip()))
    if not tables:
        yield from list_named(value)


def list_named(name: str) -> Iterator[str]:
    """Yield the files of an extended file name."""
    path, _, offset = name.rpartition(":")
    unpacked = parse_unpack_command(name[:-1]) if name.endswith("|") else None
    yield from [path if offset.isdigit() else name] if unpacked is None else unpacked[1]


def identify_file(path: str) -> tuple[int, int] | str | None:
    """Return what a file is by whatever name, or its place where there is none yet; none for devices and pipes."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return os.path.realpath(path) if path.strip("\0- ") else None
    return (found.st_dev, found.st_ino) if S_ISREG(found.st_mode) else None


@contextmanager
def open_pipe(name: str, stdout: BinaryIO) -> Iterator[BinaryIO]:
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
