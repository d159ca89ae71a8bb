"""Tests on paired differences: sign test, Wilcoxon's signed rank test, McNemar's test, and matched pairs (MAPSSWE).

The sign test asks only in which direction each block (a speaker, an utterance) differs, so it needs no distribution of
the differences, and sees little. Ties say nothing of the direction and are left out (W. J. Dixon and A. M. Mood, The
statistical sign test, 1946). Wilcoxon's sees more, as large differences weigh more than small ones, and asks less than
Student's test; differences of 0 are left out (F. Wilcoxon, Individual comparisons by ranking methods, 1945). McNemar's
asks whether the utterances that one system alone got right are as often one's as the other's; it is exact, by the
binomial distribution (L. Gillick and S. J. Cox, Some statistical issues in the comparison of speech recognition
algorithms, 1989).

In the matched pairs sentence segment word error test (MAPSSWE) utterances are cut where both systems got some words in
a row right; the errors of the segments between are taken as independent, and the differences of the two systems as
normal. Of NIST's tests it sees the most. Its source is that of McNemar's; the cutting is that of NIST's sc_stats.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from mondegreen.comparison.statistics import average_ranks, coin_two_sided, normal_two_sided


class Signs(NamedTuple):
    """The numbers of differences above, below and at 0, and the two-sided p-value."""

    plus: int
    minus: int
    ties: int
    p: float


def sign_test(differences: Sequence[float], *, tie: float = 0.0) -> Signs:
    """The test on paired differences; those not further from 0 than `tie` are ties."""
    signs = count_signs(differences, tie=tie)
    return signs._replace(p=coin_two_sided(min(signs.plus, signs.minus), signs.plus + signs.minus))


def count_signs(differences: Sequence[float], *, tie: float) -> Signs:
    ties = sum(abs(difference) <= tie for difference in differences)
    plus = sum(difference > 0 and abs(difference) > tie for difference in differences)
    return Signs(plus, len(differences) - ties - plus, ties, 1.0)


# Up to here every way to put signs to the ranks is counted; beyond, the normal distribution is as good.
EXACT_UP_TO = 50


class SignedRanks(NamedTuple):
    """The sums of the ranks of the differences above and below 0, and the two-sided p-value."""

    plus: float
    minus: float
    p: float


def wilcoxon_test(differences: Sequence[float]) -> SignedRanks:
    """The test on paired differences."""
    kept = [difference for difference in differences if difference != 0]
    ranks = average_ranks([abs(difference) for difference in kept])
    plus = math.fsum(rank for rank, difference in zip(ranks, kept, strict=True) if difference > 0)
    minus = math.fsum(ranks) - plus
    if len(ranks) <= EXACT_UP_TO:
        return SignedRanks(plus, minus, exact_p(ranks, min(plus, minus)))
    return SignedRanks(plus, minus, normal_two_sided(signed_rank_z(min(plus, minus), ranks)))


def exact_p(ranks: Sequence[float], fewer: float) -> float:
    """The two-sided p-value: the share of sign assignments whose smaller rank sum is `fewer` or less."""
    ways = Counter({0: 1})  # by twice the sum, as shared ranks may end in one half
    for rank in ranks:
        twice = round(2 * rank)
        for total, count in list(ways.items()):
            ways[total + twice] += count
    below = sum(count for total, count in ways.items() if total <= round(2 * fewer))
    return min(1.0, 2 * below / (1 << len(ranks)))


def signed_rank_z(total: float, ranks: Sequence[float]) -> float:
    mean = math.fsum(ranks) / 2
    deviation = math.sqrt(math.fsum(rank * rank for rank in ranks)) / 2  # also right where ranks are shared
    return (total - mean) / deviation


class RightAndWrong(NamedTuple):
    """Utterances by whether the first and the second system got them right."""

    both_right: int
    only_first_right: int
    only_second_right: int
    both_wrong: int


def mcnemar_test(table: RightAndWrong) -> float:
    fewer, more = sorted((table.only_first_right, table.only_second_right))
    return coin_two_sided(fewer, fewer + more)


def cross_tabulate(rights: Iterable[tuple[bool, bool]]) -> RightAndWrong:
    """The 2 x 2 table of utterances, by whether the first and the second system got them right."""
    counts = Counter(rights)
    return RightAndWrong(*(counts[pair] for pair in [(True, True), (True, False), (False, True), (False, False)]))


# Steps of an alignment as the core counts them: 0 match, 1 substitution, 2 insertion, 3 deletion.
MATCH, INSERTION = 0, 2
MATCHES = re.compile(rb"\x00+")


class Segment(NamedTuple):
    """A stretch of an utterance: its reference words, and the errors of both systems."""

    words: int
    first: int
    second: int


class MatchedPairs(NamedTuple):
    """The mean difference of the segments' errors, its Z, and the two-sided p-value."""

    segments: int
    mean: float
    deviation: float
    z: float
    p: float


