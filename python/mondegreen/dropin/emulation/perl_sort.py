"""Perl's merge sort, for scripts whose comparison contradicts itself: the order of equal items is the algorithm's.

A consistent comparison gives what `sorted` gives. McIlroy's sort ("Optimistic Sorting and Information Theoretic
Complexity", SODA 1993) as `perl` has it since 5.7: it lays out natural runs, or pairs, and merges them in a tree.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Compare = Callable[[T, T], int]

# Pairs of one direction that justify looking for a run; items that come before another before steps are doubled.
RUN_PAIRS, SINGLE_STEPS = 8, 6


def sort_as_perl(items: list[T], compare: Compare[T]) -> list[T]:
    """The items as Perl's `sort { ... }` orders them."""
    if len(items) < 2:
        return list(items)
    return _merge_tree(_Runs(items, compare).found, compare)


def _merge_tree(runs: list[list[T]], compare: Compare[T]) -> list[T]:
    """All runs as one: the first half, which is the larger, with the second."""
    if len(runs) == 1:
        return runs[0]
    middle = len(runs) - len(runs) // 2
    return _merge_runs(_merge_tree(runs[:middle], compare), _merge_tree(runs[middle:], compare), compare)


class _Runs(Generic[T]):
    """The items in ascending runs: pairs, or longer ones where many pairs in a row have one direction."""

    def __init__(self, items: list[T], compare: Compare[T]) -> None:
        self.items = items
        self.compare = compare
        self.falling = self.falls(0)
        self.found: list[list[T]] = []
        start = 0
        while start < len(items):
            # All pairs up to `top` have this direction.
            top = start + 2
            while top + 1 < len(items) and self.agrees(top):
                top += 2
            start = self.take_pairs(start, top)
            self.falling = not self.falling

    def falls(self, index: int) -> bool:
        return self.compare(self.items[index], self.items[index + 1]) > 0

    def agrees(self, index: int) -> bool:
        return self.falls(index) == self.falling

    def add(self, start: int, end: int) -> None:
        self.found.append(self.items[start:end][::-1] if self.falling else self.items[start:end])

    def take_pairs(self, start: int, top: int) -> int:
        """Add the runs of pairs up to `top`, and a single item behind them; returns where the next begin."""
        last = len(self.items)
        known = start
        while start < top:
            known, index, after = self.extend_run(start, known, top)
            if known > start:
                known += 2
                index = max(index, known)
                # A single item at the end may belong to the run.
                if known == top and top + 1 == last and self.agrees(known - 1):
                    after = index = known = last
                self.add(start, known)
            for pair in range(known, index, 2):
                self.add(pair, pair + 2)
            start, known = index, after
        if start == top and top + 1 == last:
            self.found.append(self.items[top:])
            start += 1
        return start

    def extend_run(self, start: int, known: int, top: int) -> tuple[int, int, int]:
        """The last pair of the run at `start`, where the pairs behind it end, and the last known of the next run."""
        after = start + 2 * RUN_PAIRS
        if after >= top:
            return known, top, top
        index = after
        while self.agrees(index - 1):
            index -= 2
            if index <= known:
                break
        if index > known:
            return known, index, after
        known, index = after, after + 2
        while index < top and self.agrees(index - 1):
            known, index = index, index + 2
        return known, known + 2, known + 2


def _merge_runs(first: list[T], second: list[T], compare: Compare[T]) -> list[T]:
    """Two runs as one; of equal items those of the first come first."""
    merged: list[T] = []
    one = two = 0
    while one < len(first) and two < len(second):
        # All items that come before the greater head, then that head.
        if compare(first[one], second[two]) <= 0:
            end = _find_place(first, one, second[two], -1, compare)
            merged += first[one:end]
            merged.append(second[two])
            one, two = end, two + 1
        else:
            end = _find_place(second, two, first[one], 0, compare)
            merged += second[two:end]
            merged.append(first[one])
            one, two = one + 1, end
    return merged + first[one:] + second[two:]


def _find_place(run: list[T], low: int, item: T, equal: int, compare: Compare[T]) -> int:
    """Where the item belongs in a run, behind `low`: single steps, then doubled ones, then halves."""
    high = len(run)
    step, steps = 1, 0
    while True:
        index = low + step
        if index >= high:
            index = high - 1
            if index > low and compare(item, run[index]) <= equal:
                high = index
            else:
                low = index
            break
        if compare(item, run[index]) <= equal:
            high = index
            break
        low = index
        steps += 1
        if steps >= SINGLE_STEPS:
            step += step
    low += 1
    while low < high:
        middle = low + (high - low - 1) // 2
        if compare(item, run[middle]) <= equal:
            high = middle
        else:
            low = middle + 1
    return low
