"""`-t mcn`: McNemar's test over utterances (`.stats.mcn`)."""

from typing import TYPE_CHECKING

from mondegreen.compare.mcnemar import RightAndWrong, cross
from mondegreen.dropin.sctk.stats.chance import coin_at_most
from mondegreen.dropin.sctk.stats.outcome import SIGNIFICANT, Outcome, Outcomes, winner_name
from mondegreen.dropin.sctk.stats.shared import shared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables

TITLE = b"COMPARISON MATRIX: McNEMAR'S TEST ON CORRECT SENTENCES FOR THE TEST:"
EQUAL = b"""

\t\tSUMMARY:
\t\t-------



\tThe two totals for utterances missed by either test results
\tare both zero, therefore there is no significant difference
\tbetween the two tests!
"""
PROSE = b"""The NULL Hypothesis:

     The number unique utterance errors are equal for both systems.

Alternate Hypothesis:

     The number of unique utterance errors for both systems are NOT equal.
Decision Analysis:

     Assumptions:
        A1: The distribution of unique utterance errors
            follows the binomial distribution for N fair coin tosses.

     Rejection criterion:
        Reject the null hypothesis at the 95%% confidence level based
        on the following critical values table.  N is the sum of the
        unique utterance errors for both systems being compared and
        MIN(uue) is the minimum number of unique utterance
        foe either system.

          MIN(uue)      P(MIN(uue) | N=%3d)
          --------      -------------------
"""


def compare(systems: "Sequence[System]", first: int, second: int, *, verbose: bool) -> tuple[Outcome, bytes]:
    """What the test finds of two systems, and if wished how."""
    table = cross(rights(systems[first], systems[second]))
    outcome, text = judged(table, systems[first].title, systems[second].title)
    places = {None: None, 0: first, 1: second}
    return Outcome(places[outcome.winner], outcome.p), text if verbose else b""


def rights(first: "System", second: "System") -> "Iterator[tuple[bool, bool]]":
    """Whether each system got an utterance right, for those that both have."""
    for left, right in shared(first, second, told=True):
        yield not any(first.scored.counts(left)[1:]), not any(second.scored.counts(right)[1:])


def judged(table: RightAndWrong, first: bytes, second: bytes) -> tuple[Outcome, bytes]:
    """The better system, 0 or 1, and how that is found."""
    text = b"\n\n%28bMcNemar test results\n%28b====================\n\n" % (b"", b"")
    text += b"%37b%b\n\n%34bcorr     incorr\n" % (b"", second, b"")
    text += b"      %15b      corr   %3d        %3d\n" % (first, table.both_right, table.only_first_right)
    text += b"\t                 incorr   %3d        %3d\n" % (table.only_second_right, table.both_wrong)
    if table.only_first_right == table.only_second_right:
        return Outcome(None, 1.0), text + EQUAL
    fewer, more = sorted((table.only_first_right, table.only_second_right))
    p = 2.0 * coin_at_most(fewer, fewer + more)
    better = int(table.only_second_right > table.only_first_right)
    text += PROSE % (fewer + more) + critical_values(fewer + more, p) + decision(fewer, p, first, second, better)
    return Outcome(better if p < SIGNIFICANT else None, p), text + b"\f"


def critical_values(tosses: int, p: float) -> bytes:
    """How likely each count of the fewer errors is, up to that of the test or what is not unlikely."""
    lines, count = [], 0
    while 2.0 * coin_at_most(count - 1, tosses) < max(0.25, p):
        value = 2.0 * coin_at_most(count, tosses)
        told = b"               %5.3f" % value if value >= 0.0005 else b"                 -  "
        last = value < SIGNIFICANT < 2.0 * coin_at_most(count + 1, tosses)
        mark = b"  <---  Null Hypothesis rejection threshold" if last else b""
        lines.append(b"             %3d%b%b\n" % (count, told, mark))
        count += 1
    return b"".join(lines) + b"\n"


def decision(fewer: int, p: float, first: bytes, second: bytes, better: int) -> bytes:
    """What follows from it."""
    told = (
        b"     Decision:\n"
        b"        There were MIN(uue)=%d unique utterance errors, the probability of\n"
        b"        it occurring is %5.3f, therefore the null hypothesis " % (fewer, p)
    )
    if p < SIGNIFICANT:
        favour = b"        in favor of the Alternate Hypothesis.  Further, %b is the\n        better System.\n"
        return told + b"is REJECTED\n" + favour % (second if better else first)
    none = b"        There is no statistical difference between %b and %b\n"
    return told + b"is ACCEPTED\n" + none % (first, second)


def matrix(outcomes: Outcomes, titles: list[bytes], test: bytes, tables: "Tables") -> bytes:
    """The comparison matrix."""
    columns = "c" + "|c" * len(titles)
    tables.centre()
    table = tables.table()
    table.row("c", TITLE)
    table.row("c", test, after=" -")
    table.row(columns, b"", *titles)
    for first, title in enumerate(titles):
        others = range(len(titles))
        found = [outcomes.get((first, second)) for second in others]
        told = [b"Conf=(%.3f)" % max(0.001, outcome.p) if outcome else b"" for outcome in found]
        table.row(columns, title, *told, before="-")
        table.row(columns, b"", *(winner_name(outcomes, first, second, titles) for second in others))
    return table.drawn(1)
