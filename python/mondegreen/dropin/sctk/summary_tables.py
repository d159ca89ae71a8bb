"""Summaries of a system by speaker (`sclite -o sum rsum wws`), and of several systems (`sc_stats -r sum rsum es res`).

A table by speaker has a row for each, their sum, and mean, deviation and median over speakers.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from math import isnan, nan
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import truncate_to_int32
from mondegreen.dropin.sctk.confidence_graphs import (
    CrossEntropy,
    compute_cross_entropy,
    has_confidences,
    has_summary_confidences,
)
from mondegreen.dropin.sctk.statistics import compute_moments, percent_of, round_figure
from mondegreen.dropin.sctk.system import BY_CHARACTER, Column, System
from mondegreen.dropin.sctk.table import PAGE_WIDTH, Table, Tables, center_text

TITLE = b"\n\n\n" + center_text(b"SYSTEM SUMMARY PERCENTAGES by SPEAKER", PAGE_WIDTH) + b"\n"
FOOTNOTE = (
    b"\n* No Reference words for this/these speaker(s).  Word counts supplied\n"
    b"  rather than percents.\n"
    b"# No Reference words for this/these speaker(s).  NCE not computable.\n"
    b"+ Speaker(s) with no reference data is ignored\n"
)
STARS = center_text(b"*" * 70, PAGE_WIDTH)
BANNER = center_text(b"*****     Word Percentages Computed using Weighted Word Scoring  *****", PAGE_WIDTH)
REMOVED = -1000.0
EXECUTIVE_HEADINGS = (b"System", b"# Snt", b"# Ref", b"Corr", b"Sub", b"Del", b"Ins", b"Err", b"S.Err")
CORRECT, _, DELETED, INSERTED = b"CSDI"


class Figures(NamedTuple):
    """Words correct, substituted, deleted, inserted and all errors; and utterances with errors."""

    words: tuple[float, ...]
    utterances: float


class Speaker(NamedTuple):
    """A row of the table."""

    name: bytes
    utterances: int
    words: int
    figures: Figures


def format_figure(template: bytes, digits: int, value: float) -> bytes:
    return template % round_figure(value, digits)


format_count, format_percentage = partial(format_figure, b"%5.0f ", 0), partial(format_figure, b"%5.1f ", 1)
format_nce, format_rate = partial(format_figure, b"%7.3f ", 3), partial(format_figure, b"%6.1f ", 1)


def format_metric(value: float) -> bytes:
    """A metric of ours, if it is defined."""
    return b"--- " if isnan(value) else format_figure(b"%6.2f ", 2, value)


def format_sum(system: System, tables: Tables) -> bytes:
    """`-o sum`: percentages."""
    rows = count_speakers(system)
    total = total_figures(rows, raw=False)
    return TITLE + b"\n" + draw_summary(system, tables, [divide_row(row, row.words) for row in rows], total)


def format_rsum(system: System, tables: Tables) -> bytes:
    """`-o rsum`: counts."""
    rows = count_speakers(system)
    return TITLE + b"\n" + draw_summary(system, tables, rows, total_figures(rows, raw=True), raw=True)


def format_wws(system: System, tables: Tables) -> bytes:
    """`-o wws`: percentages of what words weigh."""
    rows = count_speakers(system)
    weights = [weigh_speaker(system, number) for number in range(len(rows))]
    speakers = []
    for row, (weight, *own) in zip(rows, weights, strict=True):
        weighed = row._replace(figures=make_figures(own, row.figures.utterances))
        speakers.append(divide_row(weighed if weight else row, weight))
    pooled, *sums = [sum_truncating(column) for column in zip(*weights, strict=True)] or [0] * 5
    figures = make_figures(sums, sum(row.figures.utterances for row in rows))
    total = divide_figures(figures, pooled, sum(row.utterances for row in rows))
    source = center_text(b"** Weights defined by file: '" + (system.weights or b"") + b"'", PAGE_WIDTH)
    head = TITLE + b"\n".join([b"", b"", b"", STARS, BANNER, STARS, b"", source, b"", b""])
    return head + draw_summary(system, tables, speakers, total)


def make_figures(words: Sequence[float], utterances: float) -> Figures:
    correct, substituted, deleted, inserted = words
    return Figures((correct, substituted, deleted, inserted, substituted + inserted + deleted), utterances)


def count_speakers(system: System) -> list[Speaker]:
    rows = []
    for name, (utterances, wrong, counts) in zip(system.scored.speakers(), system.scored.totals(), strict=True):
        rows.append(Speaker(name, utterances, sum(counts[:3]), make_figures(counts, wrong)))
    return rows


def divide_figures(figures: Figures, words: float, utterances: float) -> Figures:
    """The figures in percent of words and utterances."""
    rates = tuple(percent_of(each, words) for each in figures.words)
    return Figures(rates, percent_of(figures.utterances, utterances))


def divide_row(row: Speaker, words: float) -> Speaker:
    """The row in percent of the words; of none, the counts of words stay."""
    figures = divide_figures(row.figures, words, row.utterances)
    return row._replace(figures=figures if words else figures._replace(words=row.figures.words))


def total_figures(rows: list[Speaker], *, raw: bool) -> Figures:
    """The figures of all speakers: their sums, or these in percent."""
    words = tuple(int(sum(row.figures.words[index] for row in rows)) for index in range(5))
    total = Figures(words, sum(row.figures.utterances for row in rows))
    return total if raw else divide_figures(total, sum(row.words for row in rows), sum(row.utterances for row in rows))


def weigh_speaker(system: System, speaker: int) -> list[float]:
    """The weights of a speaker's reference, and of words correct, substituted (both words), deleted and inserted."""
    sums = dict.fromkeys(b"CSDI", 0.0)
    reference = 0.0
    scored = system.scored
    for utterance in scored.utterances(speaker):
        for letter, (left, right) in zip(scored.steps(utterance), scored.details(utterance), strict=False):
            reference_weight = 0.0 if letter == INSERTED else left[3]
            hypothesis_weight = 0.0 if letter == DELETED else right[3]
            reference += reference_weight
            sums[letter] += hypothesis_weight if letter == CORRECT else reference_weight + hypothesis_weight
    return [reference, *sums.values()]


