"""The additive rows of every pair, for other programs: JSON Lines, CSV or Parquet, by the file's ending."""

from __future__ import annotations

import csv
import json
import math
from pathlib import PurePath
from typing import TYPE_CHECKING

from mondegreen.aggregate.rowfile import pyarrow
from mondegreen.errors import ScoreError
from mondegreen.output import binary_output, output
from mondegreen.registry import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.score import Score

    Columns = dict[str, Sequence["str | float | None"]]
    Writer = Callable[[Sequence[Run], str], None]

KINDS = {
    ".jsonl": "mondegreen.report.rows:json_lines",
    ".csv": "mondegreen.report.rows:comma_separated",
    ".parquet": "mondegreen.report.rows:parquet",
}


def writer(path: str) -> Writer:
    """What writes rows into a file of that ending."""
    ending = PurePath(path.removesuffix(".gz")).suffix
    if ending not in KINDS:
        raise ScoreError(f"rows are written to a file that ends in {', '.join(KINDS)}", path=path)
    chosen: Writer = find("kind of rows", ending, KINDS)
    return chosen


def columns(run: Run) -> Columns:
    """System, utterance and fields; then each metric's value and what it was made from, such as `wer.errors`."""
    made: Columns = {"system": [run.name] * len(run.pairs), "utterance": run.pairs.keys, **run.pairs.fields}
    for label, score in run.scores.items():
        made[label] = values(score)
        for name, column in zip(score.rows.columns, score.rows.values.T, strict=True):
            made[f"{label}.{name}"] = [int(each) if each.is_integer() else each for each in column.tolist()]
    return made


def values(score: Score) -> list[float | None]:
    """The metric of each pair alone, and nothing where it is not defined."""
    found = map(score.metric.score, score.rows)
    return [None if math.isnan(value) else value for value in found]


def named(runs: Sequence[Run]) -> tuple[list[str], Iterator[Columns]]:
    """The names of all columns, and the columns of each run in turn."""
    fields = dict.fromkeys(name for run in runs for name in run.pairs.fields)
    parts = [f"{label}{part}" for label, score in runs[0].scores.items() for part in ("", *dotted(score))]
    return ["system", "utterance", *fields, *parts], map(columns, runs)


def dotted(score: Score) -> list[str]:
    """The endings of the names of a score's columns."""
    return [f".{name}" for name in score.rows.columns]


def lines(runs: Sequence[Run]) -> Iterator[tuple[list[str], tuple[str | float | None, ...]]]:
    """Each pair's names and values, a run after the other."""
    names, parts = named(runs)
    for run, part in zip(runs, parts, strict=True):
        empty = [None] * len(run.pairs)
        for line in zip(*(part.get(name, empty) for name in names), strict=True):
            yield names, line


def json_lines(runs: Sequence[Run], path: str) -> None:
    """An object a line."""
    with output(path) as stream:
        for names, line in lines(runs):
            stream.write(json.dumps(dict(zip(names, line, strict=True)), ensure_ascii=False) + "\n")


def comma_separated(runs: Sequence[Run], path: str) -> None:
    """A line of names, then a line for each pair."""
    with output(path) as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(named(runs)[0])
        table.writerows(line for _, line in lines(runs))


def parquet(runs: Sequence[Run], path: str) -> None:
    """Typed columns, by pyarrow."""
    arrow = pyarrow(path)
    names, parts = named(runs)
    tables = [arrow.table({name: part[name] for name in names if name in part}) for part in parts]
    with binary_output(path) as stream:
        arrow.parquet.write_table(arrow.concat_tables(tables, promote_options="permissive"), stream)
