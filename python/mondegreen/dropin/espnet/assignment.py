"""The cheapest assignment of rows to columns, of which there may be more."""

from __future__ import annotations

from mondegreen._core import least_assignment

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Sequence


def assign_columns(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row, no two the same, of the least sum; of several such the one that scipy gives ESPnet."""
    width = len(costs[0]) if costs else 0
    square = [cost for row in costs for cost in row]
    # Rows that cost nothing take what is left over, and move nobody.
    square += [0.0] * (width * width - len(square))
    return least_assignment(square, width)[: len(costs)]
