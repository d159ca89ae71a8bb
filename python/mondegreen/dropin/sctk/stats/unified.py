"""`-u`: what all tests found, in one table (`.stats.unified`) and for each system (`TITLE.sts`)."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.sctk.pad import centred
from mondegreen.dropin.sctk.stats.outcome import Outcome, Outcomes, winner_name

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.table import Table, Tables

LEGEND = (
    b"These significance tests are all two-tailed tests with the null hypothesis",
    b"that there is no performance difference between the two systems.          ",
    b"                                                                          ",
    b"The first column indicates if the test finds a significant difference     ",
    b"at the level of p=0.05.  It consists of '~' if no difference is           ",
    b"found at this significance level.  If a difference at this level is       ",
    b"found, this column indicates the system with the higher value on the      ",
    b"performance statistic utilized by the particular test.                    ",
    b"                                                                          ",
    b"The second column specifies the minimum value of p for which the test     ",
    b"finds a significant difference at the level of p.                         ",
    b"                                                                          ",
    b"The third column indicates if the test finds a significant difference     ",
    b'at the level of p=0.001 ("***"), at the level of p=0.01, but not          ',
    b'p=0.001 ("**"), or at the level of p=0.05, but not p=0.01 ("*").          ',
    b"                                                                          ",
    b"A test finds significance at level p if, assuming the null hypothesis,    ",
    b"the probability of the test statistic having a value at least as          ",
    b"extreme as that actually found, is no more than p.                        ",
)
NOTE = b"""
Note: System ID with lower error rate is printed if the Null
      Hypothesis is rejected at the 95% Confidence Level,
      if not, 'same' is printed.
"""
GAP = b" " * 5


class Found(NamedTuple):
    """A test by its name and its letters, and what it found."""

    name: bytes
    letters: bytes
    outcomes: Outcomes


def report(found: list[Found], titles: list[bytes], test: bytes, tables: "Tables") -> bytes:
    """The table of all systems."""
    width = max([9, *(len(each.name) for each in found)])
    head, row, title = "ca" + "aaa" * len(titles) + "a", "c=c" + "|rrl" * len(titles), "c=c" + "|caa" * len(titles)
    tables.centre()
    table = tables.table()
    table.row(head, b"Composite Report of All Significance Tests")
    table.row(head, b"For the %b Test" % test)
    table.row(head, key(b"Test Name", b"Abbrev.", width), before=" ")
    table.row(head, b"-" * width + GAP + b"-" * 7)
    for each in found:
        table.row(head, key(each.name, each.letters, width), after="  " if each is found[-1] else "")
    table.row(title + "=c", b"Test//Abbrev.", b"", *titles, b"Test//Abbrev.", before="-")
    lines = matrix(table, row + "=c", found, titles)
    for number, line in enumerate(LEGEND):
        table.row(head, line, before="" if number else "-" * lines)
    return table.drawn(1)


def matrix(table: "Table", columns: str, found: list[Found], titles: list[bytes]) -> int:
    """The rows of the systems; gives how many lines are due before the next row."""
    due = 0
    for first, title in enumerate(titles):
        due += 1
        for each in found:
            cells = [each.outcomes.get((first, second)) for second in range(len(titles))]
            told = [verdict(each, first, second, titles, cell) for second, cell in enumerate(cells)]
            name = title if each is found[0] else b""
            table.row(columns, each.letters, name, *sum(told, ()), each.letters, before="-" * due)
            due = 0
    return due + 1


def verdict(
    test: Found, first: int, second: int, titles: list[bytes], outcome: Outcome | None
) -> tuple[bytes, bytes, bytes]:
    """The better system, p, and stars for how sure that is."""
    if outcome is None:
        return b"", b"", b""
    stars = sum(outcome.p <= level for level in (0.001, 0.01, 0.05))
    p = b"<0.001" if outcome.p < 0.001 else b"%.3f" % outcome.p
    return winner_name(test.outcomes, first, second, titles, none=b"~"), p, b"*" * stars


def key(name: bytes, letters: bytes, width: int) -> bytes:
    """A test's name and its letters."""
    return centred(name, width) + GAP + centred(letters, 7)


def own_report(found: list[Found], titles: list[bytes], system: int, test: bytes) -> bytes:
    """How a system stands against each other one."""
    names = max(len(title) for title in titles)
    keys = max([0, *(len(each.name) for each in found)])
    heading = b"for the %b Test with other Systems:" % test
    width = max((names + 2) * (len(found) + 1), len(heading), keys + 12)
    head = (b"Summary of Statistical Significance Tests:", b"Comparing the System", titles[system], heading)
    cell = b" %%%ds " % names
    text = b"".join(centred(line, width) + b"\n" for line in head) + b"\n"
    text += cell % b"" + b"".join(cell % centred(each.letters, names) for each in found) + b"\n"
    text += cell % b"" + (b" " + b"-" * names + b" ") * len(found) + b"\n"
    for other, title in enumerate(titles):
        if other != system:
            pair = min(system, other), max(system, other)
            winners = (winner_name(each.outcomes, *pair, titles) for each in found)
            text += cell % title + b"".join(cell % centred(winner, names) for winner in winners) + b"\n"
    indent = b" " * ((width - keys - 12) // 2)
    lines = [key(b"Test Name", b"Abbrev.", keys), b"-" * keys + GAP + b"-" * 7]
    lines += [key(each.name, each.letters, keys) for each in found]
    return text + b"\n\n\n" + b"".join(indent + line + b"\n" for line in lines) + NOTE
