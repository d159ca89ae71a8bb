"""Where SCTK's reports go: files written whole or not at all; and the end of a run that an original refuses."""

import os
from collections.abc import Callable, Iterable

from mondegreen.errors import ScoreError
from mondegreen.output import plain_output


class SctkError(Exception):
    """Holds what the original says on standard error before it ends with exit code 1."""

    def __init__(self, message: bytes) -> None:
        super().__init__(message.decode("utf-8", "replace").strip())
        self.message = message


def write_parts(path: bytes, parts: Iterable[bytes], on_open: Callable[[], None] | None = None) -> bool:
    """Writes the parts; false if the file cannot be opened, and then no part was read."""
    try:
        with plain_output(os.fsdecode(path)) as stream:
            if on_open is not None:
                on_open()
            for part in parts:
                stream.write(part)
    except ScoreError:
        return False
    return True
