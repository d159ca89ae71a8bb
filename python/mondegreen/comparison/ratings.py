"""How far metrics agree with ratings and grades of single hypotheses.

Of ratings, pairs of hypotheses of the same reference are looked at: a metric is right where its strictly better score
is on the side that people rated higher, and equal scores are wrong, as in triplets. Of grades, for each grade the share
of cases, one at least that bad and one better, in which the metric scores the first worse, ties counting half: the area
under the ROC curve (Hanley and McNeil 1982). Rank correlations (Spearman; Kendall's tau-b) are over all hypotheses.
Intervals are of the bootstrap: references are drawn with all their hypotheses. All figures are sums over pairs, so that
a resample is a weight for each hypothesis, and many are found by one product of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.preferences import Fitted, Preferences, Verdict
from mondegreen.errors import ScoreError
from mondegreen.formats.rated import Ratings
from mondegreen.metrics.support.noise import SUMS, NoiseWidth, rank_values
from mondegreen.metrics.support.rows import Groups
from mondegreen.pairs import Pairs
from mondegreen.results.interval import Bootstrap
from mondegreen.results.shown import Drawable

Values = NDArray[np.float64]
Measure = Callable[[Values], Values]

# Every pair is looked at for each resample: of more hypotheses there are no intervals of figures over all pairs.
LARGEST = 4000
# Numbers held at once for the resamples.
ROOM = 20_000_000
# Between two ratings so many standard errors of their difference apart is hardly chance.
CLEAR = 1.96


class Estimate(NamedTuple):
    """A figure and its confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Rated(Drawable):
    """Metrics' losses of hypotheses, by label, and what people thought of them."""

    ratings: Ratings
    losses: dict[str, Values]
    noises: dict[str, NoiseWidth]
    how: Bootstrap
    fitted: Fitted | None = None

    @cached_property
    def goodness(self) -> Values:
        return np.array(self.ratings.goodness, dtype=np.float64)

    @cached_property
    def references(self) -> NDArray[np.intp]:
        """Which reference each hypothesis is of."""
        return Groups.of("reference", self.ratings.references).index

    @cached_property
    def pairs(self) -> NDArray[np.intp]:
        """The pairs of hypotheses of one reference that people rated differently; the better one stands second."""
        found = [each for group in self.groups for each in self.order_pairs(group)]
        return np.array(found, dtype=np.intp).reshape(-1, 2)

    @cached_property
    def groups(self) -> list[NDArray[np.intp]]:
        """The hypotheses of each reference."""
        order = np.argsort(self.references, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(self.references[order])) + 1)

    def order_pairs(self, group: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
        for place, one in enumerate(group.tolist()):
            for other in group[place + 1 :].tolist():
                if self.goodness[one] != self.goodness[other]:
                    yield (one, other) if self.goodness[one] < self.goodness[other] else (other, one)

    @cached_property
    def clear(self) -> NDArray[np.bool_]:
        """Of each pair, whether its ratings are further apart than chance would have them."""
        worse, better = self.pairs.T
        if not self.ratings.errors:
            return np.zeros(len(worse), dtype=np.bool_)
        errors = np.array(self.ratings.errors)
        apart = self.goodness[better] - self.goodness[worse]
        return np.asarray(apart > CLEAR * np.hypot(errors[worse], errors[better]), dtype=np.bool_)

    @cached_property
    def equal_texts(self) -> int:
        """How many pairs are of the same text."""
        texts = self.ratings.hypotheses
        return sum(texts[one] == texts[other] for one, other in self.pairs.tolist())

    @property
    def expected_agreement(self) -> float:
        """The percentage of pairs of different texts that a second panel of as many people would order alike.

        The observed gaps take the place of the true ones, which are less, so that it is rather too high.
        """
        texts, errors = self.ratings.hypotheses, np.array(self.ratings.errors)
        kept = np.array([texts[one] != texts[other] for one, other in self.pairs.tolist()], dtype=np.bool_)
        worse, better = self.pairs[kept].T
        shares = normal_share(self.goodness[better] - self.goodness[worse], np.hypot(errors[worse], errors[better]))
        return 100 * float(shares.mean()) if len(shares) else np.nan

    @cached_property
    def ranks(self) -> dict[str, Values]:
        """The losses of each metric, with one value for all that are the same within its noise."""
        return {label: rank_values(each, self.noises.get(label, SUMS)) for label, each in self.losses.items()}

    def sides(self, label: str) -> Values:
        """Of each pair 1 where the metric prefers the better, -1 where the worse, 0 for equal or undefined scores."""
        worse, better = self.pairs.T
        return np.asarray(np.nan_to_num(np.sign(self.ranks[label][worse] - self.ranks[label][better])))

    def agreement(self, label: str, *, clear: bool = False) -> tuple[Estimate, int, int, int]:
        """The percentage of pairs in which a metric is right, in how many, of how many, and how many are ties."""
        return self.share_pairs(self.sides(label), self.clear if clear else np.ones(len(self.pairs), dtype=np.bool_))

    def share_pairs(self, sides: Values, counted: NDArray[np.bool_]) -> tuple[Estimate, int, int, int]:
        right, count = (sides > 0) & counted, int(counted.sum())
        owners, size = self.references[self.pairs[:, 0]], len(self.groups)
        sums = [np.bincount(owners, each, minlength=size) for each in (right, counted)]

        def measure(times: Values) -> Values:
            return 100 * divide(times @ sums[0], times @ sums[1])

        value = self.estimate(measure, by_reference=True)
        return value, int(right.sum()), count, int(((sides == 0) & counted).sum())

    def verdicts(self) -> list[Verdict]:
        """How often the fitted model agrees with people on references that it has not seen."""
        if self.fitted is None:
            return []
        sides = np.sign(self.fitted.margins)
        found = []
        for part, which in self.fitted.parts().items():
            estimate, right, pairs, _ = self.share_pairs(sides, which)
            found.append(Verdict(part, "all", right, pairs, estimate.low, estimate.high))
        return found

    @cached_property
    def grades(self) -> list[float]:
        """The goodness of the grades that are worse than the best one, the mildest first."""
        return sorted({*self.ratings.goodness}, reverse=True)[1:]

    def area(self, label: str, grade: float) -> Estimate:
        """The area under the ROC curve, for telling hypotheses at least as bad as a grade from better ones."""
        bad = self.goodness <= grade
        above = compare_values(self.ranks[label])  # [one, other]: 1 where the other lost more

        def measure(times: Values) -> Values:
            ours, theirs = times * bad, times * ~bad
            return divide(((ours @ (1 - above)) / 2 * theirs).sum(axis=1), ours.sum(axis=1) * theirs.sum(axis=1))

        return self.estimate(measure)

    def spearman(self, label: str) -> Estimate:
        """Of the losses with how bad people found them."""
        sides = [compare_values(each) for each in (self.ranks[label], -self.goodness)]

        def measure(times: Values) -> Values:
            one, other = (times @ side for side in sides)  # twice the ranks, but for a constant
            spread, second = ((times * each * each).sum(axis=1) for each in (one, other))
            return divide((times * one * other).sum(axis=1), np.sqrt(spread * second))

        return self.estimate(measure)

    def kendall(self, label: str) -> Estimate:
        """Of the losses with how bad people found them, tau-b."""
        one, other = (compare_values(each) for each in (self.ranks[label], -self.goodness))

        def measure(times: Values) -> Values:
            both, first, second = (((times @ each) * times).sum(axis=1) for each in (one * other, one**2, other**2))
            return divide(both, np.sqrt(first * second))

        return self.estimate(measure)

    def estimate(self, measure: Measure, *, by_reference: bool = False) -> Estimate:
        """The figure of all, and between which figures those of the resamples lie."""
        size = len(self.groups)
        places = np.arange(size) if by_reference else self.references
        value = float(measure(np.ones((1, len(places))))[0])
        if not by_reference and len(places) > LARGEST:
            return Estimate(value, np.nan, np.nan)
        chance, found = np.random.default_rng(self.how.seed), []
        portion = max(1, ROOM // max(len(places), 1) // 10)
        for first in range(0, self.how.resamples, portion):
            count = min(portion, self.how.resamples - first)
            drawn = chance.multinomial(size, np.full(size, 1 / size), size=count).astype(np.float64)
            found.append(measure(drawn[:, places]))
        every = np.concatenate(found)
        every = every[np.isfinite(every)]
        if not len(every):
            return Estimate(value, np.nan, np.nan)
        tail = (100 - self.how.level) / 2
        low, high = np.percentile(every, [tail, 100 - tail]).tolist()
        return Estimate(value, low, high)

    def preferences(self, roots: Values) -> Preferences:
        """The pairs as `fit_preferences` takes them; of each, the share of people who would rate the second higher."""
        worse, better = self.pairs.T
        apart = self.goodness[better] - self.goodness[worse]
        shares = np.ones(len(apart))
        if self.ratings.spreads:
            spreads = np.array(self.ratings.spreads)
            shares = normal_share(apart, np.hypot(spreads[worse], spreads[better]))
        return Preferences(roots[worse] - roots[better], shares, np.ones(len(apart)), self.references[worse])


def compare_values(values: Values) -> Values:
    """Of each two, 1 where the first is less than the second, -1 where it is more, 0 where they are equal."""
    return np.asarray(np.sign(values[None, :] - values[:, None]), dtype=np.float64)


def divide(tops: Values, bottoms: Values) -> Values:
    """Quotients; NaN where there is nothing to divide by."""
    return np.asarray(np.divide(tops, bottoms, out=np.full(np.shape(tops), np.nan), where=np.asarray(bottoms) > 0))


def normal_share(apart: Values, spread: Values) -> Values:
    """How often one of two normal variables, means so far apart, is the greater; `spread` is of their difference."""
    from math import erf, sqrt

    ratios = np.divide(apart, spread, out=np.full(len(apart), np.inf), where=spread > 0)
    return np.array([(1 + erf(each / sqrt(2))) / 2 for each in ratios.tolist()])


def check_ratings(ratings: Ratings) -> None:
    """Refuses ratings that say nothing."""
    if len({*ratings.goodness}) < 2:
        what = "all hypotheses are rated the same" if len(ratings) else "there are no ratings after the first line"
        raise ScoreError(f"{what}, so that no metric can agree or disagree", path=ratings.path)


def pair_ratings(ratings: Ratings) -> Pairs:
    """The references and the hypotheses, by their lines."""
    ids = list(map(str, ratings.lines))
    return Pairs(ids, ratings.references, ratings.hypotheses, (ratings.path, ratings.path))
