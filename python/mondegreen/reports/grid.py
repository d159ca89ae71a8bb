"""Scores under many settings of two kinds, such as language model weights and penalties; curves drawn with letters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from math import isnan

from mondegreen.reports.blocks import Cell, Column, Table

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


WIDE, HIGH = 61, 16
CURVE_LETTERS = "abcdefghijklmnopqrstuvwxyz"
SEVERAL = "*"


def draw_chart(title: str, across: str, at: Sequence[float], series: Mapping[str, Sequence[float]]) -> Table:
    """The values of each series at the same places, each series a letter; where several meet stands a star."""
    known = [value for values in series.values() for value in values if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    canvas = [[" "] * WIDE for _ in range(HIGH)]
    for place, values in enumerate(series.values()):
        letter = CURVE_LETTERS[place % len(CURVE_LETTERS)]
        for x, value in zip(at, values, strict=True):
            if not math.isnan(value):
                column, row = scale_to_cells(x, at[0], at[-1], WIDE), HIGH - 1 - scale_to_cells(value, low, high, HIGH)
                canvas[row][column] = letter if canvas[row][column] in (" ", letter) else SEVERAL
    levels = [high - (high - low) * row / (HIGH - 1) for row in range(HIGH)]
    # A row of blanks alone would lose its width.
    rows: list[list[str | float | None]] = [
        [level if row % 5 == 0 else None, f"|{''.join(line).rstrip()}"]
        for row, (level, line) in enumerate(zip(levels, canvas, strict=True))
    ]
    rows.append([None, f"+{'-' * WIDE}"])
    left, right = f"{at[0]:g}", f"{at[-1]:g}"
    rows.append([None, f" {left}{across.center(WIDE - len(left) - len(right))}{right}"])
    names = "   ".join(f"{CURVE_LETTERS[place % len(CURVE_LETTERS)]} {name}" for place, name in enumerate(series))
    return Table("chart", title, [Column("level", "", 3), Column("line", "")], rows, f"{names}   {SEVERAL} several")


def scale_to_cells(value: float, low: float, high: float, places: int) -> int:
    return round((value - low) / (high - low) * (places - 1)) if high > low else 0
