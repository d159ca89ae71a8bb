"""Colors of a terminal, and the one setting that everything colored obeys: tables, alignments, messages, progress.

No text color is read on white as well as on #1e1e1e (4.5:1 on both is impossible for one gray), so that each brings a
background of its own. Whatever is colored says the same by a letter, a sign or a word.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # type checkers know the name; messages must not wait for `typing`

if TYPE_CHECKING:
    from typing import IO, Literal

    When = Literal["auto", "always", "never"]

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
# Text on background: of xterm's 256 colors, and of the 16 that every terminal has.
TONES = {
    "better": ((231, 22), (0, 2)),
    "worse": ((231, 88), (15, 1)),
    "S": ((231, 90), (15, 5)),
    "D": ((231, 88), (15, 1)),
    "I": ((231, 25), (15, 4)),
    "error": ((231, 88), (15, 1)),
    "warning": ((16, 221), (0, 3)),
}


class Colors:
    """When output is colored: as `--color` says, by default on a terminal, where NO_COLOR and FORCE_COLOR rule."""

    when: When = "auto"


def is_colored(out: IO[str]) -> bool:
    """Whether output to a stream is colored; files never are, whatever is said of pipes."""
    if Colors.when == "never" or not (is_terminal(out) or out in (sys.stdout, sys.stderr)):
        return False
    if Colors.when == "always":
        return True
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(out) and os.environ.get("TERM") not in ("dumb", "unknown")


def is_terminal(out: IO[str]) -> bool:
    try:
        return out.isatty()
    except ValueError:  # it is closed
        return False


def has_many_colors() -> bool:
    """Whether the terminal has 256 colors; those of today have, and all say so but Windows'."""
    term = os.environ.get("TERM", "")
    return "256" in term or any(os.environ.get(name) for name in ("COLORTERM", "WT_SESSION"))


def find_colors(tone: str) -> tuple[int, int]:
    """The numbers of a tone's text color and background."""
    many, few = TONES[tone]
    return many if has_many_colors() else few


def start_tone(tone: str) -> str:
    """What begins a text of this tone in a terminal."""
    text, ground = find_colors(tone)
    if has_many_colors():
        return f"\x1b[38;5;{text};48;5;{ground}m"
    return f"\x1b[{30 + text if text < 8 else 82 + text};{40 + ground}m"  # not bold: some make black gray by that


def paint(tone: str, text: str) -> str:
    return f"{start_tone(tone)}{text}{PLAIN}"
