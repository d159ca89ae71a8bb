"""Scores at each of many settings: a map of colours for each metric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.report.form.text import shown
from mondegreen.report.plot.canvas import save

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# From yellow to violet, which differ in lightness too.
MAP = "viridis_r"
# More labels than that stand upright.
ROOM = 8


def plot(
    maps: Mapping[str, Sequence[Sequence[float]]],
    axes: tuple[str, str],
    labels: tuple[Sequence[str], Sequence[str]],
    path: str,
) -> None:
    """Draws the picture: rows by the first labels, columns by the second."""
    down, across = ([shown(label) for label in side] for side in labels)

    def draw(figure: Any) -> None:  # noqa: ANN401 - matplotlib's
        panels = figure.subplots(1, len(maps), squeeze=False)[0]
        for panel, (name, values) in zip(panels, maps.items(), strict=True):
            image = panel.imshow(values, aspect="auto", cmap=MAP)
            panel.set(title=shown(name), ylabel=shown(axes[0]), xlabel=shown(axes[1]))
            panel.set_yticks(range(len(down)), down)
            panel.set_xticks(range(len(across)), across, rotation=90 if len(across) > ROOM else 0)
            figure.colorbar(image, ax=panel)

    save(path, draw, width=5.2 * len(maps), height=4.8)
