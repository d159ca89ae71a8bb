"""`-o lur`: error rates by the labels of utterances and by speaker (`.lur`)."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.report.labelled import Count, Labelled, Rates, head, layouts, rates
from mondegreen.dropin.sctk.statistics import percent_of, round_figure

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables

NOTES = (
    b"Note:  * Speaker Has no reference word tokens.  Number of incorrect words presented",
    b"       + Speakers with no reference words ignored",
)


def report(system: "System", tables: "Tables") -> bytes:
    """The whole report."""
    places: list[int | None] = [None] * len(system.labels)
    counts = Labelled(system, places).counts
    layout = layouts(places)
    table = tables.table()
    table.row("c", b"System: " + system.title)
    head(table, system, layout, b"SPKR")
    wordless = False
    for number, name in enumerate(system.scored.speakers()):
        own = [by_speaker[number] for by_speaker in counts]
        wordless |= any(count.errors and not count.words for count in own)
        table.row(layout.figures, name, *(text for count in own for text in figures(count)), before="-")
    totals = [rates(by_speaker, [count for count in by_speaker if count.words]) for by_speaker in counts]
    mark = b" +" if wordless else b""
    rows = (("=", b"Set Sum/Avg"), ("-", b"Mean" + mark), ("", b"StdDev" + mark), (" ", b"Median"))
    for place, (before, name) in enumerate(rows):
        table.row(
            layout.figures, name, *(text for total in totals for text in total_texts(total, place)), before=before
        )
    if wordless:
        for number, note in enumerate(NOTES):
            table.row("l", note, before="" if number else "-")
    return table.drawn(1)


def figures(count: Count) -> tuple[bytes, bytes]:
    """The two cells of a speaker and a label."""
    if count.words:
        return b"[%d]" % count.words, b"%.1f" % round_figure(percent_of(count.errors, count.words), 1)
    if count.errors:
        return b"0", b"* %d *" % count.errors
    return b"", b""


def total_texts(total: Rates, place: int) -> tuple[bytes, bytes]:
    """The two cells of a label in one of the last rows; SCTK rounds the whole twice."""
    rate = round_figure(total.errors[place], 1) if place == 0 else total.errors[place]
    return b"[%d]" % int(total.words[place]), b"%.1f" % round_figure(rate, 1)
