"""Curves drawn with letters, for a terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from mondegreen.report.blocks import Column, Table

WIDE, HIGH = 61, 16
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SEVERAL = "*"


def draw_chart(title: str, across: str, at: Sequence[float], series: Mapping[str, Sequence[float]]) -> Table:
    """The values of each series at the same places, each series a letter; where several meet stands a star."""
    known = [value for values in series.values() for value in values if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    canvas = [[" "] * WIDE for _ in range(HIGH)]
    for place, values in enumerate(series.values()):
        letter = LETTERS[place % len(LETTERS)]
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
    names = "   ".join(f"{LETTERS[place % len(LETTERS)]} {name}" for place, name in enumerate(series))
    return Table("chart", title, [Column("level", "", 3), Column("line", "")], rows, f"{names}   {SEVERAL} several")


def scale_to_cells(value: float, low: float, high: float, places: int) -> int:
    """The place of a value, from 0, among so many."""
    return round((value - low) / (high - low) * (places - 1)) if high > low else 0