class State(Enum):
    """What was last seen."""

    BOTH_RIGHT = auto()
    ERROR = auto()
    RIGHT_AGAIN = auto()


def mapsswe_test(differences: Sequence[int]) -> MatchedPairs:
    """The test on the differences of the segments' errors; not defined (NaN) where all are the same, and not 0."""
    count = len(differences)
    mean = sum(differences) / count if count else 0.0
    squares = math.fsum((difference - mean) ** 2 for difference in differences)
    if not squares:
        return MatchedPairs(count, mean, 0.0, *((math.nan, math.nan) if mean else (0.0, 1.0)))
    deviation = math.sqrt(squares / (count - 1))
    z = mean / (deviation / math.sqrt(count))
    return MatchedPairs(count, mean, deviation, z, normal_two_sided(z))


def find_segments(first: Sequence[int], second: Sequence[int], *, buffer: int = 2) -> Iterator[Segment]:
    """The segments of an utterance, from the steps of both systems' alignments.

    A segment ends where both got `buffer` reference words in a row right, and holds those on either side. One without
    errors is possible where the alignments leave each other; it says nothing of the systems.
    """
    first, second = bytes(first), bytes(second)
    for (begin, end), (begin_second, end_second) in find_spans(first, second, buffer):
        one, other = first[begin:end], second[begin_second:end_second]
        words = (count_references(one) + count_references(other)) // 2
        yield Segment(words, count_errors(one), count_errors(other))


Span = tuple[int, int]


def find_spans(first: bytes, second: bytes, buffer: int) -> Iterator[tuple[Span, Span]]:
    """Where in both alignments the segments lie."""
    state, right = State.BOTH_RIGHT, 0
    last, last_second = 0, 0  # the words that both got right before the first error
    at, of = 0, 0
    while at < len(first):
        if state is State.BOTH_RIGHT and (both := min(count_matches(first, at), count_matches(second, of))):
            at, of = at + both, of + both
            last, last_second = at - 1, of - 1
            continue
        skipped, skipped_second = count_insertions(first, at), count_insertions(second, of)
        if skipped or skipped_second:
            state = State.ERROR
        at, of = at + skipped, of + skipped_second
        both = at < len(first) and of < len(second) and first[at] == second[of] == MATCH
        if not both:
            state = State.ERROR
        elif state is State.BOTH_RIGHT:
            last, last_second = at, of
        else:
            right = right + 1 if state is State.RIGHT_AGAIN else 1
            state = State.RIGHT_AGAIN
            if right == buffer:
                yield (max(0, last - buffer + 1), at + 1), (max(0, last_second - buffer + 1), of + 1)
                last, last_second, state = at, of, State.BOTH_RIGHT
        at, of = min(at + 1, len(first)), min(of + 1, len(second))
    if state is not State.BOTH_RIGHT or of < len(second):
        yield (max(0, last - buffer + 1), len(first)), (max(0, last_second - buffer + 1), len(second))


def count_matches(steps: bytes, begin: int) -> int:
    """How many matches follow each other from there; most of an utterance does."""
    found = MATCHES.match(steps, begin)
    return found.end() - begin if found else 0


def count_insertions(steps: Sequence[int], begin: int) -> int:
    end = begin
    while end < len(steps) and steps[end] == INSERTION:
        end += 1
    return end - begin


def count_references(steps: Sequence[int]) -> int:
    return len(steps) - steps.count(INSERTION)


def count_errors(steps: Sequence[int]) -> int:
    return len(steps) - steps.count(MATCH)
