"""Runs as tables for people."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mondegreen.aggregate import Run, Score
from mondegreen.pairs import counted

SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins"}


def write(runs: Sequence[Run], out: TextIO) -> None:
    """Writes a table for each run."""
    console = Console(file=out, highlight=False)
    for run in runs:
        shown = table(run)
        if not console.is_terminal:  # a pipe has no width: nothing may be cut to fit one
            console.width = console.measure(shown, options=console.options.update(max_width=10_000)).maximum
        with console.capture() as captured:  # else rich would end the program where a pipe is closed
            console.print(Text(f"{run.name} against {run.reference}", style="bold"), soft_wrap=True)
            console.print(shown)
            console.print(Text(caption(run), style="italic"), soft_wrap=True)
        out.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def table(run: Run) -> Table:
    """Metrics down, their columns across: each metric fills the columns that it has."""
    side_by_side = zip_longest(*(score.total for score in run.scores.values()))
    columns = dict.fromkeys(name for names in side_by_side for name in names if name)
    shown = Table(box=box.SIMPLE_HEAD)
    shown.add_column("metric")
    for heading in ("score", *columns):
        shown.add_column(SHORT.get(heading, heading), justify="right")
    for label, score in run.scores.items():
        shown.add_row(label, *cells(score, columns))
    return shown


def cells(score: Score, columns: Iterable[str]) -> Iterator[str]:
    """A metric's value, then its number in each column."""
    yield "NaN" if math.isnan(score.value) else f"{score.value:.2f}"
    for name in columns:
        yield written(score.total[name]) if name in score.total else ""


def written(number: float) -> str:
    """A count as such, another sum with two places."""
    return f"{number:.0f}" if number.is_integer() else f"{number:.2f}"


def caption(run: Run) -> str:
    """What was paired, and how."""
    counts = run.pairs.counts()
    odd = [f"{count} {what}" for what, count in counts.items() if count and what != "scored"]
    how = "key" if run.pairs.keyed else "line"
    return ", ".join([f"{counted(run.pairs.keys)} paired by {how}", *odd])
