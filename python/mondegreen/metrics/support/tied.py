"""What metrics over edit operations share: which of the tied alignments is counted."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mondegreen.alignment import Alignment
from mondegreen.batch import ENDS, Batch, End
from mondegreen.batch import TIES as WAYS
from mondegreen.metrics.base import Counted, Metric, Option
from mondegreen.metrics.support.rows import Row, Rows

TIES = Option("ties", WAYS, "which of the tied alignments counts")


class Tied(Metric, Counted):
    """A metric of counts of steps.

    The tied alignments of a pair under a policy have lengths between a shortest and a longest, and
    the length decides all counts: where a substitution becomes a word removed and a word added, every count changes by
    a fixed amount. Any score made of such counts is thus least and greatest at the two ends, taken for all pairs.
    """

    options: ClassVar[tuple[Option, ...]] = (TIES,)

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.counts = self.columns
        if self.chosen["ties"] == "range":
            ends = (f"{end}.{name}" for end in ENDS for name in self.counts)
            self.columns = (*self.counts, *ends)  # type: ignore[misc] # those of the two ends are there on demand

    def aligned(self, batch: Batch, end: End | None = None) -> Alignment:
        """The alignment whose steps are counted: that of the run's policy, or one at an end of those as good."""
        return batch.alignment(self.unit, end=end)

    def tally(self, found: Alignment) -> tuple[ArrayLike, ...]:
        """What is counted of each pair: errors, tokens of the reference, and each kind of error."""
        return found.tally()

    def measure(self, batch: Batch) -> Rows:
        """The counts of the policy's alignments, of the best ones, or of the policy's and of both ends."""
        ties = self.chosen["ties"]
        if ties == "policy":
            return self.rows(*self.tally(self.aligned(batch)))
        shortest, longest = (self.aligned(batch, end) for end in ENDS)
        short, long = self.tally(shortest), self.tally(longest)
        if ties == "range":
            return self.rows(*self.tally(self.aligned(batch)), *short, *long)
        better = longest_is_best(shortest, longest)
        return self.rows(*(np.where(better, there, here) for here, there in zip(short, long, strict=True)))

    def range(self, total: Row) -> tuple[float, float] | None:
        """The scores at the two ends, where they were asked for."""
        if self.chosen["ties"] != "range":
            return None
        low, high = sorted(self.score(Row({name: total[f"{end}.{name}"] for name in self.counts})) for end in ENDS)
        return low, high


def longest_is_best(shortest: Alignment, longest: Alignment) -> NDArray[np.bool_]:
    """Of each pair, whether the longest alignment has fewer errors, or as many and more tokens that are right."""
    fewer, equal = longest.errors < shortest.errors, longest.errors == shortest.errors
    return np.asarray(fewer | (equal & (longest.matches > shortest.matches)))
