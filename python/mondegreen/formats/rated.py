"""Texts that people judged: triplets of which they chose, hypotheses that they rated, pairs by how alike they are.

Triplets, a reference, two hypotheses and how many chose each: a file of columns between tabs, whose first line names
them: `reference`, `hypA`, `nbrA`, `hypB` and `nbrB`, in any order, and any others, as the HATS corpus has them.

Hypotheses, one in each line: such a file with `reference`, `hypothesis`, and either `rating`, the mean of the ratings,
of which more is better, with their standard deviation `sd` and the number of `raters` if they are known; or `label`
(or `grade`), a whole number from 0 that says how bad the errors are.

Pairs of sentences, as STS benchmark, SICK and others have them: columns between tabs. Where the first line names them,
they are found by their names: `sentence_A`, `sentence_B` and `relatedness_score` of SICK, or `sentence1`, `sentence2`
and `score`; such a file may have commas and quotes instead. Without names it is a file of STS benchmark: score and
sentences are the fifth, sixth and seventh of its columns.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mondegreen.errors import ScoreError
from mondegreen.formats.csv import parse_rows
from mondegreen.formats.format import Reading
from mondegreen.io.source import label, load_lines
from mondegreen.output import text_output

TEXTS = ("reference", "hypA", "hypB")
VOTES = ("nbrA", "nbrB")
MOST = 1_000_000
COUNT = re.compile(r"[0-9]{1,7}")
# With fewer votes a triplet does not count, unless the user says so.
LEAST_VOTES = 5


@dataclass(frozen=True, slots=True)
class Triplets:
    """The columns of a file by their names, of `rows` triplets; a missing vote is "" there."""

    path: str
    columns: dict[str, list[str]]
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def texts(self) -> tuple[list[str], list[str], list[str]]:
        reference, first, second = (self.columns[name] for name in TEXTS)
        return reference, first, second

    def votes(self, *, missing: int | None = None) -> list[tuple[int, int]]:
        """How many chose the first and the second hypothesis; votes that are missing are an error, or so many."""
        sides = ([self.vote(name, place, missing) for place in range(len(self))] for name in VOTES)
        return list(zip(*sides, strict=True))

    def vote(self, name: str, place: int, missing: int | None) -> int:
        """The votes in one cell."""
        text = self.columns[name][place].strip()
        if not text and missing is not None:
            return missing
        if not text:
            what = f"the number of votes is missing in {name}; give one, or collect votes by --vote"
            raise ScoreError(what, path=self.path, line=self.lines[place])
        if not (COUNT.fullmatch(text) and int(text) <= MOST):
            raise ScoreError(f'"{text}" in {name} is not a number of votes', path=self.path, line=self.lines[place])
        return int(text)

    def with_vote(self, place: int, side: int) -> Triplets:
        """The triplets with one vote more for a side of one of them."""
        name = VOTES[side]
        votes = list(self.columns[name])
        votes[place] = str(self.vote(name, place, 0) + 1)
        return replace(self, columns={**self.columns, name: votes})


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a file by their names, and the line of each row."""

    path: str
    columns: dict[str, list[str]]
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)

    def require(self, name: str) -> None:
        """Refuses a table without a column of that name."""
        if name not in self.columns:
            what = f'the first line names no column "{name}"; it holds {", ".join(self.columns)}'
            raise ScoreError(what, path=label(self.path), line=1)


def read_table(path: str, encoding: str = "utf-8") -> Table:
    """The table of a file, whose first line names the columns."""
    reading = Reading(label(path), encoding)
    rows = [
        (number, line.rstrip("\r\n").split("\t"))
        for number, line in enumerate(load_lines(path, encoding), 1)
        if line.strip()
    ]
    if not rows:
        raise ScoreError("the file is empty", path=reading.name)
    names = [name.strip() for name in rows[0][1]]
    counts = Counter(names)
    if repeated := next((name for name in names if counts[name] > 1), None):
        raise reading.error(f'two columns are named "{repeated}"', 1)
    for number, cells in rows[1:]:
        if len(cells) != len(names):
            raise reading.error(f"expected {len(names)} columns, found {len(cells)}", number)
    columns = {name: [cells[place] for _, cells in rows[1:]] for place, name in enumerate(names)}
    return Table(path, columns, [number for number, _ in rows[1:]])


def parse_triplets(table: Table) -> Triplets:
    """The triplets of a table; columns of votes may be lacking where nobody voted yet."""
    for name in TEXTS:
        table.require(name)
    columns = table.columns | {name: [""] * len(table) for name in VOTES if name not in table.columns}
    return Triplets(table.path, columns, table.lines)


def read_triplets(path: str, encoding: str = "utf-8") -> Triplets:
    """The triplets of a file."""
    return parse_triplets(read_table(path, encoding))


def write_triplets(triplets: Triplets) -> None:
    """Writes the triplets to where they came from, whole or not at all."""
    with text_output(triplets.path) as stream:
        for cells in ([*triplets.columns], *zip(*triplets.columns.values(), strict=True)):
            stream.write("\t".join(cells) + "\n")


RATING, GRADES = "rating", ("label", "grade")
RATED_TEXTS = ("reference", "hypothesis")
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
    for name in RATED_TEXTS:
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
    references, hypotheses = (table.columns[each] for each in RATED_TEXTS)
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
