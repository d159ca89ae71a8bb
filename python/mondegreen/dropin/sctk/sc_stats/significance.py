"""What tests of pairs of systems find, the probabilities by which they do, and the tables of all tests (`-u`)."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from mondegreen.comparison.statistics import normal_two_sided
from mondegreen.dropin.sctk import read_text
from mondegreen.dropin.sctk.table import Table, Tables, center_text, indent_lines

SIGNIFICANT = 0.05
# Where it stands for a significant difference at SIGNIFICANT.
CRITICAL_Z = 1.96
# The end of SCTK's table of the normal distribution, and the probability that it gives for all that lies beyond.
LAST_HUNDREDTH, BEYOND = 514, 2 * (1.0 - 0.9999999)
# Up to here SCTK sums up the binomial distribution of a fair coin.
EXACT_TOSSES = 20

NOTE = b"""
Note: System ID with lower error rate is printed if the Null
      Hypothesis is rejected at the 95% Confidence Level,
      if not, 'same' is printed.
"""
GAP = b" " * 5


class Outcome(NamedTuple):
    """The better of two systems, or none if the difference is not significant; and the p of that."""

    winner: int | None
    p: float


# By the numbers of the two systems, the smaller one first.
Outcomes = dict[tuple[int, int], Outcome]


class TestResult(NamedTuple):
    """A test by its name and its abbreviation, and what it found."""

    name: bytes
    letters: bytes
    outcomes: Outcomes


def name_winner(outcomes: Outcomes, first: int, second: int, titles: list[bytes], none: bytes = b"same") -> bytes:
    """The better system's title; empty for a pair that was not compared."""
    outcome = outcomes.get((first, second))
    if outcome is None:
        return b""
    return none if outcome.winner is None else titles[outcome.winner]


def look_up_two_sided(z: float) -> float:
    """The probability of a Z so far from 0; SCTK's table knows hundredths, and takes the lower one."""
    hundredth = find_hundredth(z)
    return BEYOND if hundredth is None else normal_two_sided(hundredth / 100)


def find_hundredth(z: float) -> int | None:
    """The index of Z in the table, or none behind its end, where NaN is, too, as it is not below any entry."""
    if math.isnan(z) or math.isinf(z):
        return None
    index = math.floor(abs(z) * 100)
    while index <= LAST_HUNDREDTH and abs(z) >= get_hundredth(index + 1):
        index += 1
    while index and abs(z) < get_hundredth(index):
        index -= 1
    return index if index < LAST_HUNDREDTH else None


def get_hundredth(index: int) -> float:
    """An entry of the table; two of them were printed from 32-bit floats."""
    return {10: 0.09999999, 99: 0.9899999}.get(index, float(f"{index / 100:.2f}"))


def compute_coin_p(count: int, tosses: int) -> float:
    """Twice the probability of at most that many heads of a fair coin.

    For many tosses SCTK approximates by the normal distribution and halves the count on the way, so that an even
    split is reported as rare.
    """
    if tosses <= EXACT_TOSSES:
        return 2.0 * sum(math.comb(tosses, heads) for heads in range(count + 1)) / (1 << tosses)
    z = (count * 0.5 - tosses * 0.5) / math.sqrt(tosses * 0.25)
    p = look_up_two_sided(z)
    return p if z < 0.0 else 2.0 - p


def format_critical_values(counts: Iterable[int], tosses: int, row: bytes, rare: bytes, mark: bytes) -> bytes:
    """How likely at most each count is, as the sign test and McNemar's show it; `mark` is for the last significant."""
    lines = []
    for count in counts:
        p, next_p = (compute_coin_p(each, tosses) for each in (count, count + 1))
        shown = b" %5.3f" % p if p >= 0.0005 else rare
        lines.append(row % (count, shown, mark if p < SIGNIFICANT < next_p else b""))
    return b"".join(lines) + b"\n"


def format_decision(observation: bytes, p: float, left: bytes, right: bytes, better: bytes) -> bytes:
    """Whether the null hypothesis is rejected, in the words of the sign test and McNemar's."""
    text = b"     Decision:\n        There were %b, the probability of\n" % observation
    text += b"        it occurring is %5.3f, therefore the null hypothesis is " % p
    if p < SIGNIFICANT:
        favor = b"        in favor of the Alternate Hypothesis.  Further, %b is the\n        better System.\n"
        return text + b"REJECTED\n" + favor % better
    return text + b"ACCEPTED\n        There is no statistical difference between %b and %b\n" % (left, right)


