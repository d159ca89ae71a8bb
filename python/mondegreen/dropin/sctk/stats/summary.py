"""`-r sum` and `-r rsum`: error rates, or errors, by speaker and system (`.sys`, `.raw`)."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.statistics import Moments, compute_moments, percent_of, round_figure
from mondegreen.dropin.sctk.stats.ranking import error_rates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Table, Tables

TITLES = {
    False: b"Scoring Summmary of Percent Word Error by Speaker",
    True: b"Scoring Summmary of Word Errors by Speaker",
}


def report(systems: "Sequence[System]", test: bytes, tables: "Tables", *, raw: bool) -> bytes:
    """The table; its rows are the speakers of the first system, and those of others go by number."""
    names = systems[0].scored.speakers()
    columns = [errors(system) if raw else error_rates(system) for system in systems]
    figures = [(column + [0.0] * len(names))[: len(names)] for column in columns]
    tables.centre()
    table = tables.table()
    title(table, TITLES[raw], test)
    heads, rows = "c" + "|c" * len(systems), "l" + "|c" * len(systems)
    table.row(heads, b"Spkr", *(system.title for system in systems), before="-")
    for number, name in enumerate(names):
        cells = (whole(each[number]) if raw else tenths(each[number], b"%6.1f ") for each in figures)
        table.row(rows, b" " + name + b" ", *cells, before="-")
    table.row(heads, b" Sum " if raw else b" Average ", *(pooled(system, raw=raw) for system in systems), before="=")
    form = b"%5.1f " if raw else b"%6.1f "
    found = [compute_moments(each) for each in figures]
    for place, name, before in ((0, b" Mean ", "-"), (2, b" StdDev ", ""), (3, b" Median ", " ")):
        table.row(heads, name, *(statistic(each, place, form) for each in found), before=before)
    return table.drawn(0)


def title(table: "Table", what: bytes, test: bytes) -> None:
    """The first rows; the name of the test has a row if it has one."""
    table.row("c", what, before=" ", after="" if test else " ")
    if test:
        table.row("c", test + b" Test", after=" ")


def errors(system: "System") -> list[float]:
    """The errors of each speaker."""
    return [float(sum(counts[1:])) for _, _, counts in system.scored.totals()]


def pooled(system: "System", *, raw: bool) -> bytes:
    """All errors of a system, or their rate."""
    totals = [counts for _, _, counts in system.scored.totals()]
    wrong, words = sum(sum(counts[1:]) for counts in totals), sum(sum(counts[:3]) for counts in totals)
    return b"%5.0f " % round_figure(wrong, 1) if raw else tenths(percent_of(wrong, words), b"%6.1f ")


def statistic(found: Moments, place: int, form: bytes) -> bytes:
    """One of the moments."""
    return tenths(found[place], form)


def whole(value: float) -> bytes:
    """A count."""
    return b"%5.0f " % round_figure(value, 0)


def tenths(value: float, form: bytes) -> bytes:
    """A figure with one decimal."""
    return form % round_figure(value, 1)
