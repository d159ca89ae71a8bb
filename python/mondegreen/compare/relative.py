"""Changes in per cent of what was before."""

import math


def percent_change(change: float, before: float) -> float:
    """The change in per cent, whose sign is that of the change; NaN of 0."""
    return 100 * change / abs(before) if before else math.nan