def sum_truncating(values: Iterable[float]) -> int:
    """SCTK adds weights to an integer, and so loses the fraction of each of them."""
    total = 0
    for value in values:
        total = truncate_to_int32(total + value)
    return total


def draw_summary(
    system: System, tables: Tables, speakers: list[Speaker], total: Figures, *, raw: bool = False
) -> bytes:
    """The table and its footnote; `raw` figures are printed like counts."""
    entropy = compute_cross_entropy(system) if has_summary_confidences(system) else None
    more = [] if raw else system.columns
    columns = "l|cc|cccccc" + ("|c" if entropy else "") + ("|" + "c" * len(more) if more else "")
    unit = b"# Chr" if system.scored.attributes()[0] & BY_CHARACTER else b"# Wrd"
    headings = [b" SPKR", b" # Snt", unit, b"Corr", b" Sub", b" Del", b" Ins", b" Err", b"S.Err"]
    headings += [b"NCE"] if entropy else []
    show = format_count if raw else format_percentage
    tables.center()
    table = tables.make_table()
    table.add_row("c", system.title)
    table.add_row(columns, *headings, *(b" %b " % column.heading for column in more), before="-")
    for number, (name, utterances, words, figures) in enumerate(speakers):
        show_word = show if words or raw else partial(format_figure, b"%5.0f*", 0)
        cells = [b" " + name + b" ", b"%5d" % utterances, b"%5d" % words]
        cells += [*map(show_word, figures.words), show(figures.utterances)]
        cells += [format_nce(entropy.speakers[number]) if words else b"# "] if entropy else []
        table.add_row(columns, *cells, *(format_metric(column.speakers[number]) for column in more), before="-")
    counts = [sum(each.utterances for each in speakers), sum(each.words for each in speakers)]
    cells = [b" Sum" if raw else b" Sum/Avg", *(b"%5d" % count for count in counts)]
    cells += [*map(show, total.words), show(total.utterances)]
    cells += [format_nce(entropy.system)] if entropy else []
    table.add_row(columns, *cells, *(format_metric(column.system) for column in more), before="=")
    empty = 0 if raw else sum(not speaker.words for speaker in speakers)
    add_moments(table, "c" + columns[1:], speakers, entropy, empty, more)
    return table.draw(0) + (FOOTNOTE if empty else b"")


def add_moments(
    table: Table, columns: str, speakers: list[Speaker], entropy: CrossEntropy | None, empty: int, more: list[Column]
) -> None:
    """Adds the last rows; where speakers have no words they are marked as of the others."""
    sizes = [compute_moments([row.utterances for row in speakers]), compute_moments([row.words for row in speakers])]
    words = [compute_moments(column) for column in drop_empty_speakers(speakers, empty)]
    utterances = compute_moments([each.figures.utterances for each in speakers])
    entropies = [compute_moments(entropy.speakers)] if entropy else []
    show_word = partial(format_figure, b"%5.1f+", 1) if empty else format_percentage
    show_entropy = partial(format_figure, b"%7.3f#", 3) if empty else format_nce
    for index, name, before in ((0, b" Mean ", "="), (2, b" S.D. ", ""), (3, b"Median", "")):
        cells = [*(format_percentage(each[index]) for each in sizes), *(show_word(each[index]) for each in words)]
        cells += [format_percentage(utterances[index]), *(show_entropy(each[index]) for each in entropies)]
        table.add_row(columns, name, *cells, *(format_moment(each, index) for each in more), before=before)


