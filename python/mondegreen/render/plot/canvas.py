"""What all plots share: files, colors that color-blind people can distinguish, and texts that are only texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import PurePath
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

INSTALL = "pictures need matplotlib: pip install 'mondegreen[plot]'"
KINDS = (".png", ".svg", ".pdf")
# Of Okabe and Ito, without yellow, which is faint on white; markers tell the same again without colour.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
# Texts are the user's, in which `$` begins no formula; svg holds them as text, and the same at any time.
STYLE = {"text.parse_math": False, "svg.fonttype": "none", "svg.hashsalt": "mondegreen", "font.size": 9}
TIMES = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
DOTS = 150
# What names an element of a picture, and what refers to it; in texts no tag can begin, for `<` is escaped there.
TAG, NAMES = re.compile(r"<[^<>]*>"), re.compile(r'(?<=\s)(id="|xlink:href="#|[\w-]+="url\(#)')
NOTHING_SAID = {"Date": None, "Creator": None, "Format": None, "Type": None}


# Matplotlib's, which need not be there.
Figure: TypeAlias = Any
Panel: TypeAlias = Any


class Plot(NamedTuple):
    """What draws on a figure, and its size in inches."""

    draw: Callable[[Figure], None]
    width: float
    height: float


def check_plot(path: str) -> None:
    """Refuses a file that is no picture, or any if there is nothing to draw it with; before the work, not after."""
    if PurePath(path).suffix.lower() not in KINDS:
        raise ScoreError(f"a picture ends in {', '.join(KINDS)}", path=path)
    import_matplotlib(path)


def import_matplotlib(path: str) -> Any:  # noqa: ANN401 - it may not be there to know its types
    try:
        import matplotlib as found
        import matplotlib.figure
    except ImportError as error:
        raise ScoreError(INSTALL, path=path) from error
    return found


def save_plot(path: str, plot: Plot) -> None:
    import_matplotlib(path)  # without it no file is begun
    kind = PurePath(path).suffix.lower()
    with binary_output(path) as stream:
        write_figure(plot, stream, kind, TIMES[kind])


def write_figure(
    plot: Plot, stream: BinaryIO, kind: str, about: Mapping[str, None], *, transparent: bool = False
) -> None:
    """Writes a plot of that kind, without the metadata that `about` leaves out."""
    found = import_matplotlib("pictures")
    with found.rc_context(STYLE):
        figure = found.figure.Figure(figsize=(plot.width, plot.height), layout="constrained")
        plot.draw(figure)
        figure.savefig(stream, format=kind[1:], dpi=DOTS, metadata=about, transparent=transparent)


def make_figure(plot: Plot) -> Figure:
    """The plot as a figure of matplotlib's, which a notebook shows without pyplot and its state."""
    found = import_matplotlib("pictures")

    class Shown(found.figure.Figure):  # type: ignore[misc, name-defined] # of a package that need not be there
        def _repr_png_(self) -> bytes:
            stream = BytesIO()
            self.savefig(stream, format="png", dpi=DOTS)
            return stream.getvalue()

    with found.rc_context(STYLE):
        figure = Shown(figsize=(plot.width, plot.height), layout="constrained")
        plot.draw(figure)
    return figure


def inline_svg(plot: Plot, name: str) -> str:
    """The picture as an element of a page that has several: all names in it begin with its own."""
    stream = BytesIO()
    write_figure(plot, stream, ".svg", NOTHING_SAID, transparent=True)
    whole = stream.getvalue().decode("utf-8")
    return TAG.sub(lambda tag: NAMES.sub(rf"\g<1>{name}-", tag[0]), whole[whole.index("<svg") :])


def color_of(index: int) -> str:
    return COLORS[index % len(COLORS)]


def marker_of(index: int) -> str:
    return MARKERS[index % len(MARKERS)]


def line_style(index: int) -> str:
    return LINES[index % len(LINES)]


def style_line(index: int) -> dict[str, str]:
    """The color, marker and line style of a system or subject."""
    return {"color": color_of(index), "marker": marker_of(index), "linestyle": line_style(index)}


def stack_panels(figure: Figure, count: int) -> Sequence[Panel]:
    """Panels below each other."""
    panels: Sequence[Panel] = figure.subplots(count, 1, squeeze=False)[:, 0]
    return panels


def add_legend(figure: Figure) -> None:
    """A legend above the panels, where it hides nothing."""
    figure.legend(loc="outside upper left", frameon=False)
