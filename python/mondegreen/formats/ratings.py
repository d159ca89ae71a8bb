"""Hypotheses that people rated or graded, one in each line.

A file of columns between tabs, whose first line names them, in any order, and any others: `reference`, `hypothesis`,
and either `rating`, the mean of the ratings, of which more is better, with their standard deviation `sd` and the number
of `raters` if they are known; or `label` (or `grade`), a whole number from 0 that says how bad the errors are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from mondegreen.errors import ScoreError
from mondegreen.formats.triplets import Table

RATING, GRADES = "rating", ("label", "grade")
TEXTS = ("reference", "hypothesis")
GRADE = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Ratings:
    """What people said of each hypothesis: `goodness` is the rating, or the grade below 0.

    `errors` are the standard errors of the ratings, none where they are not known.
    """

    path: str
    references: list[str]
    hypotheses: list[str]
    goodness: list[float]
    spreads: list[float]
    errors: list[float]
    graded: bool
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)


def parse_ratings(table: Table) -> Ratings:
    """The ratings or grades of a table."""
    for name in TEXTS:
        table.require(name)
    found = [name for name in (RATING, *GRADES) if name in table.columns]
    if len(found) != 1:
        what = f"columns {' and '.join(found)} both hold judgments; remove one of them"
        raise ScoreError(what, path=table.path, line=1)
    (name,) = found
    graded = name != RATING
    goodness = [
        parse_grade(table, name, row) if graded else parse_number(table, name, row) for row in range(len(table))
    ]
    spreads, errors = parse_spreads(table, graded=graded)
    references, hypotheses = (table.columns[each] for each in TEXTS)
    return Ratings(table.path, references, hypotheses, goodness, spreads, errors, graded, table.lines)


def parse_spreads(table: Table, *, graded: bool) -> tuple[list[float], list[float]]:
    """The standard deviations of ratings, and the standard errors of their means, where the table has them."""
    if graded or "sd" not in table.columns:
        return [], []
    spreads = [parse_number(table, "sd", row, least=0.0) for row in range(len(table))]
    if "raters" not in table.columns:
        return spreads, []
    raters = [parse_number(table, "raters", row, least=1.0) for row in range(len(table))]
    return spreads, [spread / math.sqrt(count) for spread, count in zip(spreads, raters, strict=True)]


def parse_number(table: Table, name: str, row: int, least: float = -math.inf) -> float:
    """The number in a cell."""
    text = table.columns[name][row].strip()
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= least):
        bound = "" if least == -math.inf else f" of {least:g} or more"
        raise ScoreError(f'"{text}" in {name} is not a number{bound}', path=table.path, line=table.lines[row])
    return value


def parse_grade(table: Table, name: str, row: int) -> float:
    """How good a grade says it is: the less the higher."""
    text = table.columns[name][row].strip()
    if not GRADE.fullmatch(text):
        what = f'"{text}" in {name} is not a grade; write a whole number from 0 (no harm) upwards'
        raise ScoreError(what, path=table.path, line=table.lines[row])
    return 0.0 - int(text)


def is_rated(table: Table) -> bool:
    """Whether a table holds ratings or grades rather than triplets."""
    return any(name in table.columns for name in (RATING, *GRADES)) and "hypA" not in table.columns
