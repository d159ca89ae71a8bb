"""Programs one behind the other, each reading what the one before wrote, without a process for any."""

from __future__ import annotations

import os
from io import BytesIO

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from mondegreen.dropin.kaldi.entry import Entry

    Step = tuple[Entry, Sequence[str]]


def piped(steps: Sequence[Step], log: BinaryIO, text: bytes = b"") -> tuple[bytes, list[int]]:
    """What comes out of the last program, and how each of them ended."""
    codes = []
    for run, words in steps:
        out = BytesIO()
        codes.append(run([os.fsencode(word) for word in words], BytesIO(text), out, log))
        text = out.getvalue()
    return text, codes


def command(steps: Sequence[Step]) -> str:
    """The pipeline as a shell would be given it, for the head of a log."""
    from mondegreen.dropin.kaldi.options import quoted

    return " | ".join(" ".join([name_of(run), *map(quoted, words)]) for run, words in steps)


def name_of(run: Entry) -> str:
    """The name under which a program is known."""
    program = getattr(run, "program", run)
    return str(getattr(program, "name", program))
