"""The colours of errors, where a terminal has colours and the user wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.color import ColorSystem
from rich.style import Style

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

# The letters of the marks tell them apart too, for whoever does not see the colours.
STYLES = {
    "S": Style(color="yellow", bold=True),
    "D": Style(color="red", bold=True),
    "I": Style(color="cyan", bold=True),
    "key": Style(bold=True),
}


def painter(console: Console) -> Callable[[str, str], str]:
    """A function that gives a text the colour of a mark, or leaves it as it is."""
    if console.no_color or console.color_system is None:
        return lambda mark, text: text  # noqa: ARG005
    seen = {mark: style.render("\0", color_system=ColorSystem.STANDARD).split("\0") for mark, style in STYLES.items()}
    return lambda mark, text: text.join(seen[mark]) if mark in seen and text else text
