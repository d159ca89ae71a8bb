"""Ranks of numbers."""

from collections.abc import Sequence


def average_ranks(values: Sequence[float]) -> list[float]:
    """The ranks of the values from 1 for the smallest; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin + 1
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for place in order[begin:end]:
            ranks[place] = (begin + end + 1) / 2
        begin = end
    return ranks
