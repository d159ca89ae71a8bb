"""Where original programs write, as bytes."""

import sys


def out(text: bytes) -> None:
    """Writes to standard output."""
    sys.stdout.buffer.write(text)


def err(text: bytes) -> None:
    """Writes to standard error, at once."""
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()
