"""Texts that people rated: hypotheses, and pairs of sentences by how alike they are.

Hypotheses, one in each line: a file of columns between tabs, whose first line names them, in any order, and any others:
`reference`, `hypothesis`, and either `rating`, the mean of the ratings, of which more is better, with their standard
deviation `sd` and the number of `raters` if they are known; or `label` (or `grade`), a whole number from 0 that says
how bad the errors are.

Pairs of sentences, as STS benchmark, SICK and others have them: columns between tabs. Where the first line names them,
they are found by their names: `sentence_A`, `sentence_B` and `relatedness_score` of SICK, or `sentence1`, `sentence2`
and `score`; such a file may have commas and quotes instead. Without names it is a file of STS benchmark: score and
sentences are the fifth, sixth and seventh of its columns.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from mondegreen.errors import ScoreError
from mondegreen.formats.csv import parse_rows
from mondegreen.formats.reading import Reading
from mondegreen.formats.triplets import Table
from mondegreen.io.source import label, load_lines

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


LEFT = ("sentence_a", "sentence1", "sentence_1", "text1")
RIGHT = ("sentence_b", "sentence2", "sentence_2", "text2")
SCORE = ("relatedness_score", "score", "similarity", "label")
STS = (5, 6, 4)


@dataclass(frozen=True)
class SimilarityPairs:
    """Sentences side by side, and a score for each pair."""

    name: str
    left: Sequence[str]
    right: Sequence[str]
    scores: Sequence[float]

    def __len__(self) -> int:
        return len(self.scores)

    def and_(self, other: SimilarityPairs) -> SimilarityPairs:
        """These pairs and then those."""
        left, right = [*self.left, *other.left], [*self.right, *other.right]
        return SimilarityPairs(self.name, left, right, [*self.scores, *other.scores])


def read_similarities(path: str, name: str | None = None, encoding: str = "utf-8") -> SimilarityPairs:
    """The pairs of a file."""
    reading = Reading(label(path), encoding)
    cells = split_table(load_lines(path, encoding), reading)
    if not cells:
        raise ScoreError("the file is empty", path=reading.name)
    columns = find_columns(cells[0][1])
    if columns is None:
        places, width = STS, max(STS) + 1
    else:
        places, width, cells = columns, len(cells[0][1]), cells[1:]
    found = [parse_row(each, number, places, width, reading) for number, each in cells]
    if not found:
        raise ScoreError("there are no pairs of sentences after the first line", path=reading.name)
    left, right, scores = zip(*found, strict=True)
    return SimilarityPairs(name or reading.name, left, right, scores)


def split_table(lines: Sequence[str], reading: Reading) -> list[tuple[int, list[str]]]:
    """The cells of each row that is not empty, and the number of its line."""
    if lines and "\t" not in lines[0] and find_columns([name.strip('"') for name in lines[0].split(",")]):
        found = parse_rows(lines, reading)
    else:
        found = [(number, line.split("\t")) for number, line in enumerate(lines, 1)]
    return [(number, cells) for number, cells in found if len(cells) > 1 or cells[0].strip()]


def find_columns(cells: Sequence[str]) -> tuple[int, int, int] | None:
    names = [cell.strip().lower() for cell in cells]
    found = [next((names.index(name) for name in known if name in names), None) for known in (LEFT, RIGHT, SCORE)]
    left, right, score = found
    return None if left is None or right is None or score is None else (left, right, score)


def parse_row(
    cells: Sequence[str], number: int, places: tuple[int, int, int], width: int, reading: Reading
) -> tuple[str, str, float]:
    """Both sentences of a line, and its score."""
    exact = places != STS  # lines of STS benchmark may end with where the sentences are from
    if len(cells) < width or (exact and len(cells) > width):
        at_least = "" if exact else "at least "
        what = f"expected {at_least}{width} columns with tabs between, found {len(cells)}"
        hint = "" if exact else "; a first line may name sentence1, sentence2 and score"
        raise reading.error(f"{what}{hint}", number)
    left, right, text = (cells[place].strip() for place in places)
    if not text:
        raise reading.error("there is no score of these sentences; give one, or remove the line", number)
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise reading.error(f'"{text[:40]}" is not a score', number)
    return left, right, score
