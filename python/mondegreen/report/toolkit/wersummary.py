"""icefall's wer-summary: a line for each system with its word error rate, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.formats.wer_summary import HEAD
from mondegreen.measure.metric import percent
from mondegreen.report.caption import names
from mondegreen.report.toolkit import counted, pairs_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.run import Run


def lines(runs: Sequence[Run]) -> Iterator[str]:
    """The lines of the file; rates with two places at most, as Python prints numbers."""
    found = [(rate(run), name) for run, name in zip(runs, names(runs), strict=True)]
    if odd := next((name for _, name in found if "\t" in name), None):
        raise ScoreError(f'a wer-summary cannot hold "{odd}", which has a TAB')
    yield HEAD
    yield from (f"{name}\t{value}" for value, name in sorted(found, key=lambda each: each[0]))


def rate(run: Run) -> float:
    """The word error rate."""
    counts = counted(pairs_of(run))
    return float(f"{percent(counts.errors, counts.words):.2f}")
