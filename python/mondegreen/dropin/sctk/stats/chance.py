"""Probabilities as SCTK looks them up, which are not quite those of `mondegreen.compare`."""

import math

from mondegreen.compare.distribution import normal_two_sided

# The end of SCTK's table of the normal distribution, and what it tells of all that lies beyond.
LAST, BEYOND = 514, 2 * (1.0 - 0.9999999)
# Up to here SCTK sums up the binomial distribution of a fair coin.
EXACT_TOSSES = 20


def table_two_sided(z: float) -> float:
    """The probability of a Z so far from 0; the table knows hundredths, and takes the lower one."""
    place = hundredths(z)
    return BEYOND if place is None else normal_two_sided(place / 100)


def hundredths(z: float) -> int | None:
    """The place of Z in the table; what is no number has the last one, as it is not below any."""
    if math.isnan(z) or math.isinf(z):
        return None
    place = math.floor(abs(z) * 100)
    while place <= LAST and abs(z) >= hundredth(place + 1):
        place += 1
    while place and abs(z) < hundredth(place):
        place -= 1
    return place if place < LAST else None


def hundredth(place: int) -> float:
    """An entry of the table; two of them were printed from 32-bit floats."""
    return {10: 0.09999999, 99: 0.9899999}.get(place, float(f"{place / 100:.2f}"))


def coin_at_most(count: int, tosses: int) -> float:
    """The probability of at most that many heads.

    For many tosses SCTK approximates by the normal distribution, and halves the count on the way, so that what is as
    likely as not is told to be rare.
    """
    if tosses <= EXACT_TOSSES:
        return float(sum(math.comb(tosses, heads) for heads in range(count + 1)) / (1 << tosses))
    z = (count * 0.5 - tosses * 0.5) / math.sqrt(tosses * 0.25)
    beyond = table_two_sided(z) / 2
    return beyond if z < 0.0 else 1.0 - beyond
