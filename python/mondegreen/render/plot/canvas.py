"""What all plots share: files, colors that color-blind people can distinguish, and texts that are only texts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import PurePath
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias
from warnings import catch_warnings, simplefilter

from mondegreen.errors import ScoreError, warn
from mondegreen.output import binary_output
from mondegreen.render.text import make_printable
from mondegreen.reports.comparison import title_metric

INSTALL = "plots need matplotlib: pip install 'mondegreen[plot]'"
KINDS = (".png", ".svg", ".pdf")
# Letters that matplotlib's own font lacks are taken from the first of these that are installed.
FONTS = (
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Source Han Sans", "WenQuanYi Zen Hei", "IPAexGothic", "Hiragino Sans"),
    *("PingFang SC", "Apple SD Gothic Neo", "Yu Gothic", "Microsoft YaHei", "Malgun Gothic", "Arial Unicode MS"),
    *("Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Bengali", "Noto Sans Tamil", "Nirmala UI", "Leelawadee UI"),
)
# Of Okabe and Ito, without yellow, which is faint on white; markers, lines and hatches tell the same without color.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "||||")
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
    "hatch.linewidth": 0.5,
    "lines.linewidth": 1.4,
    "lines.markersize": 4,
}
TIMES = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
DOTS = 150
# Points of an inch, those of letters and of a legend's sample with what is around it; inches of a bar's label.
POINTS, SIZE, HANDLE, LABEL = 72, 8, 34, 1.25

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
    with binary_output(path) as stream, catch_warnings(record=True) as caught:
        simplefilter("always")
        write_figure(plot, stream, kind, TIMES[kind])
    said = dict.fromkeys(str(each.message) for each in caught)
    if kind != ".svg" and any(text.startswith("Glyph ") for text in said):
        warn(f"{path}: no installed font has some of its letters; install Noto Sans for them, or write .svg")
    for text in said:
        if not text.startswith("Glyph "):
            warn(text)


def write_figure(plot: Plot, stream: BinaryIO, kind: str, about: Mapping[str, None]) -> None:
    """Writes a plot of that kind, without the metadata that `about` leaves out."""
    with apply_style() as found:
        figure = found.figure.Figure(figsize=(plot.width, plot.height), layout="constrained")
        plot.draw(figure)
        figure.savefig(stream, format=kind[1:], dpi=DOTS, metadata=about)


@contextmanager
def apply_style() -> Iterator[Any]:
    """Our style over matplotlib's defaults: a `matplotlibrc` of the working directory may be a stranger's."""
    found = import_matplotlib("plot")
    with found.rc_context():
        found.rcdefaults()
        found.rcParams.update(make_style())
        yield found


def make_style() -> dict[str, Any]:
    from matplotlib.font_manager import get_font_names

    there = {*get_font_names()}
    return {**STYLE, "font.family": ["sans-serif", *(name for name in FONTS if name in there)]}


def make_figure(plot: Plot) -> Figure:
    """The plot as a figure of matplotlib's, which a notebook shows without pyplot and its state."""
    found = import_matplotlib("plot")

    class Shown(found.figure.Figure):  # type: ignore[misc, name-defined] # of a package that need not be there
        def _repr_png_(self) -> bytes:
            stream = BytesIO()
            self.savefig(stream, format="png", dpi=DOTS)
            return stream.getvalue()

    with apply_style():
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


def style_bar(index: int) -> dict[str, Any]:
    """The color and hatch of a system's bars."""
    return {"facecolor": color_of(index), "hatch": HATCHES[index % len(HATCHES)], "edgecolor": "white", "linewidth": 0}


def name_bars(panel: Panel, index: int, name: str) -> None:
    """Names what is drawn in a system's style for the legend; none of its bars need have a length."""
    panel.fill([], [], label=make_printable(name), **style_bar(index))


def stack_panels(figure: Figure, count: int) -> Sequence[Panel]:
    """Panels below each other."""
    return arrange_panels(figure, count, 1)


def arrange_panels(figure: Figure, count: int, columns: int, **shared: bool) -> list[Panel]:
    """Panels beside each other, in as many rows as they need."""
    panels = [*figure.subplots(math.ceil(count / columns), columns, squeeze=False, **shared).flat]
    for panel in panels[count:]:
        panel.remove()
    return panels[:count]


def add_legend(figure: Figure, systems: int, panel: Panel) -> None:
    """A legend below the panels, where it hides nothing; none of a single system, which the title names.

    The figure becomes higher by what it needs.
    """
    if systems > 1:
        handles, labels = panel.get_legend_handles_labels()
        beside = figure.get_figwidth() * POINTS / 2 - HANDLE
        columns = 2 if all(measure_text(label, SIZE) <= beside for label in labels) else 1
        folded = [fold_text(label, 2 * beside if columns == 1 else beside, SIZE) for label in labels]
        figure.legend(handles, folded, loc="outside lower left", frameon=False, ncols=columns)
        rows = math.ceil(len(labels) / columns) if columns > 1 else sum(1 + text.count("\n") for text in folded)
        figure.set_figheight(figure.get_figheight() + 0.1 + 0.17 * rows)


def add_title(figure: Figure, title: str) -> None:
    """A title as wide as the figure, which becomes higher by the lines that it needs."""
    size = SIZE + 1
    text = fold_text(make_printable(title), figure.get_figwidth() * POINTS * 0.97, size, weight="bold")
    figure.suptitle(text, x=0.01, ha="left", fontsize=size, fontweight="bold")
    figure.set_figheight(figure.get_figheight() + 0.16 * text.count("\n"))


def fold_text(text: str, room: float, size: float, **font: str) -> str:
    """A text in lines of so many points at most, broken between words, and within those that have no room alone."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and measure_text(f"{lines[-1]} {word}", size, **font) <= room:
            lines[-1] += f" {word}"
            continue
        lines += [word] if lines[-1] else []
        lines[-1] = word
        if measure_text(word, size, **font) > room:
            lines[-1:] = fold_word(word, lambda part: measure_text(part, size, **font) <= room)
    return "\n".join(lines)


def fold_label(text: str) -> str:
    """The name of a bar or a system in lines that leave room for the bar."""
    return fold_text(make_printable(text), LABEL * POINTS, SIZE)


def fold_word(word: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """A long name in parts that fit, ended by the signs that names are made of as long as there are any."""
    line = ""
    for piece in re.findall(r"[^-_/.]*[-_/.]|[^-_/.]+", word):
        for part in [piece] if fits(piece) else piece:
            if line and not fits(line + part):
                yield line
                line = ""
            line += part
    yield line


def measure_text(text: str, size: float, weight: str = "normal") -> float:
    """How wide a line is, in points."""
    import_matplotlib("plot")
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight=weight)
    with catch_warnings():
        simplefilter("ignore")  # letters that no font has: `save_plot` says it
        return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


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
