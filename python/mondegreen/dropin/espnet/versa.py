"""VERSA's scores of a test set, as text to speech has them: gathered from its jobs, and summed."""

from __future__ import annotations

import ast
import glob
import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.scoring import Result, Totals, write_file
from mondegreen.dropin.espnet.tables import read_text, split_lines
from mondegreen.errors import ScoreError

COUNTS = ("equal", "replace", "delete", "insert")
ERRORS = COUNTS[1:]
RATE = re.compile(r"(.*)_(wer|cer)_(?:delete|insert|replace|equal)")
LARGEST = sys.float_info.max


class Average(NamedTuple):
    """Sums of counts and means of all other scores, by name; then the rates, by recognizer and unit."""

    utterances: int
    scores: dict[str, float]
    rates: dict[str, float]


def score_versa(decode: Decode) -> Iterator[Result]:
    """Gathers and sums a directory's scores; leaves `utt_result.txt` and `avg_result.txt`."""
    rows = [pair for path in find_jobs(decode.directory) for pair in read_scores(path)]
    write_file(os.path.join(decode.directory, "utt_result.txt"), "".join(f"{line}\n" for line, _ in rows).encode())
    scores = [row for _, row in rows]
    average = average_scores(scores)
    path = os.path.join(decode.directory, "avg_result.txt")
    write_file(path, "".join(format_averages(average)).encode())
    for name in average.rates:
        tag, _, unit = name.rpartition("_")
        counts = [int(average.scores.get(f"{name}_{each}", 0)) for each in COUNTS]
        wrong = sum(any(to_number(row.get(f"{name}_{each}")) for each in ERRORS) for row in scores)
        totals = Totals(average.utterances, wrong, *counts)
        yield Result(f"{decode.name} {tag}", unit, path, totals)


def find_jobs(directory: str) -> list[str]:
    found = glob.glob(f"{glob.escape(directory)}/result.*.txt")
    numbered = [(int(number), path) for path in found if (number := path.split(".")[-2]).isdigit()]
    return [path for _, path in sorted(numbered)]


def read_scores(path: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The line of each utterance and its scores, written as Python writes a dict."""
    for number, line in enumerate(split_lines(read_text(path)), 1):
        if not line.strip():
            continue
        try:
            row = ast.literal_eval(re.sub(r"(?<=: )(?:nan|inf|-inf)\b", "None", line))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise ScoreError("is not a dict of scores; was the file cut off?", path=path, line=number) from None
        if not isinstance(row, dict) or not all(isinstance(name, str) for name in row):
            raise ScoreError("is not a dict of scores", path=path, line=number)
        if any(isinstance(value, int) and abs(value) > LARGEST for value in row.values()):
            raise ScoreError("holds a number that is too large for a score", path=path, line=number)
        yield line, row


def add_in_order(values: Sequence[float]) -> float:
    """The sum as Python gave it before 3.12, when the original ran: each step is rounded before the next."""
    return reduce(add, values, 0)


def average_scores(rows: Sequence[dict[str, object]]) -> Average:
    """Counts of words and characters are summed; of all other numbers the mean is taken, of those not defined 0."""
    columns: dict[str, list[float]] = {}
    for row in rows:
        for name, value in row.items():
            if name == "key" or isinstance(value, str):
                continue
            columns.setdefault(name, []).append(to_number(value))
    scores: dict[str, float] = {}
    for name, values in columns.items():
        scores[name] = add_in_order(values) if RATE.fullmatch(name) else add_in_order(values) / len(values)
    names = dict.fromkeys(f"{found[1]}_{found[2]}" for found in map(RATE.fullmatch, columns) if found)
    return Average(len(rows), scores, {name: compute_rate(scores, name) for name in names})


def to_number(value: object) -> float:
    if isinstance(value, bool | int | float) and math.isfinite(value):
        return value
    return 0.0


def compute_rate(scores: dict[str, float], name: str) -> float:
    equal, replaced, deleted, inserted = (scores.get(f"{name}_{each}", 0) for each in COUNTS)
    words = equal + replaced + deleted
    return (replaced + deleted + inserted) / words if words else float("nan")


def format_averages(average: Average) -> Iterator[str]:
    """The lines of the file of averages; rates have no colon behind their names."""
    yield from (f"{name}: {value}\n" for name, value in average.scores.items())
    yield from (f"{name} {value}\n" for name, value in average.rates.items())
    yield f"sentences: {average.utterances}\n"
