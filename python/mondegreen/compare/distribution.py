"""The distributions by which tests tell chance from difference."""

import math


def normal_two_sided(z: float) -> float:
    """How likely a standard normal variable is at least as far from 0 as z."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def coin_two_sided(fewer: int, tosses: int) -> float:
    """How likely a fair coin shows one of its sides `fewer` times or less, or equally rare; exact."""
    below, ways = 0, 1
    for count in range(fewer + 1):
        below += ways
        ways = ways * (tosses - count) // (count + 1)
    return min(1.0, 2 * below / (1 << tosses))
