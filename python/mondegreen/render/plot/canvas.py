"""What all plots share: files, colors that color-blind people can distinguish, and texts that are only texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import PurePath
from textwrap import wrap
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias

from mondegreen.errors import ScoreError
from mondegreen.output import binary_output
from mondegreen.render.text import make_printable
from mondegreen.reports.comparison import title_metric

INSTALL = "plots need matplotlib: pip install 'mondegreen[plot]'"
KINDS = (".png", ".svg", ".pdf")
# Of Okabe and Ito, without yellow, which is faint on white; markers tell the same again without color.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
# Texts are the user's, in which `$` begins no formula; svg holds them as text, and the same at any time.
# Type 42 embeds fonts as they are, which publishers ask for. The sizes are read in a column of 3.5 inches.
STYLE = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "mondegreen",
    "pdf.fonttype": 42,
    "ps.fonttype": 42,
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.titleweight": "bold",
    "legend.fontsize": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.linewidth": 0.6,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.4,
    "lines.markersize": 4,
}
TIMES = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
DOTS = 150

# Matplotlib's, which need not be there.
Figure: TypeAlias = Any
Panel: TypeAlias = Any


class Plot(NamedTuple):
    """What draws on a figure, and its size in inches."""

    draw: Callable[[Figure], None]
    width: float
    height: float

    def show(self, path: str | None) -> Figure | None:
        """The plot as a figure, or as the file of that name."""
        if path is None:
            return make_figure(self)
        check_plot(path)
        save_plot(path, self)
        return None


def check_plot(path: str) -> None:
    """Refuses a file that is no plot, or any if there is nothing to draw it with; before the work, not after."""
    if PurePath(path).suffix.lower() not in KINDS:
        raise ScoreError(f"a plot ends in {', '.join(KINDS)}", path=path)
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


def write_figure(plot: Plot, stream: BinaryIO, kind: str, about: Mapping[str, None]) -> None:
    """Writes a plot of that kind, without the metadata that `about` leaves out."""
    found = import_matplotlib("plot")
    with found.rc_context(STYLE):
        figure = found.figure.Figure(figsize=(plot.width, plot.height), layout="constrained")
        plot.draw(figure)
        figure.savefig(stream, format=kind[1:], dpi=DOTS, metadata=about)


def make_figure(plot: Plot) -> Figure:
    """The plot as a figure of matplotlib's, which a notebook shows without pyplot and its state."""
    found = import_matplotlib("plot")

    class Shown(found.figure.Figure):  # type: ignore[misc, name-defined] # of a package that need not be there
        def _repr_png_(self) -> bytes:
            stream = BytesIO()
            self.savefig(stream, format="png", dpi=DOTS)
            return stream.getvalue()

    with found.rc_context(STYLE):
        figure = Shown(figsize=(plot.width, plot.height), layout="constrained")
        plot.draw(figure)
    return figure


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


def add_legend(figure: Figure, systems: int, panel: Panel) -> None:
    """A legend below the panels, where it hides nothing; none of a single system, which the title names."""
    if systems > 1:
        handles, labels = panel.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", frameon=False, ncols=min(systems, 2))


def add_title(figure: Figure, title: str) -> None:
    """A title as wide as the figure, in as many lines as it needs."""
    letters = max(20, int(figure.get_figwidth() * 13))
    text = "\n".join(wrap(make_printable(title), letters, break_on_hyphens=False))
    figure.suptitle(text, x=0.01, ha="left", fontsize=9, fontweight="bold")


def show_from_zero(panel: Panel, axis: Literal["x", "y"]) -> None:
    """Lets an axis begin at zero, so that lengths are in proportion; values below zero are shown too."""
    data = panel.dataLim.intervalx if axis == "x" else panel.dataLim.intervaly
    low, high = panel.get_xlim() if axis == "x" else panel.get_ylim()
    beyond = 1 + (panel.margins()[axis == "y"] or 0.05)  # so that what is highest does not stand on the edge
    ends = (low if data[0] < 0 else 0.0, max(high, beyond * data[1]) if data[1] > 0 else 1.0)
    panel.set_xlim(ends) if axis == "x" else panel.set_ylim(ends)


def label_score(label: str, better: str) -> str:
    """What stands at the axis of a metric: its unit, and its direction where that is not the usual one."""
    return f"{make_printable(title_metric(label))} (%){', higher is better' if better == 'higher' else ''}"
