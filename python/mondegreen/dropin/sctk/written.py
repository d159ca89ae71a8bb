"""Reports in files, whole or not at all."""

from __future__ import annotations

import os

from mondegreen.errors import ScoreError
from mondegreen.output import plain_output

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def written(path: bytes, parts: Iterable[bytes], begun: Callable[[], None] | None = None) -> bool:
    """Writes the parts; false if there can be no file at that place, and then no part was taken."""
    try:
        with plain_output(os.fsdecode(path)) as stream:
            if begun is not None:
                begun()
            for part in parts:
                stream.write(part)
    except ScoreError:
        return False
    return True
