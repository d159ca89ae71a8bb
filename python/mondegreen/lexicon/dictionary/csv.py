"""Evaluation lists as CSV: a line of names, then source word, target word, and what is known of the source word.

A column whose name holds `freq` is the word's frequency, one whose name ends in `pos_tag` its part of speech; of
several the first counts. A word without a translation stays, as those who publish such lists count it: nothing is right
for it.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import isfinite

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.formats.csv_rows import parse_rows
from mondegreen.formats.reading import Reading
from mondegreen.lexicon.dictionary import Pair
from mondegreen.wording import pluralize


def read(lines: Sequence[str], path: str) -> list[Pair]:
    """The pairs of all rows."""
    table = [(number, row) for number, row in parse_rows(lines, Reading(path)) if any(row)]
    if not table:
        return []
    names = [name.lower() for name in table[0][1]]
    frequency = next((index for index, name in enumerate(names) if "freq" in name and index > 1), None)
    pos = next((index for index, name in enumerate(names) if name.endswith("pos_tag")), None)
    found = []
    for number, row in table[1:]:
        if len(row) < 2:
            raise ScoreError("a source word and a target word belong here", path=path, line=number)
        if read_cell(row, 0):
            found.append(
                Pair(read_cell(row, 0), read_cell(row, 1), parse_number(read_cell(row, frequency)), read_cell(row, pos))
            )
    lacking = {
        "without a word left out": len(table) - 1 - len(found),
        "without a translation, so that nothing is right there": sum(not pair.target for pair in found),
    }
    for what, count in lacking.items():
        if count:
            warnings.warn(f"{path}: {pluralize(count, 'row')} {what}", ScoreWarning, stacklevel=2)
    return found


def read_cell(row: Sequence[str], index: int | None) -> str:
    """A cell, if there is one."""
    return row[index].strip() if index is not None and index < len(row) else ""


def parse_number(text: str) -> float | None:
    """The number that stands there, if one does."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if isfinite(found) else None
