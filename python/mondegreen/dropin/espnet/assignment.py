"""The cheapest assignment of rows to columns.

Shortest augmenting paths, one row after the other, with a potential for each row and column (D. F. Crouse, "On
implementing 2D rectangular assignment algorithms", 2016): cubic, where trying all permutations is factorial.
"""

from __future__ import annotations

from math import inf

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Sequence


def assigned(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row, no two the same, of the least sum; there are at least as many columns as rows."""
    work = Assignment(costs)
    for row in range(len(costs)):
        work.augment(row)
    return work.column_of


class Assignment:
    """An assignment of the first rows, and the potentials that prove it cheapest."""

    def __init__(self, costs: Sequence[Sequence[float]]) -> None:
        self.costs = costs
        self.width = len(costs[0]) if costs else 0
        self.of_row = [0.0] * len(costs)
        self.of_column = [0.0] * self.width
        self.column_of = [-1] * len(costs)
        self.row_of = [-1] * self.width

    def augment(self, start: int) -> None:
        """Gives a column to one more row, along the shortest path to a column that is free."""
        length = [inf] * self.width
        before = [-1] * self.width
        left = list(range(self.width))[::-1]
        done: list[int] = []
        row, reached = start, 0.0
        while True:
            for column in left:
                step = reached + self.costs[row][column] - self.of_row[row] - self.of_column[column]
                if step < length[column]:
                    length[column], before[column] = step, row
            place = self.nearest(left, length)
            nearest, left[place] = left[place], left[-1]
            left.pop()
            reached = length[nearest]
            done.append(nearest)
            if self.row_of[nearest] < 0:
                break
            row = self.row_of[nearest]
        self.raise_potentials(start, done, length, reached)
        self.exchange(start, done[-1], before)

    def nearest(self, left: Sequence[int], length: Sequence[float]) -> int:
        """Where the nearest of these columns stands; scipy, which ESPnet calls, takes this one of those as near."""
        least = min(length[column] for column in left)
        near = [place for place, column in enumerate(left) if length[column] == least]
        return next((place for place in reversed(near) if self.row_of[left[place]] < 0), near[0])

    def raise_potentials(self, start: int, done: Sequence[int], length: Sequence[float], reached: float) -> None:
        """Makes the path as short as what is assigned."""
        self.of_row[start] += reached
        for column in done:
            if self.row_of[column] >= 0:
                self.of_row[self.row_of[column]] += reached - length[column]
            self.of_column[column] -= reached - length[column]

    def exchange(self, start: int, column: int, before: Sequence[int]) -> None:
        """Hands the columns of the path on, from its end to its start."""
        while True:
            row = before[column]
            self.row_of[column] = row
            self.column_of[row], column = column, self.column_of[row]
            if row == start:
                return