def format_moment(column: Column, index: int) -> bytes:
    """One of the moments of a metric of ours, over the speakers for whom it is defined."""
    values = [value for value in column.speakers if not isnan(value)]
    return format_metric(compute_moments(values)[index] if values else nan)


def drop_empty_speakers(speakers: list[Speaker], empty: int) -> list[list[float]]:
    """The figures of words, by column, without those of speakers who have no reference words.

    SCTK removes them one by one while it still counts indices from before, so of two in a row one stays, and a speaker
    with words goes instead.
    """
    columns = [[speaker.figures.words[index] for speaker in speakers] for index in range(5)]
    for number, speaker in enumerate(speakers):
        if empty and not speaker.words:
            for column in columns:
                del column[number]
                column.append(REMOVED)
    return [column[: len(speakers) - empty] for column in columns]


def format_summary(systems: Sequence[System], test: bytes, tables: Tables, *, raw: bool) -> bytes:
    """Error rates, or errors, by speaker and system; the names of speakers are those of the first system."""
    names = systems[0].scored.speakers()
    rows = [count_speakers(system) for system in systems]
    figures = [
        [row.figures.words[4] if raw else percent_of(row.figures.words[4], row.words) for row in own] for own in rows
    ]
    columns = [(column + [0.0] * len(names))[: len(names)] for column in figures]
    show, show_sum, show_mean = format_rate, format_rate, format_rate
    if raw:  # SCTK rounds the sum to one digit before it prints none
        show, show_sum, show_mean = format_count, partial(format_figure, b"%5.0f ", 1), format_percentage
    tables.center()
    table = tables.make_table()
    kind = b"Word Errors" if raw else b"Percent Word Error"
    add_title(table, b"Scoring Summmary of %b by Speaker" % kind, test)
    head, row = "c" + "|c" * len(systems), "l" + "|c" * len(systems)
    table.add_row(head, b"Spkr", *(system.title for system in systems), before="-")
    for number, name in enumerate(names):
        table.add_row(row, b" " + name + b" ", *(show(column[number]) for column in columns), before="-")
    cells = (show_sum(total_figures(own, raw=raw).words[4]) for own in rows)
    table.add_row(head, b" Sum " if raw else b" Average ", *cells, before="=")
    moments = [compute_moments(column) for column in columns]
    for index, name, before in ((0, b" Mean ", "-"), (2, b" StdDev ", ""), (3, b" Median ", " ")):
        table.add_row(head, name, *(show_mean(each[index]) for each in moments), before=before)
    return table.draw(0)


def add_title(table: Table, title: bytes, test: bytes) -> None:
    """Adds the first rows; the name of the test has a row if it has one."""
    table.add_row("c", title, before=" ", after="" if test else " ")
    if test:
        table.add_row("c", test + b" Test", after=" ")


def format_executive(systems: Sequence[System], test: bytes, tables: Tables, *, raw: bool) -> bytes:
    """A row for each system; NCE has a column if any system has confidences throughout."""
    confident = [has_confidences(system) for system in systems]
    columns = "c|cc|cccccc" + ("|c" if any(confident) else "")
    tables.center()
    table = tables.make_table()
    add_title(table, b"Executive Scoring Summary by %b" % (b"Word Tokens" if raw else b"Percentages"), test)
    table.add_row(columns, *EXECUTIVE_HEADINGS, *([b"NCE"] if any(confident) else []))
    for number, (system, is_confident) in enumerate(zip(systems, confident, strict=True)):
        nce = b"%.3f" % round_figure(compute_cross_entropy(system).system, 3) if is_confident else b"---"
        cells = [*format_figures(count_speakers(system), raw=raw), *([nce] if any(confident) else [])]
        table.add_row(columns, system.title, *cells, before="" if number else "-")
    return table.draw(1)


def format_figures(rows: list[Speaker], *, raw: bool) -> list[bytes]:
    total = total_figures(rows, raw=raw)
    figures = [*total.words, total.utterances]
    counts = [b"%d" % sum(row.utterances for row in rows), b"%d" % sum(row.words for row in rows)]
    return counts + [b"%d" % each if raw else b"%.1f" % round_figure(each, 1) for each in figures]
