"""McNemar's test, of whether the utterances that one system alone got right are as often one's as the other's.

Utterances that both got right or both got wrong say nothing. Exact, by the binomial distribution.
Source: L. Gillick and S. J. Cox, Some statistical issues in the comparison of speech recognition algorithms, 1989.
"""

from collections.abc import Iterable
from typing import NamedTuple

from mondegreen.compare.distribution import coin_two_sided


class RightAndWrong(NamedTuple):
    """Utterances by whether the first and the second system got them right."""

    both_right: int
    only_first_right: int
    only_second_right: int
    both_wrong: int


def mcnemar_test(table: RightAndWrong) -> float:
    """How likely so uneven a split of the utterances that one system alone got right is by chance."""
    fewer, more = sorted((table.only_first_right, table.only_second_right))
    return coin_two_sided(fewer, fewer + more)


def cross_tabulate(rights: Iterable[tuple[bool, bool]]) -> RightAndWrong:
    """The table of utterances, each told by whether the first and the second system got it right."""
    counts = {(first, second): 0 for first in (True, False) for second in (True, False)}
    for pair in rights:
        counts[pair] += 1
    return RightAndWrong(*(counts[pair] for pair in [(True, True), (True, False), (False, True), (False, False)]))
