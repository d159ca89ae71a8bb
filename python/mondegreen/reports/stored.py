"""Saved runs: a list of those in directories, and the scores of each with their signatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.reports import View
from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.reports.caption import describe_runs
from mondegreen.reports.metrics import report_metrics
from mondegreen.results.run import Run


def report_stored(places: Sequence[str], runs: Sequence[Run]) -> Iterator[Block]:
    """A row for each saved run, by the directory that it is in."""
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))
    columns = [
        *(Column(name, name) for name in ("run", "system", "reference")),
        Column("utterances", "utterances", 0),
        *(Column(label, label, 2, unit="%") for label in labels),
    ]
    rows: list[list[Cell]] = [
        [place, run.name, run.reference, len(run.pairs), *(list_values(run, labels))]
        for place, run in zip(places, runs, strict=True)
    ]
    yield Table("runs", "saved runs", columns, rows)


def list_values(run: Run, labels: Sequence[str]) -> list[Cell]:
    """The scores of these metrics, and nothing for those that the run lacks."""
    return [run.scores[label].value if label in run.scores else None for label in labels]


def report_signatures(run: Run) -> Iterator[Block]:
    """The scores of a saved run, and how each was computed."""
    yield from report_metrics([run], View())
    columns = [Column("metric", "metric"), Column("signature", "signature")]
    rows: list[list[Cell]] = [[label, score.signature] for label, score in run.scores.items()]
    yield Table("signatures", f"signatures: {describe_runs([run])}", columns, rows)
