"""Summaries of systems: by speaker (`-r sum`, `-r rsum`), and a row for each system (`-r es`, `-r res`)."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen.dropin.sctk.confidence_graphs import compute_cross_entropy, has_confidences
from mondegreen.dropin.sctk.sc_stats.ranges import compute_error_rates
from mondegreen.dropin.sctk.statistics import compute_moments, percent_of, round_figure
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import Table, Tables

HEADINGS = (b"System", b"# Snt", b"# Ref", b"Corr", b"Sub", b"Del", b"Ins", b"Err", b"S.Err")


def format_summary(systems: Sequence[System], test: bytes, tables: Tables, *, raw: bool) -> bytes:
    """Error rates, or errors, by speaker and system; the names of speakers are those of the first system."""
    names = systems[0].scored.speakers()
    columns = [count_errors(system) if raw else compute_error_rates(system) for system in systems]
    figures = [(column + [0.0] * len(names))[: len(names)] for column in columns]
    tables.center()
    table = tables.make_table()
    kind = b"Word Errors" if raw else b"Percent Word Error"
    add_title(table, b"Scoring Summmary of %b by Speaker" % kind, test)
    head, row = "c" + "|c" * len(systems), "l" + "|c" * len(systems)
    table.add_row(head, b"Spkr", *(system.title for system in systems), before="-")
    for number, name in enumerate(names):
        cells = (format_errors(column[number], 0) if raw else format_rate(column[number]) for column in figures)
        table.add_row(row, b" " + name + b" ", *cells, before="-")
    pooled = [pool_errors(system, raw=raw) for system in systems]
    table.add_row(head, b" Sum " if raw else b" Average ", *pooled, before="=")
    moments = [compute_moments(column) for column in figures]
    for index, name, before in ((0, b" Mean ", "-"), (2, b" StdDev ", ""), (3, b" Median ", " ")):
        cells = (format_errors(each[index], 1, b"%5.1f ") if raw else format_rate(each[index]) for each in moments)
        table.add_row(head, name, *cells, before=before)
    return table.draw(0)


def add_title(table: Table, title: bytes, test: bytes) -> None:
    """Adds the first rows; the name of the test has a row if it has one."""
    table.add_row("c", title, before=" ", after="" if test else " ")
    if test:
        table.add_row("c", test + b" Test", after=" ")


def count_errors(system: System) -> list[float]:
    return [float(sum(counts[1:])) for _, _, counts in system.scored.totals()]


def pool_errors(system: System, *, raw: bool) -> bytes:
    """All errors of a system, or their rate."""
    totals = [counts for _, _, counts in system.scored.totals()]
    errors, words = sum(sum(counts[1:]) for counts in totals), sum(sum(counts[:3]) for counts in totals)
    return format_errors(errors, 1) if raw else format_rate(percent_of(errors, words))


def format_errors(value: float, digits: int, template: bytes = b"%5.0f ") -> bytes:
    return template % round_figure(value, digits)


def format_rate(value: float) -> bytes:
    return b"%6.1f " % round_figure(value, 1)


def format_executive(systems: Sequence[System], test: bytes, tables: Tables, *, raw: bool) -> bytes:
    """A row for each system; NCE has a column if any system has confidences throughout."""
    confident = [has_confidences(system) for system in systems]
    columns = "c|cc|cccccc" + ("|c" if any(confident) else "")
    tables.center()
    table = tables.make_table()
    add_title(table, b"Executive Scoring Summary by %b" % (b"Word Tokens" if raw else b"Percentages"), test)
    table.add_row(columns, *HEADINGS, *([b"NCE"] if any(confident) else []))
    for number, (system, is_confident) in enumerate(zip(systems, confident, strict=True)):
        nce = b"%.3f" % round_figure(compute_cross_entropy(system).system, 3) if is_confident else b"---"
        cells = [*format_figures(system, raw=raw), *([nce] if any(confident) else [])]
        table.add_row(columns, system.title, *cells, before="" if number else "-")
    return table.draw(1)


def format_figures(system: System, *, raw: bool) -> list[bytes]:
    totals = system.scored.totals()
    utterances, wrong = sum(each[0] for each in totals), sum(each[1] for each in totals)
    correct, substituted, deleted, inserted = (sum(each[2][index] for each in totals) for index in range(4))
    words = correct + substituted + deleted
    counts = [correct, substituted, deleted, inserted, substituted + deleted + inserted]
    if raw:
        return [b"%d" % count for count in (utterances, words, *counts, wrong)]
    rates = [*(percent_of(count, words) for count in counts), percent_of(wrong, utterances)]
    return [b"%d" % utterances, b"%d" % words, *(b"%.1f" % round_figure(rate, 1) for rate in rates)]