def format_unified(results: list[TestResult], titles: list[bytes], test: bytes, tables: Tables) -> bytes:
    """The table of all tests and systems (`.stats.unified`)."""
    width = max([9, *(len(result.name) for result in results)])
    head, row, title = "ca" + "aaa" * len(titles) + "a", "c=c" + "|rrl" * len(titles), "c=c" + "|caa" * len(titles)
    tables.center()
    table = tables.make_table()
    table.add_row(head, b"Composite Report of All Significance Tests")
    table.add_row(head, b"For the %b Test" % test)
    table.add_row(head, format_abbreviation(b"Test Name", b"Abbrev.", width), before=" ")
    table.add_row(head, b"-" * width + GAP + b"-" * 7)
    for result in results:
        after = "  " if result is results[-1] else ""
        table.add_row(head, format_abbreviation(result.name, result.letters, width), after=after)
    table.add_row(title + "=c", b"Test//Abbrev.", b"", *titles, b"Test//Abbrev.", before="-")
    lines = add_outcomes(table, row + "=c", results, titles)
    for number, line in enumerate(read_text("all_tests_legend.txt").splitlines()):
        table.add_row(head, line, before="" if number else "-" * lines)
    return table.draw(1)


def add_outcomes(table: Table, columns: str, results: list[TestResult], titles: list[bytes]) -> int:
    """Adds the rows of the systems; returns how many lines are due before the next row."""
    due = 0
    for first, title in enumerate(titles):
        due += 1
        for result in results:
            cells = [text for second in range(len(titles)) for text in format_outcome(result, first, second, titles)]
            name = title if result is results[0] else b""
            table.add_row(columns, result.letters, name, *cells, result.letters, before="-" * due)
            due = 0
    return due + 1


def format_outcome(result: TestResult, first: int, second: int, titles: list[bytes]) -> tuple[bytes, bytes, bytes]:
    """The better system, p, and stars for its level of significance."""
    outcome = result.outcomes.get((first, second))
    if outcome is None:
        return b"", b"", b""
    stars = sum(outcome.p <= level for level in (0.001, 0.01, 0.05))
    p = b"<0.001" if outcome.p < 0.001 else b"%.3f" % outcome.p
    return name_winner(result.outcomes, first, second, titles, none=b"~"), p, b"*" * stars


def format_abbreviation(name: bytes, letters: bytes, width: int) -> bytes:
    return center_text(name, width) + GAP + center_text(letters, 7)


def format_system(results: list[TestResult], titles: list[bytes], system: int, test: bytes) -> bytes:
    """How a system compares with each other one (`TITLE.sts`)."""
    titles_width = max(len(title) for title in titles)
    names_width = max([0, *(len(result.name) for result in results)])
    heading = b"for the %b Test with other Systems:" % test
    width = max((titles_width + 2) * (len(results) + 1), len(heading), names_width + 12)
    head = (b"Summary of Statistical Significance Tests:", b"Comparing the System", titles[system], heading)
    cell = b" %%%ds " % titles_width
    text = b"".join(center_text(line, width) + b"\n" for line in head) + b"\n"
    text += cell % b"" + b"".join(cell % center_text(result.letters, titles_width) for result in results) + b"\n"
    text += cell % b"" + (b" " + b"-" * titles_width + b" ") * len(results) + b"\n"
    for other, title in enumerate(titles):
        if other != system:
            pair = min(system, other), max(system, other)
            winners = (name_winner(result.outcomes, *pair, titles) for result in results)
            text += cell % title + b"".join(cell % center_text(winner, titles_width) for winner in winners) + b"\n"
    indent = b" " * ((width - names_width - 12) // 2)
    lines = [format_abbreviation(b"Test Name", b"Abbrev.", names_width), b"-" * names_width + GAP + b"-" * 7]
    lines += [format_abbreviation(result.name, result.letters, names_width) for result in results]
    return text + b"\n\n\n" + indent_lines(indent, lines) + NOTE
