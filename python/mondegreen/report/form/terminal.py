"""Blocks for people at a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from mondegreen.report.blocks import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report.blocks import Block, Cell, Column


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:  # noqa: ARG001
    """Writes each block."""
    console = Console(file=out, highlight=False)
    for block in blocks:
        if not isinstance(block, Table):
            continue
        shown = table(block)
        if not console.is_terminal:  # a pipe has no width: nothing may be cut to fit one
            console.width = console.measure(shown, options=console.options.update(max_width=10_000)).maximum
        with console.capture() as captured:  # else rich would end the program where a pipe is closed
            console.print(Text(block.title, style="bold"), soft_wrap=True)
            console.print(shown)
            console.print(Text(block.note, style="italic"), soft_wrap=True)
        out.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def table(block: Table) -> RichTable:
    """The block as rich lays it out."""
    shown = RichTable(box=box.SIMPLE_HEAD)
    for column in block.columns:
        shown.add_column(column.heading, justify="left" if column.places is None else "right")
    for row in block.rows:
        shown.add_row(*(written(cell, column) for cell, column in zip(row, block.columns, strict=True)))
    return shown


def written(cell: Cell, column: Column) -> str:
    """A cell as people read it."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    if math.isnan(cell):
        return "NaN"
    whole = column.places == 0 and not float(cell).is_integer()
    return f"{cell:.{2 if whole else column.places}f}"
