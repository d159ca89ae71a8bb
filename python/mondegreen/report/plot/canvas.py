"""What all pictures share: the file they become, colours that everybody tells apart, and texts that are only texts."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

if TYPE_CHECKING:
    from collections.abc import Callable

INSTALL = "pictures need matplotlib: pip install 'mondegreen[report]'"
KINDS = (".png", ".svg", ".pdf")
# Of Okabe and Ito, without yellow, which is faint on white; markers tell the same again without colour.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
# Texts are the user's, in which `$` begins no formula; svg holds them as text, and the same at any time.
STYLE = {"text.parse_math": False, "svg.fonttype": "none", "svg.hashsalt": "mondegreen", "font.size": 9}
TIMES = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
DOTS = 150


def refuse_others(path: str) -> None:
    """Refuses a file that is no picture, or any if there is nothing to draw it with; before the work, not after."""
    if PurePath(path).suffix.lower() not in KINDS:
        raise ScoreError(f"a picture ends in {', '.join(KINDS)}", path=path)
    matplotlib(path)


def matplotlib(path: str) -> Any:  # noqa: ANN401 - it may not be there to know its types
    """The package that draws."""
    try:
        import matplotlib as found
        import matplotlib.figure
    except ImportError as error:
        raise ScoreError(INSTALL, path=path) from error
    return found


def save(path: str, draw: Callable[[Any], None], *, width: float, height: float) -> None:
    """The file of what is drawn on a figure of so many inches."""
    found, kind = matplotlib(path), PurePath(path).suffix.lower()
    with found.rc_context(STYLE):
        figure = found.figure.Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        with binary_output(path) as stream:
            figure.savefig(stream, format=kind.removeprefix("."), dpi=DOTS, metadata=TIMES[kind])


def colour(place: int) -> str:
    """The colour of the system of that place."""
    return COLOURS[place % len(COLOURS)]


def marker(place: int) -> str:
    """Its marker."""
    return MARKERS[place % len(MARKERS)]
