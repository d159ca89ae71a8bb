"""Comma-separated values.

Each table has a line of names and its rows, then those about all rows. Several tables of one kind, such as those of
several systems, are one table; where the kind changes, an empty line and new names follow. Of several systems the first
column says which. Aligned pairs have a row for each step.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import TextIO

from mondegreen.render.text import exact_value, is_undefined, make_printable
from mondegreen.reports.blocks import Alignments, Block, Cell, Column, Table, for_programs
from mondegreen.results.run import Run

# What begins a formula, signs of full width included, which East Asian spreadsheets take, behind what they pass over.
FORMULA = re.compile(r"[\s\ufeff]*[=+@\-\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
    """Writes the blocks, one table behind the other."""
    rows = csv.writer(out, lineterminator="\n")
    quoted = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)  # a lone carriage return would end a row
    last: tuple[str, list[str]] | None = None
    for block in for_programs(blocks):
        several = len(runs) > 1 and block.system
        names = [*(["system"] if several else []), *column_names(block)]
        if last != (block.name, names):
            if last is not None:
                out.write("\n")
            rows.writerow(defuse_cells(names, out))
            last = (block.name, names)
        for row in iterate_rows(block):
            cells = defuse_cells([*([block.system] if several else []), *row], out)
            (quoted if any("\r" in cell for cell in cells if isinstance(cell, str)) else rows).writerow(cells)


def column_names(block: Table | Alignments) -> list[str]:
    if isinstance(block, Table):
        return [column.name for column in block.columns]
    return ["utterance", *block.fields, "step", "reference", "hypothesis", *(["weight", "cosine"] * block.weighed)]


def iterate_rows(block: Table | Alignments) -> Iterator[Sequence[Cell]]:
    if isinstance(block, Table):
        return (exact_cells(row, block.columns) for row in chain(block.rows, block.foot))
    return step_rows(block)


def step_rows(block: Alignments) -> Iterator[Sequence[Cell]]:
    """A row for each step of each pair."""
    for pair in block.pairs:
        about = [pair.key, *(pair.fields.get(name, "") for name in block.fields)]
        weighed = zip(pair.weights, pair.cosines, strict=True) if pair.weights else repeat(())
        sides = zip(pair.steps, pair.references, pair.hypotheses, weighed, strict=False)
        for step, reference, hypothesis, numbers in sides:
            yield [*about, step, reference, hypothesis, *numbers]


def exact_cells(row: Sequence[Cell], columns: Sequence[Column]) -> list[Cell]:
    found = (exact_value(cell, column) for cell, column in zip(row, columns, strict=True))
    return ["NaN" if is_undefined(cell) else cell for cell in found]


def defuse_cells(row: Sequence[Cell], out: TextIO) -> Sequence[Cell]:
    """The row without what a spreadsheet would work out and, on a terminal, what could steer it."""
    texts = [f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell for cell in row]
    return [make_printable(cell) if isinstance(cell, str) else cell for cell in texts] if out.isatty() else texts
