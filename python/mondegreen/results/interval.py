"""Confidence intervals by the bootstrap: how far a score might have come out elsewhere by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import Resampler
from mondegreen.errors import ScoreError, pluralize
from mondegreen.kinds import check_kind
from mondegreen.metrics.support.rows import Groups, Rows
from mondegreen.progress import progress

if TYPE_CHECKING:
    from mondegreen.results.score import Score

# Resamples drawn at a time: between two portions an interruption is heard.
PORTION = 50
# Of fewer units resamples are so much alike that intervals are too narrow, and probabilities too small.
FEW = 20


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How intervals are found: resamples of the utterances, or of all utterances of a speaker at a time."""

    over: str = "utterance"
    resamples: int = 10_000
    level: float = 95.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value, annotation in (
            ("over", self.over, "str"),
            ("resamples", self.resamples, "int"),
            ("level", self.level, "float"),
            ("seed", self.seed, "int"),
        ):
            check_kind(name, value, annotation)
        if self.resamples < 1:
            raise ScoreError(f"{self.resamples} resamples give no interval; ask for 1000 or more")
        if not 0 < self.level < 100:
            raise ScoreError(f"a confidence level must be above 0 and below 100 percent, not {self.level:g}")
        if not 0 <= self.seed < 1 << 64:
            raise ScoreError(f"a seed is a whole number from 0 to 2^64 - 1, not {self.seed}")


@dataclass(frozen=True, slots=True)
class Interval:
    """Between `low` and `high` lie the scores of `level` per cent of the resamples of so many units, if it is known."""

    low: float
    high: float
    how: Bootstrap
    units: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The interval as JSON has it."""
        ends = {name: None if np.isnan(end) else end for name, end in (("low", self.low), ("high", self.high))}
        how = self.how
        units = {} if self.units is None else {"units": self.units}
        return {**ends, "level": how.level, "over": how.over, **units, "resamples": how.resamples, "seed": how.seed}


def warn_of_few_units(units: int | None, unit: str) -> list[str]:
    """What is said of a bootstrap over so few units, if they are too few."""
    if units is None or units >= FEW:
        return []
    return [f"{pluralize(units, unit)}: too few to trust a bootstrap, whose intervals are too narrow below {FEW}"]


def find_intervals(
    scores: Mapping[str, Score], values: Sequence[str], how: Bootstrap, threads: int | None = None
) -> dict[str, Interval]:
    """The interval of each score; `values` says of each pair which utterance or speaker is drawn with it.

    All scores are taken over the same resamples.
    """
    groups = Groups.of(how.over, values)
    wide = np.column_stack([score.rows.by(groups).values for score in scores.values()])
    sums = resample_rows(wide, how, threads)
    return {
        label: replace(find_interval(score, part, how), units=len(groups.names))
        for (label, score), part in zip(scores.items(), split_columns(sums, scores.values()), strict=True)
    }


def resample_rows(rows: NDArray[np.float64], how: Bootstrap, threads: int | None) -> NDArray[np.float64]:
    return draw_in_portions(make_resampler(rows).sums, how, threads)


def make_resampler(rows: NDArray[np.float64]) -> Resampler:
    return Resampler(np.ascontiguousarray(rows, dtype="<f8").tobytes(), rows.shape[1])


def draw_in_portions(
    draw: Callable[[int, int, int, int | None], bytes], how: Bootstrap, threads: int | None
) -> NDArray[np.float64]:
    """The sums of all resamples, drawn some at a time."""
    parts = []
    with progress("resamples", how.resamples) as advance:
        for first in range(0, how.resamples, PORTION):
            count = min(PORTION, how.resamples - first)
            parts.append(draw(how.seed, first, count, threads))
            advance(count)
    return np.frombuffer(b"".join(parts), dtype="<f8").reshape(how.resamples, -1)


def split_columns(sums: NDArray[np.float64], scores: Iterable[Score]) -> Iterator[NDArray[np.float64]]:
    """Each score's own columns."""
    start = 0
    for score in scores:
        width = len(score.rows.columns)
        yield sums[:, start : start + width]
        start += width


def find_interval(score: Score, sums: NDArray[np.float64], how: Bootstrap) -> Interval:
    return find_percentiles(score_sums(score, sums), how)


def score_sums(score: Score, sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return score.metric.scores(Rows(score.rows.columns, sums))


def find_percentiles(values: NDArray[np.float64], how: Bootstrap) -> Interval:
    """Between what most of the values lie that are defined."""
    defined = values[~np.isnan(values)]
    if not len(defined):
        return Interval(np.nan, np.nan, how)
    tail = (100 - how.level) / 2
    low, high = np.percentile(defined, [tail, 100 - tail]).tolist()
    return Interval(low, high, how)
