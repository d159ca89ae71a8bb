"""What tests of pairs of systems find, and the tables that show it."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.sctk.pad import centred
from mondegreen.dropin.sctk.stats.ranking import FORMULA

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = 79
SIGNIFICANT = 0.05
# Where it stands for a significant difference at SIGNIFICANT.
CRITICAL_Z = 1.96


class Outcome(NamedTuple):
    """The better of two systems, or none if chance may be all there is; and the p by which that is told."""

    winner: int | None
    p: float


# By the numbers of the two systems, the smaller one first.
Outcomes = dict[tuple[int, int], Outcome]


def pairs(systems: int) -> "Iterator[tuple[int, int]]":
    """All pairs of systems."""
    return ((first, second) for first in range(systems) for second in range(first + 1, systems))


def winner_name(outcomes: Outcomes, first: int, second: int, titles: list[bytes], none: bytes = b"same") -> bytes:
    """The better system's title; empty for a pair that was not compared."""
    outcome = outcomes.get((first, second))
    if outcome is None:
        return b""
    return none if outcome.winner is None else titles[outcome.winner]


def matrix(outcomes: Outcomes, titles: list[bytes], title: bytes) -> bytes:
    """The comparison matrix of a test over speakers."""
    width = max(len(name) for name in titles)
    columns = len(titles) + 1
    indent = b" " * ((PAGE - columns * (3 + width) - 1) // 2)
    cell = b" %%%ds |" % width
    rule = b"|" + b"-" * ((3 + width) * columns - 1) + b"|"
    between = b"|" + b"+".join([b"-" * (2 + width)] * columns) + b"|"
    head = (title, b"Using the %b Percentage per Speaker" % FORMULA, b"as the Comparison Metric")
    lines = [rule, b"|" + b"".join(cell % name for name in (b"", *titles))]
    for first, name in enumerate(titles):
        found = (winner_name(outcomes, first, second, titles) for second in range(len(titles)))
        lines += [between, b"|" + b"".join(cell % text for text in (name, *found))]
    lines.append(rule)
    above = b"".join(centred(text, PAGE) + b"\n" for text in head)
    return above + b"\n" + b"".join(indent + line + b"\n" for line in lines)
