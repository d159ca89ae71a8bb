"""What metrics are: quantities that rows add up to, metrics of pairs, and those of edit operations, with their ties."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mondegreen.alignment import Alignment
from mondegreen.batch import ENDS, Batch, End
from mondegreen.batch import TIES as WAYS
from mondegreen.component import Component
from mondegreen.component import Option as Option  # noqa: PLC0414 - metrics take it from here
from mondegreen.metrics.support.noise import COUNTS, SUMS, NoiseWidth, count_differences
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.notes import Note

Values = NDArray[np.float64]


class Fraction(NamedTuple):
    """What a table shows of a score besides it: so many errors, and of how many of what; None where it has no such."""

    errors: float | None
    of: float | None
    what: str


class Quantity(Component, ABC):
    """What rows add up to: `score`, and the fields from which help, tables and signatures are made.

    Its docstring is its manual page, under the headings Measures, Formula, Example, Caveats and Source. A changed
    definition is a new `version`. `policy` is whose tie-breaking is followed, where that is
    not the run's to say. Scores no further apart than the `noise` are the same. Notes of the kinds in
    `idle_notes` do not concern the metric.
    """

    better: ClassVar[Literal["lower", "higher"]]
    columns: ClassVar[tuple[str, ...]]
    noise: NoiseWidth = SUMS
    policy: ClassVar[str | None] = None
    idle_notes: ClassVar[frozenset[str]] = frozenset()
    # Whether what is measured are sessions of several speakers, rather than utterances.
    of_sessions: ClassVar[bool] = False

    @property
    @abstractmethod
    def unit(self) -> str:
        """The unit that the metric compares."""

    @abstractmethod
    def score(self, total: Row) -> float:
        """The score of a group of pairs, from the sum of its rows; NaN where it is not defined."""

    def scores(self, sums: Rows) -> Values:
        """The score of each of many sums of rows; those that come again are scored once."""
        distinct, places = np.unique(sums.values, axis=0, return_inverse=True)
        found = [self.score(Row(zip(sums.columns, each, strict=True))) for each in distinct.tolist()]
        every: Values = np.array(found, dtype=np.float64)[places.reshape(-1)]
        return every

    def differences(self, before: Rows, after: Rows) -> Values:
        """By how many points each sum of rows scores above the one before; those within the noise are the same."""
        found: Values = self.scores(after) - self.scores(before)
        return found

    def fraction(self, total: Row) -> Fraction:
        """The errors and the whole of which the score is the share in percent, by default the first two columns."""
        if len(self.columns) < 2:
            return Fraction(None, None, "")
        errors, whole = self.columns[:2]
        return Fraction(total[errors], total[whole], whole)

    def range(self, total: Row) -> tuple[float, float] | None:  # noqa: ARG002 - most have none
        """The minimum and maximum score over tied alignments, where the user asked for them."""
        return None

    def list_notes(self, rows: Iterable[Row], keys: Sequence[str], side: str) -> Iterable[Note]:  # noqa: ARG002 - as above
        """What is worth telling of the rows of these pairs."""
        return ()

    def uses(self) -> Mapping[str, str | None]:
        """The resources that the metric looks things up in: by kind, the name of one, or none for that of the run."""
        return {}

    def rows(self, *columns: ArrayLike) -> Rows:
        """Rows from a column of numbers for each name in `columns`."""
        return Rows.of(self.columns, columns)


class Counted(Quantity):
    """A quantity whose score is a quotient of counts, so that equal scores and equal differences are exactly equal."""

    noise = COUNTS

    @abstractmethod
    def ratio(self, total: Row) -> tuple[float, float]:
        """The two counts, or products of counts, whose quotient is the score; columns may be arrays of many rows'."""

    def score(self, total: Row) -> float:
        """The quotient in percent; NaN of nothing."""
        return percent(*self.ratio(total))

    def scores(self, sums: Rows) -> Values:
        """All at once."""
        top, bottom = self.ratio(by_column(sums.columns, sums.values.T))
        found: Values = np.divide(100.0 * top, bottom, out=np.full(len(sums), np.nan), where=np.not_equal(bottom, 0))
        return found

    def differences(self, before: Rows, after: Rows) -> Values:
        """The differences of the quotients, exact up to the one division at the end."""
        first, second = (by_column(each.columns, each.values.T.astype(np.int64)) for each in (before, after))
        return count_differences(np.asarray(self.ratio(first)), np.asarray(self.ratio(second)))


class Metric(Quantity):
    """A quantity of pairs of texts, which are measured a batch at a time."""

    looks_ahead: bool = False

    @abstractmethod
    def measure(self, batch: Batch) -> Rows:
        """Numbers for each pair that may be added up over any group of pairs."""

    def prepare(self, batches: Iterable[Batch]) -> None:
        """Looks at the whole corpus before it is measured; only where `looks_ahead`."""


class Occurrences(Metric, Counted):
    """What occurs on both sides, wherever it stands: recall, precision or F1, as the option `of` says."""

    better = "higher"
    columns = ("hits", "spoken", "recognized")
    unit = "words"

    def count_hits(self, sides: Iterable[tuple[Counter[Any], Counter[Any]]]) -> Rows:
        """Hits and occurrences, by pair, from what occurs in its reference and in its hypothesis."""
        counts = [((one & other).total(), one.total(), other.total()) for one, other in sides]
        return self.rows(*([row[column] for row in counts] for column in range(3)))

    def ratio(self, total: Row) -> tuple[float, float]:
        """The share that was asked for."""
        if self.chosen["of"] == "f1":
            return 2 * total.hits, total.spoken + total.recognized
        return total.hits, total.recognized if self.chosen["of"] == "precision" else total.spoken

    def fraction(self, total: Row) -> Fraction:  # noqa: ARG002 - as for other metrics
        """Nothing: what is counted is no error."""
        return Fraction(None, None, "")


def by_column(names: Iterable[str], columns: NDArray[np.generic]) -> Row:
    """Many rows as one, of which each column is the array of all."""
    return Row(zip(names, columns, strict=True))


def percent(part: float, whole: float) -> float:
    """A share in percent; NaN of nothing."""
    return 100.0 * part / whole if whole else float("nan")


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
