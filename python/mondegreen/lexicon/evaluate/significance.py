"""Whether P@k of two systems differs by more than chance: drawn, exchanged and tossed on the words that both cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.aggregate.interval import draw_in_portions, find_percentiles, make_resampler, resample_rows
from mondegreen.compare.changes import estimate_p
from mondegreen.compare.paired_tests import cross_tabulate, mcnemar_test
from mondegreen.lexicon.evaluate.scores import percent
from mondegreen.measure.noise import SUMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mondegreen.aggregate.interval import Bootstrap
    from mondegreen.lexicon.evaluate.judge import Judged

    Values = NDArray[np.float64]


class Difference(NamedTuple):
    """P@k of two systems in per cent, between what most resamples have their difference, and how likely it is chance.

    By the paired bootstrap, by approximate randomisation, and by McNemar's test. NaN of fewer than two words.
    """

    depth: int
    words: int
    one: float
    other: float
    low: float
    high: float
    bootstrap: float
    randomisation: float
    mcnemar: float

    @property
    def gap(self) -> float:
        """How much more the first has, in points."""
        return self.one - self.other


def differences(one: Judged, other: Judged, how: Bootstrap) -> Iterator[Difference]:
    """The difference of two systems at each depth; the same words are drawn for both, and for all depths."""
    both = one.covered & other.covered
    words = int(both.sum())
    first, second = one.hits[both], other.hits[both]
    drawn, shuffled = chances(first, second, how) if words > 1 else (np.full((1, len(one.depths)), np.nan),) * 2
    for place, depth in enumerate(one.depths):
        rights = first[:, place], second[:, place]
        scored, against = (percent(float(right.sum()), words) for right in rights)
        gap = scored - against
        between = find_percentiles(drawn[:, place], how)
        width = SUMS.width(scored, against).item()
        yield Difference(
            depth,
            words,
            scored,
            against,
            between.low,
            between.high,
            estimate_p(drawn[:, place] - gap, gap, width),
            estimate_p(shuffled[:, place], gap, width),
            mcnemar_test(cross_tabulate(zip(*(right.astype(bool).tolist() for right in rights), strict=True))),
        )


def chances(first: Values, second: Values, how: Bootstrap) -> tuple[Values, Values]:
    """The differences of all resamples of the words, and those after each exchange of the systems' answers."""
    by_word = first - second
    drawn = resample_rows(by_word, how, None)
    exchanged = draw_in_portions(make_resampler(by_word).halves, how, None)
    share = 100 / len(by_word)
    return drawn * share, (by_word.sum(axis=0) - 2 * exchanged) * share
