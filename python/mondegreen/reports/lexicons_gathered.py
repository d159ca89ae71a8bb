"""Saved evaluations of several pairs of languages in one table each, and their means over the pairs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from statistics import fmean
from typing import Any

from mondegreen.errors import ScoreError
from mondegreen.formats.format import Reading
from mondegreen.formats.members import parse_json
from mondegreen.io.source import label, load_lines
from mondegreen.reports.blocks import Cell, Column, Table

Record = Mapping[str, Any]
# The tables whose percentages have a mean, and how their columns are headed.
GATHERED = ("accuracy", "coverage", "pairs", "lemmas", "shares", "pos", "frequency", "senses")
HEADINGS = {
    "precision_at": "P@{}", "recall_at": "R@{}", "precision_of_all_at": "all P@{}", "reciprocal_rank": "MRR",
    "word_share": "% of words", "pair_share": "% of pairs", "group": "group",
}  # fmt: skip
MEAN = "mean"


def read_evaluations(inputs: Sequence[str]) -> dict[str, dict[str, Sequence[Record]]]:
    """The tables of each file, that `lexicon eval --as json` wrote, by NAME of NAME=FILE, or by the file's name."""
    found: dict[str, dict[str, Sequence[Record]]] = {}
    for each in inputs:
        given, equals, path = each.rpartition("=")
        name = given if equals else PurePath(path).stem
        if name in found:
            raise ScoreError(f'two evaluations are called "{name}"; name one of them by NAME=FILE')
        found[name] = read_tables(path)
    return found


def read_tables(path: str) -> dict[str, Sequence[Record]]:
    reading = Reading(label(path))
    text = "\n".join(load_lines(path))
    parse_json(text, reading)  # which says what is wrong, and leaves numbers as they are written
    made = json.loads(text)
    try:
        tables = {each["report"]: [dict(row) for row in each["rows"]] for each in made["reports"]}
    except (TypeError, KeyError, ValueError):
        tables = {}
    known: dict[str, Sequence[Record]] = {name: rows for name, rows in tables.items() if name in GATHERED and rows}
    if not known:
        raise reading.error("this is no evaluation; save one by `mondegreen lexicon eval ... --output FILE.json`")
    return known


def gather_tables(found: Mapping[str, Mapping[str, Sequence[Record]]], names: Sequence[str] = ()) -> Iterator[Table]:
    """A table for each report that all files have, or for these."""
    for name in names or GATHERED:
        lacking = [pair for pair, tables in found.items() if name not in tables]
        if not lacking:
            yield gather_table(name, {pair: tables[name] for pair, tables in found.items()})
        elif names:
            raise ScoreError(f"there is no table {name} in {lacking[0]}; report it by `mondegreen lexicon eval`")


def gather_table(name: str, rows: Mapping[str, Sequence[Record]]) -> Table:
    """The rows of all pairs, and at the foot the means of those that are called alike."""
    keys = dict.fromkeys(key for records in rows.values() for record in records for key in record)
    values = {key: [record.get(key) for records in rows.values() for record in records] for key in keys}
    texts = [key for key in keys if any(isinstance(value, str) for value in values[key])]
    labels = [key for key in texts if key not in ("dictionary", "first_words")]
    numbers = [key for key in keys if key not in texts]
    columns = [Column("pair", "pair"), *(Column(key, head_column(key)) for key in labels)]
    columns += [Column(key, head_column(key), choose_places(values[key])) for key in numbers]
    cells: list[list[Cell]] = [
        [pair, *(record.get(key) for key in (*labels, *numbers))]
        for pair, records in rows.items()
        for record in records
    ]
    means = average_rows([record for records in rows.values() for record in records], labels, numbers)
    note = f"{MEAN}: over the {len(rows)} pairs, of those for which it is defined"
    return Table(name, f"{name} of {len(rows)} pairs", columns, cells, note, means if len(rows) > 1 else ())


def average_rows(records: Sequence[Record], labels: Sequence[str], numbers: Sequence[str]) -> list[list[Cell]]:
    groups: dict[tuple[Cell, ...], list[Record]] = {}
    for record in records:
        groups.setdefault(tuple(record.get(key) for key in labels), []).append(record)
    return [
        [MEAN, *names, *(average([record.get(key) for record in each]) for key in numbers)]
        for names, each in groups.items()
    ]


def average(values: Sequence[object]) -> float:
    known = [float(value) for value in values if isinstance(value, int | float)]
    return fmean(known) if known else math.nan


def head_column(key: str) -> str:
    """The heading of a column that JSON calls so."""
    stem, _, depth = key.rpartition("_")
    if stem in HEADINGS and depth.isdigit():
        return HEADINGS[stem].format(depth)
    return HEADINGS.get(key, key.replace("_", " "))


def choose_places(values: Sequence[object]) -> int:
    """Two decimals, and none for counts."""
    return 2 if any(isinstance(value, float) for value in values) else 0
