"""`-o sum`: percentages by speaker (`.sys`)."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.report.summary import TITLE, Speaker, Summary, counted, draw, percents, pooled

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System
    from mondegreen.dropin.sctk.table import Tables


def report(system: "System", tables: "Tables") -> bytes:
    """The whole report."""
    rows = counted(system)
    words, utterances = sum(row.words for row in rows), sum(row.utterances for row in rows)
    total = percents(pooled(rows), words, utterances)
    summary = Summary([in_percent(row, row.words) for row in rows], total, raw=False)
    return b"\n\n\n" + TITLE + b"\n\n" + draw(system, tables, summary)


def in_percent(row: Speaker, words: float) -> Speaker:
    """The row in percent of the words; of none, the counts of words stay."""
    shares = percents(row.figures, words, row.utterances)
    return row._replace(figures=shares if words else shares._replace(words=row.figures.words))
