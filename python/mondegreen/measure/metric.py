"""What every metric has, and what it must say of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from mondegreen.measure.choices import Choosing
from mondegreen.measure.choices import Option as Option  # noqa: PLC0414 - metrics take it from here
from mondegreen.measure.rows import Row, Rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike

    from mondegreen.batch import Batch


class Fraction(NamedTuple):
    """What a table shows of a score besides it: so many errors, and of how many of what; None where it has no such."""

    errors: float | None
    of: float | None
    what: str


class Quantity(Choosing, ABC):
    """What rows add up to: `score`, and the fields from which help, tables and signatures are made.

    Its docstring is its manual page, under the headings Measures, Formula, Example, Caveats and Source. A changed
    definition is a new `version`. `policy` is whose choice among equally good alignments is followed, where that is
    not the run's to say.
    """

    better: ClassVar[Literal["lower", "higher"]]
    columns: ClassVar[tuple[str, ...]]
    policy: ClassVar[str | None] = None

    @property
    @abstractmethod
    def unit(self) -> str:
        """The unit that the metric compares."""

    @abstractmethod
    def score(self, total: Row) -> float:
        """The score of a group of pairs, from the sum of its rows; NaN where it is not defined."""

    def fraction(self, total: Row) -> Fraction:
        """The errors and the whole of which the score is the share in per cent, by default the first two columns."""
        if len(self.columns) < 2:
            return Fraction(None, None, "")
        errors, whole = self.columns[:2]
        return Fraction(total[errors], total[whole], whole)

    def range(self, total: Row) -> tuple[float, float] | None:  # noqa: ARG002 - most have none
        """The least and the greatest score that equally good alignments leave open, where the user asked for them."""
        return None

    def uses(self) -> Mapping[str, str | None]:
        """The resources that the metric looks things up in: by kind, the name of one, or none for that of the run."""
        return {}

    def rows(self, *columns: ArrayLike) -> Rows:
        """Rows from a column of numbers for each name in `columns`."""
        return Rows.of(self.columns, columns)


class Metric(Quantity):
    """A quantity of pairs of texts, which are measured a batch at a time."""

    looks_ahead: ClassVar[bool] = False

    @abstractmethod
    def measure(self, batch: Batch) -> Rows:
        """Numbers for each pair that may be added up over any group of pairs."""

    def prepare(self, batches: Iterable[Batch]) -> None:
        """Looks at the whole corpus before it is measured; only where `looks_ahead`."""


def percent(part: float, whole: float) -> float:
    """A share in per cent; NaN of nothing."""
    return 100.0 * part / whole if whole else float("nan")
