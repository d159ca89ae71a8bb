"""A score under each of several settings of two kinds, such as language model weights and penalties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

from mondegreen.report.blocks import Cell, Column, Table

Setting = tuple[int, str]

PLACES = 2
MARK = "*"


def make_grid(name: str, title: str, values: Mapping[Setting, float], best: Setting | None, note: str = "") -> Table:
    """A row for each weight and a column for each penalty; people see the best one marked."""
    weights = list(dict.fromkeys(weight for weight, _ in values))
    penalties = list(dict.fromkeys(penalty for _, penalty in values))
    columns = [Column("lmwt", "LM weight", 0)]
    for penalty in penalties:
        columns.append(Column(f"shown_{penalty}", f"penalty {penalty}", reader="people"))
        columns.append(Column(f"penalty_{penalty}", f"penalty {penalty}", PLACES, reader="programs"))
    rows = [grid_row(weight, penalties, values, best) for weight in weights]
    return Table(name, title, columns, rows, note)


def grid_row(
    weight: int, penalties: Sequence[str], values: Mapping[Setting, float], best: Setting | None
) -> list[Cell]:
    """The scores of one weight, each once for people and once for programs."""
    cells: list[Cell] = [float(weight)]
    for penalty in penalties:
        value = values.get((weight, penalty), float("nan"))
        text = "-" if isnan(value) else f"{value:.{PLACES}f}"
        cells += [f"{text} {MARK if (weight, penalty) == best else ' '}", value]
    return cells


def find_best(values: Mapping[Setting, float], *, higher: bool = False) -> Setting | None:
    """The setting of the best score, the first of equals; none where no score is defined."""
    defined = [setting for setting, value in values.items() if not isnan(value)]
    return (max if higher else min)(defined, key=values.__getitem__, default=None)
