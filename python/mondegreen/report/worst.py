"""The utterances that went worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.aggregate.run import Run
from mondegreen.aggregate.summary import Utterances, find_worst
from mondegreen.report import View
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import describe_runs, system_names

NUMBERS = [Column("errors", "err", 0), Column("words", "wrd", 0), Column("error_rate", "rate", 1)]
TEXTS = [Column("reference", "ref"), Column("hypothesis", "hyp")]


def report_worst(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """The utterances with the most errors of each system, then those with the highest rates."""
    found = [find_worst(run, view.top) for run in runs]
    for order, (name, what) in enumerate((("most_errors", "most errors"), ("highest_rates", "highest rates"))):
        for system, run, orders in zip(system_names(runs), runs, found, strict=True):
            title = f"{what}: {describe_runs([run], system)}"
            yield Table(name, title, worst_columns(run), worst_rows(orders[order]), system=system)


def worst_columns(run: Run) -> list[Column]:
    """The columns, with the speaker where there is one."""
    known = [Column("speaker", "speaker")] if "speaker" in run.pairs.fields else []
    return [Column("utterance", "utterance"), *known, *NUMBERS, *TEXTS]


def worst_rows(some: Utterances) -> list[list[Cell]]:
    """A row for each utterance."""
    pairs = some.pairs
    about = [pairs.keys, *([pairs.fields["speaker"]] if "speaker" in pairs.fields else [])]
    numbers = [each.tolist() for each in (some.errors, some.words, some.rates)]
    return [list(cells) for cells in zip(*about, *numbers, pairs.references, pairs.hypotheses, strict=True)]
