"""Which scores are the same: exact where they are quotients of counts, else within the width of a metric's noise.

Floating-point sums depend on their order, and float32 models on the processor, the threads and the batch. Whatever asks
whether two scores differ takes its answer from here, so that rounding decides no sign, no rank and no test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Values = NDArray[np.float64]
Whole = NDArray[Any]  # int64, or int where that has no room

# By what part of itself a gap may seem wider than the width, because both scores were rounded to float64.
SLACK = 1e-6
# Below these, whole numbers are exact as float64, and their products and sums as int64.
EXACT, ROOM = 2.0**53, 2.0**61


@dataclass(frozen=True, slots=True)
class NoiseWidth:
    """The width of a metric's noise: in points, and relative to the score, or to 1 where the score is less."""

    points: float = 0.0
    relative: float = 0.0

    def width(self, *scores: ArrayLike) -> Values:
        """How far apart these scores, element by element, may lie and be the same."""
        largest = np.ones(1)
        for each in scores:
            largest = np.maximum(largest, np.nan_to_num(np.abs(np.asarray(each, dtype=np.float64)), posinf=0))
        found: Values = self.points + self.relative * largest
        return found

    def differs(self, before: float, after: float) -> bool:
        """Whether two scores are not the same; what is not defined differs from nothing."""
        return bool(settle_noise([after - before], self.width(before, after))[0])


COUNTS, SUMS = NoiseWidth(), NoiseWidth(relative=1e-9)
# Twice what single sentences were measured to differ between the instruction sets of processors: 4e-5 points of semdist
# and of bertscore among 550 French and English pairs, SSE4.1 beside AVX2 and AVX-512 (tests/test_machines.py).
MODEL = NoiseWidth(points=1e-4)


def settle_noise(values: ArrayLike, width: ArrayLike) -> Values:
    """The values, with 0 for those within the width of 0, and one value for those within the width of each other.

    Neighbors are joined rather than rounded to a grid, on whose bounds noise would decide. So that many values close
    to each other do not all become one, a chain of neighbors is cut where it gets longer than twice the width.
    """
    found = np.array(values, dtype=np.float64) + 0.0  # no negative zeros
    widths = np.broadcast_to(np.asarray(width, dtype=np.float64), found.shape)
    there = np.flatnonzero(np.isfinite(found) & (widths > 0))
    there = there[np.argsort(np.abs(found[there]), kind="stable")]
    sizes, room = np.abs(found[there]), widths[there] * (1 + SLACK)
    begins = np.diff(sizes, prepend=0.0) > room
    begins |= np.diff(np.floor((sizes - find_firsts(sizes, begins)) / (2 * room)), prepend=0.0) != 0
    found[there] = np.copysign(find_firsts(sizes, begins), found[there]) + 0.0
    return found


def find_firsts(rising: Values, begins: NDArray[np.bool_]) -> Values:
    """For each of the values the first of its stretch, which is 0 before any begins."""
    places = np.maximum.accumulate(np.where(begins, np.arange(1, len(rising) + 1), 0))
    found: Values = np.append(0.0, rising)[places]
    return found


def rank_values(values: ArrayLike, noise: NoiseWidth) -> Values:
    """Scores with one value for all that are the same; what ranks them sees ties where there are some."""
    found = np.asarray(values, dtype=np.float64)
    return settle_noise(found, noise.width(found))


def count_differences(before: Whole | tuple[Whole, Whole], after: Whole | tuple[Whole, Whole]) -> Values:
    """The second of two quotients of whole numbers less the first, in percent; NaN where one is of nothing.

    Equal differences are equal numbers, and 0 only where the quotients are the same: numerator and denominator are
    exact, and the one division at the end is that of lowest terms.
    """
    sides = [np.asarray(each) for side in (before, after) for each in side]
    largest = [float(np.abs(each).max(initial=1)) for each in sides]
    if 200 * max(largest[0], largest[2]) * max(largest[1], largest[3]) >= ROOM or largest[1] * largest[3] >= ROOM:
        sides = [each.astype(object) for each in sides]
    top, bottom, other_top, other_bottom = sides
    return quotients(100 * (other_top * bottom - top * other_bottom), bottom * other_bottom)


def quotients(tops: Whole, bottoms: Whole) -> Values:
    """The numbers nearest to fractions of whole numbers, equal for equal fractions; NaN where it is one of nothing."""
    common = np.maximum(np.gcd(tops, bottoms), 1)
    tops, bottoms = tops // common, bottoms // common
    there = bottoms != 0
    found = np.full(len(there), np.nan)
    found[there] = tops[there].astype(np.float64) / bottoms[there].astype(np.float64)
    for place in np.flatnonzero(there & ((np.abs(tops) >= EXACT) | (bottoms >= EXACT))).tolist():
        found[place] = int(tops[place]) / int(bottoms[place])  # numpy would round three times
    return found
