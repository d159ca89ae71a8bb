"""The sign test, of whether one system is better more often than the other.

It asks only in which direction each block (a speaker, an utterance) differs, so it needs no distribution of the
differences, and sees little. Ties say nothing of the direction and are left out.
Source: W. J. Dixon and A. M. Mood, The statistical sign test, 1946.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mondegreen.compare.distribution import coin_two_sided


class Signs(NamedTuple):
    """How many differences are above, below and at 0, and how likely so uneven a split is by chance."""

    plus: int
    minus: int
    ties: int
    p: float


def sign_test(differences: Sequence[float], *, tie: float = 0.0) -> Signs:
    """The test on paired differences; those not further from 0 than `tie` are ties."""
    signs = count_signs(differences, tie=tie)
    return signs._replace(p=coin_two_sided(min(signs.plus, signs.minus), signs.plus + signs.minus))


def count_signs(differences: Sequence[float], *, tie: float) -> Signs:
    """The counts alone, with no verdict."""
    ties = sum(abs(difference) <= tie for difference in differences)
    plus = sum(difference > 0 and abs(difference) > tie for difference in differences)
    return Signs(plus, len(differences) - ties - plus, ties, 1.0)
