"""What plots into a file, held as the figure that it was."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mondegreen.render.plot import canvas
from mondegreen.render.plot.canvas import Plot


@pytest.fixture
def figure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """The figure of what plots into a file, which is drawn as it is for the file."""
    from matplotlib.figure import Figure

    found: list[Any] = []
    save = Figure.savefig

    def kept(self: Any, *words: Any, **named: Any) -> None:
        found.append(self)
        save(self, *words, **named)

    monkeypatch.setattr(Figure, "savefig", kept)

    def of(plot: Plot) -> Any:
        canvas.save_plot(str(tmp_path / "x.png"), plot)
        return found[-1]

    return of
