"""How a program is called: by its words, and if need be on streams other than those of the process."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    Streams = tuple[BinaryIO, BinaryIO, BinaryIO]


class Entry:
    """What others call; whoever inherits it answers."""

    def __call__(
        self,
        arguments: Sequence[bytes],
        stdin: BinaryIO | None = None,
        stdout: BinaryIO | None = None,
        stderr: BinaryIO | None = None,
    ) -> int:
        """The exit code, for the words after the program's name."""
        words = [os.fsdecode(argument) for argument in arguments]
        return self.answer(words, (stdin or sys.stdin.buffer, stdout or sys.stdout.buffer, stderr or sys.stderr.buffer))

    def answer(self, words: Sequence[str], streams: Streams) -> int:
        """Runs the program."""
        raise NotImplementedError
