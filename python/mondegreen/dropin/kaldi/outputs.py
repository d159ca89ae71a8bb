"""What Kaldi writes to: files, `-`, and pipes (`| sort > f`)."""

from __future__ import annotations

from contextlib import contextmanager, suppress

from mondegreen.dropin.kaldi.console import KaldiError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


@contextmanager
def writing(name: str, stdout: BinaryIO) -> Iterator[BinaryIO]:
    """A stream to what a name stands for: `-`, `| command`, or a file."""
    if name in ("", "-"):
        yield stdout
        stdout.flush()
    elif name.startswith("|"):
        with commanded(name, stdout) as stream:
            yield stream
    else:
        try:
            stream = open(name, "wb")  # noqa: SIM115 - whoever reads it closes it
        except OSError:
            raise KaldiError(f"Error opening output stream {name}", "Output") from None
        with stream:
            yield stream


@contextmanager
def commanded(name: str, stdout: BinaryIO) -> Iterator[BinaryIO]:
    """The input of a shell's command."""
    from subprocess import PIPE, Popen

    stdout.flush()
    process = Popen(name[1:], shell=True, stdin=PIPE, stdout=inherited(stdout))
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


def inherited(stream: BinaryIO) -> int | None:
    """The number of a stream for a child process; none, which means the parent's own, where it has no number."""
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):
        return None
