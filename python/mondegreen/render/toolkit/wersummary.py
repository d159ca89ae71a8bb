"""icefall's wer-summary: the word error rate of each system, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.errors import ScoreError
from mondegreen.formats.icefall import HEAD
from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import count_pairs, pairs_of
from mondegreen.reports import system_names
from mondegreen.results.run import Run


def lines(runs: Sequence[Run]) -> Iterator[str]:
    """The lines of the file; rates with two places at most, as Python prints numbers."""
    found = [(word_error_rate(run), name) for run, name in zip(runs, system_names(runs), strict=True)]
    if odd := next((name for _, name in found if "\t" in name), None):
        raise ScoreError(f'a wer-summary cannot hold "{odd}", which has a TAB')
    yield HEAD
    yield from (f"{name}\t{value}" for value, name in sorted(found, key=lambda each: each[0]))


def word_error_rate(run: Run) -> float:
    counts = count_pairs(pairs_of(run))
    return float(f"{percent(counts.errors, counts.words):.2f}")
