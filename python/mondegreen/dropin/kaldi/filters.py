"""What a recipe lets its texts go through before they are scored: programs of its own in `local/`, or nothing."""

from __future__ import annotations

import os
import re

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.recipe import within

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from typing import BinaryIO

BOTH, REFERENCE, HYPOTHESIS = "local/wer_output_filter", "local/wer_ref_filter", "local/wer_hyp_filter"
TOKENISER = "local/character_tokenizer"
# Words that stay whole where characters are scored.
WHOLE = re.compile(r"\[.*\]|<.*>|!SIL")


def chosen(side: str) -> str:
    """The filter of a side; empty where there is none."""
    return next((name for name in (side, BOTH) if is_program(name)), "")


def is_program(name: str) -> bool:
    """Whether a file can be executed."""
    return os.path.isfile(name) and os.access(name, os.X_OK)


def filtered(name: str, text: bytes, log: BinaryIO) -> tuple[bytes, int]:
    """What a program makes of a text, and how it ended."""
    if not name:
        return text, 0
    from subprocess import run

    done = run(within([name]), input=text, capture_output=True, check=False)
    log.write(done.stderr)
    return done.stdout, done.returncode


def characters(text: bytes, log: BinaryIO) -> tuple[bytes, int]:
    """The text in characters, by the recipe's own program if it has one."""
    if is_program(TOKENISER):
        return filtered(TOKENISER, text, log)
    lines = printable(text).split("\n")
    if not lines[-1]:
        del lines[-1]
    return "".join(f"{spread(line.split())}\n" for line in lines).encode("utf-8", "surrogateescape"), 0


def spread(fields: list[str]) -> str:
    """A key as it is, and its words in characters, but for those in brackets."""
    words = [[word] if WHOLE.search(word) else list(word) for word in fields[1:]]
    return " ".join([*fields[:1], *(character for word in words for character in word)])
