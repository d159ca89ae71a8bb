"""What Kaldi reads from: files, `-`, places in files (`file:123`), and pipes (`gunzip -c lat.*.gz|`).

Commands come from the words with which a drop-in was called. Those in scripts (`scp:`) are data, which may be a
stranger's: Kaldi runs them, and we do where an environment variable allows it.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.outputs import inherited
from mondegreen.dropin.kaldi.unpacked import Joined, Unpacked, unpacking

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

# Set to 1, it allows scripts (`scp:`) to hold commands.
ALLOW = "MONDEGREEN_ALLOW_SCP_COMMANDS"
# How much is read ahead of what only unpacks files.
AHEAD = 1 << 18


@contextmanager
def reading(name: str, stdin: BinaryIO) -> Iterator[Input]:
    """Opens what a name stands for; an OSError says that it cannot be read."""
    source = opened(name, stdin)
    try:
        yield source
    finally:
        source.close()


class Input:
    """A stream to read, and what its end said: a pipe whose command failed has a status other than 0."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name = name
        self.stream = stream
        self.status = 0

    def close(self) -> int:
        """Ends the reading; gives the status."""
        self.stream.close()
        return self.status


class Standard(Input):
    """Standard input, which is not ours to close."""

    def close(self) -> int:
        """Leaves it as it is."""
        return 0


class Unpacking(Input):
    """Several files, unpacked or as they are, one behind the other, in place of a process that would do the same."""

    def __init__(self, name: str, files: list[str], *, packed: bool) -> None:
        from io import BufferedReader

        self.raw = Unpacked(files) if packed else Joined(files)
        super().__init__(name, BufferedReader(self.raw, AHEAD))

    def close(self) -> int:
        """Says what the process would have said of a damaged file."""
        self.status = self.raw.status
        return super().close()


class Command(Input):
    """What a shell's command prints."""

    def __init__(self, name: str, command: str, stdin: BinaryIO) -> None:
        from subprocess import PIPE, Popen

        self.process = Popen(command, shell=True, stdin=inherited(stdin), stdout=PIPE)
        assert self.process.stdout is not None
        super().__init__(name, self.process.stdout)  # type: ignore[arg-type] # it is a buffered reader

    def close(self) -> int:
        """Waits for the command."""
        self.stream.close()
        self.status = self.process.wait()
        return self.status


def opened(name: str, stdin: BinaryIO) -> Input:
    """What a name stands for."""
    if name in ("", "-"):
        return Standard(name, stdin)
    if name.endswith("|"):
        return piped(name, name[:-1], stdin)
    if name.startswith("|") or name != name.strip() or "\0" in name:
        raise OSError(f"{name!r} is not a name that can be read")
    path, colon, place = name.rpartition(":")
    within = bool(colon) and place.isascii() and place.isdigit()
    stream = open(path if within else name, "rb")  # noqa: SIM115 - whoever reads it closes it
    if within:
        seek(stream, place)
    return Input(name, stream)


def check_entry(name: bytes) -> None:
    """Refuses a command in a script unless it is allowed; commands that only unpack files are never run as such."""
    text = os.fsdecode(name)
    if not (text.startswith("|") or (text.endswith("|") and unpacking(text[:-1]) is None)):
        return
    if os.environ.get(ALLOW) != "1":
        what = f"the script holds a command, which is not run: {printable(name)}; set {ALLOW}=1 to run such commands"
        raise KaldiError(what, "Input")


def seek(stream: BinaryIO, place: str) -> None:
    """Goes to a place in a file, which is closed where that cannot be."""
    try:
        stream.seek(int(place))
    except (OSError, ValueError, OverflowError):
        stream.close()
        raise OSError(f"there is no place {place} to read from") from None


def piped(name: str, command: str, stdin: BinaryIO) -> Input:
    """What a command prints, without a process if it only unpacks files."""
    plan = unpacking(command)
    return Command(name, command, stdin) if plan is None else Unpacking(name, plan[1], packed=plan[0])
