"""The colours of errors, where a terminal has colours and the user wants them."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

# Magenta, red and blue, for terminals of few colours and of 256: they are read on black as well as on white, which
# yellow and cyan are not. The letters of the marks tell them apart too, for whoever does not see the colours.
COLOURS = {"S": (35, 164), "D": (31, 160), "I": (34, 27)}
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


def make_painter(console: Console) -> Callable[[str, str], str]:
    """A function that gives a text the colour of a mark, or leaves it as it is."""
    if console.no_color or console.color_system is None:
        return lambda mark, text: text  # noqa: ARG005
    few = console.color_system not in ("256", "truecolor")
    begins = {mark: f"\x1b[1;{basic}m" if few else f"\x1b[1;38;5;{fine}m" for mark, (basic, fine) in COLOURS.items()}
    begins["key"] = BOLD
    return lambda mark, text: f"{begins[mark]}{text}{PLAIN}" if mark in begins and text else text
