"""What every metric has, and what it must say of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.measure.rows import Row, Rows
from mondegreen.measure.spec import quoted
from mondegreen.registry import unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import ArrayLike

    from mondegreen.batch import Batch


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a metric leaves to the user; the first value is the default.

    With `check`, which raises a `ValueError` for what it cannot take, any other value will do too.
    """

    name: str
    values: tuple[str, ...]
    help: str
    check: Callable[[str], object] | None = None

    def take(self, value: str, metric: str) -> str:
        """The value, if it may be one."""
        if value in self.values:
            return value
        if self.check is None:
            raise ScoreError(f'{metric}:{self.name} is "{value}"; choose from {", ".join(self.values)}')
        try:
            self.check(value)
        except ValueError as error:
            raise ScoreError(f'{metric}:{self.name} is "{value}"; {self.help}') from error
        return value


class Fraction(NamedTuple):
    """What a table shows of a score besides it: so many errors, and of how many of what; None where it has no such."""

    errors: float | None
    of: float | None
    what: str


class Quantity(ABC):
    """What rows add up to: `score`, and the fields from which help, tables and signatures are made.

    Its docstring is its manual page, under the headings Measures, Formula, Example, Caveats and Source. A changed
    definition is a new `version`. `policy` is whose choice among equally good alignments is followed, where that is
    not the run's to say.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    better: ClassVar[Literal["lower", "higher"]]
    columns: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    policy: ClassVar[str | None] = None

    def __init__(self, **chosen: str) -> None:
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if not known:
                raise ScoreError(f'{self.name} has no options, and no "{name}"')
            if name not in known:
                raise unknown(f"option of {self.name}", name, known)
            known[name].take(value, self.name)
        self.chosen = {name: chosen.get(name, option.values[0]) for name, option in known.items()}

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

    @property
    def label(self) -> str:
        """The name and the options that are not at their default, as a user writes them."""
        return ":".join([self.name, *self.changes])

    @property
    def signature(self) -> str:
        """The metric's own part of a signature."""
        return ":".join([f"{self.name}.v{self.version}", *self.changes])

    @property
    def changes(self) -> list[str]:
        """The options that are not at their default."""
        defaults = {option.name: option.values[0] for option in self.options}
        return [f"{name}={quoted(value)}" for name, value in self.chosen.items() if value != defaults[name]]

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
