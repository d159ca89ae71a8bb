"""Pairs of sentences and how alike people find them, as STS benchmark, SICK and others have them.

Columns between tabs. Where the first line names them, they are found by their names: `sentence_A`, `sentence_B` and
`relatedness_score` of SICK, or `sentence1`, `sentence2` and `score`; such a file may have commas and quotes instead.
Without names it is a file of STS benchmark: score and sentences are the fifth, sixth and seventh of its columns.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mondegreen.errors import ScoreError
from mondegreen.formats.csv import parse_rows
from mondegreen.formats.reading import Reading
from mondegreen.io.source import label, load_lines

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

    def and_(self, other: "SimilarityPairs") -> "SimilarityPairs":
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
