"""How results show in notebooks and as plots: by functions that `api` registers, as render stands to the right."""

from __future__ import annotations

import os
from functools import singledispatch
from typing import Any


@singledispatch
def render_html(shown: object) -> str | None:  # noqa: ARG001 - it is what is dispatched on
    """The HTML of a result in a notebook."""
    return None


@singledispatch
def draw(shown: object, kind: str = "", by: str | None = None) -> Any:  # noqa: ANN401 - render's `Plot`
    """The plot of a result, of this kind and with groups by this column."""
    raise NotImplementedError


def show_plot(shown: object, path: str | os.PathLike[str] | None, kind: str = "", by: str | None = None) -> Any:  # noqa: ANN401 - matplotlib need not be there
    """The plot of a result as a figure of matplotlib's, or as the file of that name."""
    return draw(shown, kind, by).show(None if path is None else os.fspath(path))


class Drawable:
    """A result of which there is one kind of plot, the one that `--plot` of its command draws."""

    __slots__ = ()

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:  # noqa: ANN401 - as above
        """The result as a plot: a figure of matplotlib's, or a file that ends in .png, .svg or .pdf."""
        return show_plot(self, path)
