"""The summary that sclite's users know: counts and rates by group, and how they spread over the groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.aggregate.groups import Groups
from mondegreen.aggregate.tally import count_steps
from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, SUBSTITUTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.aggregate.run import Run

SIZES = ("sentences", "words")
ERRORS = ("correct", "substitutions", "deletions", "insertions", "errors", "sentence_errors")
# How the numbers of the groups spread; sclite's are those of a sample, so that the deviation of one is 0.
SPREADS = ("mean", "deviation", "median")


@dataclass(frozen=True, slots=True)
class Summary:
    """For each group of `names` the columns of SIZES and of ERRORS, as counts; `total` is their sum."""

    names: tuple[str, ...]
    counts: NDArray[np.float64]

    @property
    def total(self) -> NDArray[np.float64]:
        """The counts of all groups together."""
        total: NDArray[np.float64] = self.counts.sum(axis=0)
        return total

    @property
    def without_words(self) -> int:
        """How many groups have no reference word, and thus no rates."""
        return int((self.counts[:, 1] == 0).sum())


def summarize_run(run: Run, column: str | None = None) -> Summary:
    """The counts of a run by the values of a column, or of all its pairs as one group under the run's name."""
    groups = run.groups(column) if column else Groups("", (run.name,), np.zeros(len(run.pairs), np.intp))
    values = count_errors(count_steps(run)).astype(np.float64)
    sums = [np.bincount(groups.index, weights=each, minlength=len(groups.names)) for each in values.T]
    return Summary(groups.names, np.column_stack(sums).astype(np.float64))  # of no pairs numpy makes integers


def count_errors(steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """The columns of each pair, from the counts of its steps."""
    correct, substitutions = steps[:, MATCHES], steps[:, SUBSTITUTIONS]
    insertions, deletions = steps[:, INSERTIONS], steps[:, DELETIONS]
    errors = substitutions + insertions + deletions
    words = correct + substitutions + deletions
    ones = np.ones_like(errors)
    return np.column_stack([ones, words, correct, substitutions, deletions, insertions, errors, errors > 0])


def to_percentages(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same with ERRORS in per cent: of the words, and errors in sentences of the sentences; NaN of nothing."""
    words, sentences = counts[..., 1:2], counts[..., 0:1]
    parts = (counts[..., :2], percent_of(counts[..., 2:7], words), percent_of(counts[..., 7:], sentences))
    return np.concatenate(parts, axis=-1)


def percent_of(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """A share in per cent; NaN of nothing."""
    return np.divide(100.0 * part, whole, out=np.full_like(part, np.nan), where=whole != 0)


def spread_columns(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rows of SPREADS for each column, over the groups where it is defined; NaN where it is nowhere."""
    return np.column_stack([spread_of(column[~np.isnan(column)]) for column in values.T])


def spread_of(values: NDArray[np.float64]) -> list[float]:
    """The numbers of SPREADS for one column."""
    if not len(values):
        return [float("nan")] * len(SPREADS)
    deviation = values.std(ddof=1) if len(values) > 1 else 0.0
    return [float(values.mean()), float(deviation), float(np.median(values))]
