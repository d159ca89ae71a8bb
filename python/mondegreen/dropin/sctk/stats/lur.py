"""`-r lur`: error rates by the labels of utterances and by system (`.lur`)."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.report.labelled import Labelled, Rates, head, layouts, rates
from mondegreen.dropin.sctk.statistics import round_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables

SECTIONS = (
    ("=", b"Set/Subset #Words and System Set/Subset Average Word Error Rate"),
    ("=", b"Set/Subset Mean #Words/Speaker and Set/Subset Mean Word Error Rate/Speaker"),
    ("-", b"Associated Standard Deviations"),
    ("=", b"Set/Subset Median #Words/Speaker and Set/Subset Median Word Error Rate/Speaker"),
)


def report(systems: "Sequence[System]", test: bytes, tables: "Tables") -> bytes:
    """The table; the labels are those of the first system."""
    first = systems[0]
    places: list[int | None] = [None] * max(len(system.labels) for system in systems)
    found = [totals(system, places) for system in systems]
    layout = layouts(places[: len(first.labels)])
    table = tables.table()
    table.row("c", b"By System Test Subset Scoring Summary")
    table.row("c", b"For the %b Test" % test)
    head(table, first, layout, b"SYSTEM")
    section = "c|" + "ca" + "aa" * (len(first.labels) - 1) if first.labels else "c|"
    for place, (before, name) in enumerate(SECTIONS):
        table.row(section, b"", name, before=before)
        for number, (system, own) in enumerate(zip(systems, found, strict=True)):
            cells = (text for total in own for text in figures(total, place))
            table.row(layout.figures, system.title, *cells, before="" if number else "-")
    return table.drawn(1)


def totals(system: "System", places: "list[int | None]") -> list[Rates]:
    """What each label tells; speakers count who have words or errors under it."""
    counts = Labelled(system, places).counts
    return [rates(by_speaker, [count for count in by_speaker if any(count)]) for by_speaker in counts]


def figures(total: Rates, place: int) -> tuple[bytes, bytes]:
    """The two cells of a label."""
    return b"[%d]" % int(total.words[place]), b"%.1f" % round_figure(total.errors[place], 1)
