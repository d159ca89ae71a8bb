"""The streams that original programs write to, as bytes."""

import sys


def out(text: bytes) -> None:
    sys.stdout.buffer.write(text)


def err(text: bytes) -> None:
    """Write to standard error, at once."""
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()
