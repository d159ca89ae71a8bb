"""Report: formats finished numbers and computes nothing; one report, one file.

A report says what is shown: a function from runs to blocks (tables and alignments). A form says how: it writes blocks
to a stream. Each is one file, and every report can be had in every form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report.blocks import Block

REPORTS = {"metrics": "mondegreen.report.metrics:blocks"}
FORMS = {"table": "mondegreen.report.form.terminal:write", "json": "mondegreen.report.form.json:write"}


@dataclass(frozen=True, slots=True)
class View:
    """How much the reports show: so many rows of each ranking, and groups by this column."""

    top: int = 20
    by: str | None = None


class Report(Protocol):
    """What is shown of the runs."""

    def __call__(self, runs: Sequence[Run], view: View) -> Iterable[Block]:
        """The blocks to show, in order."""


class Form(Protocol):
    """How it is shown."""

    def __call__(self, runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:
        """Writes the blocks; the runs are there for what belongs to every form, such as their names."""
