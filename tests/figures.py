"""Plots as matplotlib draws them: what stands where."""

import io
from typing import Any
from unittest import mock

from mondegreen.render.plot import canvas


def figure_of(plot: canvas.Plot) -> Any:
    """The figure that is drawn for a file."""
    from matplotlib.figure import Figure

    with mock.patch.object(Figure, "savefig", autospec=True) as save:
        canvas.write_figure(plot, io.BytesIO(), ".svg", {"Date": None})
    return save.call_args[0][0]


def ticks(axis: Any) -> dict[float, str]:
    """The labels of an axis by where they stand."""
    return {float(at): each.get_text() for at, each in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True)}


def texts(panel: Any) -> dict[tuple[float, float], str]:
    """The texts in a panel by where they stand."""
    return {each.get_position(): each.get_text() for each in panel.texts}


def points(panel: Any) -> list[tuple[list[float], list[float]]]:
    """The lines of a panel that lead somewhere: their places across and down."""
    each = [([float(x) for x in line.get_xdata()], [float(y) for y in line.get_ydata()]) for line in panel.get_lines()]
    return [(across, down) for across, down in each if across]


def legible(figure: Any) -> None:
    """All texts lie within the picture, no two labels of an axis over each other, and no axis' name on the title."""
    figure.draw_without_rendering()
    whole = figure.bbox
    labels = {each for panel in figure.axes for axis in (panel.xaxis, panel.yaxis) for each in axis.get_ticklabels()}
    for each in figure.findobj(lambda found: hasattr(found, "get_text") and bool(found.get_text())):
        box = each.get_window_extent()
        within = box.x0 >= -1 and box.x1 <= whole.x1 + 1 and box.y0 >= -1 and box.y1 <= whole.y1 + 1
        assert within or each in labels or not each.get_visible(), each.get_text()
    boxes = [axis.label.get_window_extent() for panel in figure.axes for axis in (panel.xaxis, panel.yaxis)]
    title = figure._suptitle.get_window_extent() if figure.get_suptitle() else None
    assert title is None or not any(title.overlaps(box) for box in boxes if box.width)
    for panel in figure.axes:
        for axis in (panel.xaxis, panel.yaxis):
            low, high = sorted(axis.get_view_interval())
            shown = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)  # panels that share an axis have none
            boxes = [each.get_window_extent() for at, each in shown if each.get_text() and low <= at <= high]
            assert all(box.x0 >= -1 and box.x1 <= whole.x1 + 1 for box in boxes)
            assert all(box.y0 >= -1 and box.y1 <= whole.y1 + 1 for box in boxes)
            if all(not each.get_rotation() % 90 for each in axis.get_ticklabels()):
                assert not any(one.overlaps(other) for at, one in enumerate(boxes) for other in boxes[:at])
