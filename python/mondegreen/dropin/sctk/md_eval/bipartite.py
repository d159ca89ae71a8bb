"""Minimum-cost matching of speakers by the Hungarian method, with the original's choice among equal matchings.

The scheme is Knuth's (The Stanford GraphBase, ASSIGN_LISA), O(n^3): rows are matched where their least cost is free,
and the rest by growing forests. A pair without a cost, and the row and the column that are added, cost what none does.
"""

Overlaps = dict[bytes, dict[bytes, float]]
INFINITE = 1e30


def match_speakers(overlaps: Overlaps) -> dict[bytes, bytes]:
    """The system's speaker of each of the reference, so that the sum of overlaps is greatest."""
    rows = sorted(overlaps)
    columns = sorted({column for row in overlaps.values() for column in row})
    if not columns:
        return {}
    costs = {(row, column): -overlap for row, each in overlaps.items() for column, overlap in each.items()}
    least = min(costs.values())
    # The search is faster if there are no more columns than rows.
    is_turned = len(rows) < len(columns)
    if is_turned:
        rows, columns = columns, rows
        costs = {(column, row): cost for (row, column), cost in costs.items()}
    size = max(len(rows), len(columns)) + 1
    unmatched = -least * (1 + 1e-12)
    matrix = [[unmatched] * size for _ in range(size)]
    for k, row in enumerate(rows):
        for m, column in enumerate(columns):
            if (row, column) in costs:
                matrix[k][m] = costs[row, column] - least
    matched = Matching(matrix, unmatched, len(columns) + 1).match()
    pairs = [(rows[k], columns[m]) for m, k in enumerate(matched) if k < len(rows) and m < len(columns)]
    pairs = [pair for pair in pairs if pair in costs]
    return {column: row for row, column in pairs} if is_turned else dict(pairs)


class Matching:
    """The state of the search over a square matrix."""

    def __init__(self, matrix: list[list[float]], unmatched: float, columns: int) -> None:
        self.size = len(matrix)
        minima = [min(unmatched, *(row[m] for row in matrix)) for m in range(self.size)]
        self.costs = [[cost - minimum for cost, minimum in zip(row, minima, strict=True)] for row in matrix]
        # Only columns that there are count for a row's least cost.
        self.lowered = [min(unmatched, *row[:columns]) for row in self.costs]
        self.raised = [0.0] * self.size
        self.row_of: list[int | None] = [None] * self.size
        self.column_of: list[int | None] = [None] * self.size

    def match(self) -> list[int]:
        """The row of each column."""
        for k in range(self.size):
            for m in range(self.size):
                if self.costs[k][m] == self.lowered[k] and self.row_of[m] is None:
                    self.column_of[k], self.row_of[m] = m, k
                    break
        while free := [k for k in range(self.size) if self.column_of[k] is None]:
            forest = Forest(self, free)
            self._augment(*forest.grow(), forest.parents)
        return [row for row in self.row_of if row is not None]

    def _augment(self, k: int, m: int, parents: list[int]) -> None:
        """Pair a row with a column, and its former column with the row before that."""
        while True:
            former = self.column_of[k]
            self.column_of[k], self.row_of[m] = m, k
            if former is None:
                return
            k, m = parents[former], former


class Forest:
    """Trees of rows that are explored from free rows, until a free column is found."""

    def __init__(self, matching: Matching, free: list[int]) -> None:
        self.matching = matching
        self.rows = free
        self.parents = [-1] * matching.size
        self.slack = [INFINITE] * matching.size
        self.slack_row = [0] * matching.size

    def grow(self) -> tuple[int, int]:
        """The free column that is found, behind the row that it is to be paired with."""
        explored = 0
        while True:
            while explored < len(self.rows):
                if found := self._explore(self.rows[explored]):
                    return found
                explored += 1
            if found := self._make_zeros():
                return found

    def _explore(self, k: int) -> tuple[int, int] | None:
        matching = self.matching
        for m, cost in enumerate(matching.costs[k]):
            delta = cost - matching.lowered[k] + matching.raised[m]
            if not 0 < self.slack[m] > delta:
                continue
            if delta != 0:
                self.slack[m], self.slack_row[m] = delta, k
            elif not self._add_row(k, m):
                return k, m
        return None

    def _add_row(self, k: int, m: int) -> bool:
        """Add the row that the column is paired with, if it is."""
        row = self.matching.row_of[m]
        if row is None:
            return False
        self.slack[m], self.parents[m] = 0.0, k
        self.rows.append(row)
        return True

    def _make_zeros(self) -> tuple[int, int] | None:
        """Lower rows and raise columns by the least slack."""
        matching = self.matching
        step = min([INFINITE, *filter(None, self.slack)])
        for k in self.rows:
            matching.lowered[k] += step
        for m in range(matching.size):
            if not self.slack[m]:
                matching.raised[m] += step
                continue
            self.slack[m] -= step
            if self.slack[m] == 0 and not self._add_row(self.slack_row[m], m):
                for later in range(m + 1, matching.size):
                    matching.raised[later] += 0.0 if self.slack[later] else step
                return self.slack_row[m], m
        return None
