"""What every form for people needs: cells as text, and texts that cannot disturb what shows them."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence

from mondegreen.reports.blocks import Cell, Column, tone_of

# Controls, formats such as a change of direction, half characters, and what ends a line.
UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
# The joiners are formats too, but Persian, Hindi and emoji are not themselves without them.
KEPT = "\u200c\u200d"
JUDGED = ("better", "worse")


def make_printable(text: str) -> str:
    """A text of which all can be seen: escaped is what could steer a terminal, or would hide."""
    if text.isprintable():
        return text
    return "".join(map(escape_controls, text))


def cell_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def escape_controls(character: str) -> str:
    """A character, or what stands for it where it cannot be seen."""
    if character in KEPT or unicodedata.category(character) not in UNSEEN:
        return character
    return character.encode("unicode_escape").decode("ascii")


def format_cell(cell: Cell, column: Column) -> str:
    """A cell as people read it."""
    if cell is None or isinstance(cell, str):
        return make_printable(cell or "")
    if not math.isfinite(cell):
        return "NaN" if math.isnan(cell) else str(cell)
    if column.probability and column.places and 0 <= cell < 0.5 * 10**-column.places:
        return f"<{10**-column.places:.{column.places}f}"
    places = 2 if column.places == 0 and not float(cell).is_integer() else column.places
    number = f"{cell:{'+' if column.signed else ''}.{places}f}"
    arrow = ("↓" if cell < 0 else "↑") if tone_of(cell) in JUDGED else ""  # the direction, beside its color
    return " ".join(filter(None, [number, column.unit, arrow]))


def exact_value(cell: Cell, column: Column) -> Cell:
    """A cell as programs read it: a count without the point that float64 gives it, other numbers as they are."""
    if column.places == 0 and isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return cell


def is_undefined(cell: Cell) -> bool:
    """Whether a cell is NaN, which formats write in different ways."""
    return isinstance(cell, float) and math.isnan(cell)


def format_rows(rows: Iterable[Sequence[Cell]], columns: Sequence[Column]) -> list[list[str]]:
    """The rows as people read them; what a column says once is not said again below."""
    found = [[format_cell(cell, column) for cell, column in zip(row, columns, strict=True)] for row in rows]
    for index in (index for index, column in enumerate(columns) if column.once):
        texts = [row[index] for row in found]
        for row, above in zip(found[1:], texts, strict=False):
            row[index] = "" if row[index] == above else row[index]
    return found
