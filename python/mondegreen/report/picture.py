"""Pictures of finished numbers, by matplotlib where it is installed."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

INSTALL = "pictures need matplotlib: pip install 'mondegreen[report]'"
KINDS = (".png", ".svg", ".pdf")


def check(path: str) -> None:
    """Refuses, before any work is done, what cannot be drawn."""
    if os.path.splitext(path)[1].lower() not in KINDS:  # noqa: PTH122 - help must not wait for pathlib
        raise ScoreError(f"a picture ends in {', '.join(KINDS)}", path=path)
    plotting()


def plotting() -> ModuleType:
    """The library, which draws to no screen."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise ScoreError(INSTALL) from error
    mpl.use("Agg")
    return import_module("matplotlib.pyplot")


def curves(series: Mapping[str, Sequence[float]], across: str, path: str) -> None:
    """A line for each series of values at 1, 2, 3, ..., in a field of its own."""
    plt = plotting()
    figure, fields = plt.subplots(len(series), 1, squeeze=False, figsize=(6.4, 3.2 * len(series)), layout="constrained")
    for field, (name, values) in zip(fields[:, 0], series.items(), strict=True):
        field.plot(range(1, len(values) + 1), values, marker="." if len(values) <= 50 else None)
        field.set(xlabel=across, ylabel=name)
    save(figure, path)


def heat(
    maps: Mapping[str, Sequence[Sequence[float]]],
    axes: tuple[str, str],
    labels: tuple[Sequence[str], Sequence[str]],
    path: str,
) -> None:
    """A map of values for each name: rows by the first labels, columns by the second."""
    plt = plotting()
    figure, fields = plt.subplots(1, len(maps), squeeze=False, figsize=(5.2 * len(maps), 4.8), layout="constrained")
    for field, (name, values) in zip(fields[0], maps.items(), strict=True):
        image = field.imshow(values, aspect="auto", cmap="viridis_r")
        field.set(title=name, ylabel=axes[0], xlabel=axes[1])
        field.set_yticks(range(len(labels[0])), labels[0])
        field.set_xticks(range(len(labels[1])), labels[1], rotation=90 if len(labels[1]) > 8 else 0)
        figure.colorbar(image, ax=field)
    save(figure, path)


def save(figure: object, path: str) -> None:
    """Writes a picture whole or not at all."""
    from mondegreen.output import binary_output

    with binary_output(path) as out:
        figure.savefig(out, format=os.path.splitext(path)[1][1:].lower(), metadata={})  # type: ignore[attr-defined] # noqa: PTH122 # the library has no types
    plotting().close(figure)
