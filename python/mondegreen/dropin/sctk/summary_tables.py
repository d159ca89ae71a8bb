"""sclite's summaries by speaker: percentages (`sum`), counts (`rsum`) and weighted words (`wws`).

A table has a row for each speaker, their sum, and mean, deviation and median over speakers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan, nan
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import truncate_to_int32
from mondegreen.dropin.sctk.confidence_graphs import CrossEntropy, compute_cross_entropy, has_summary_confidences
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
CORRECT, SUBSTITUTED, DELETED, INSERTED = b"CSDI"


class Figures(NamedTuple):
    """Words correct, substituted, deleted, inserted and all errors; and utterances with errors."""

    words: tuple[float, float, float, float, float]
    utterances: float


class Speaker(NamedTuple):
    """A row of the table."""

    name: bytes
    utterances: int
    words: int
    figures: Figures


def format_sum(system: System, tables: Tables) -> bytes:
    """`-o sum`: percentages."""
    rows = count_speakers(system)
    words, utterances = sum(row.words for row in rows), sum(row.utterances for row in rows)
    total = divide_figures(sum_figures(rows), words, utterances)
    return TITLE + b"\n" + draw_summary(system, tables, [divide_row(row, row.words) for row in rows], total)


def format_rsum(system: System, tables: Tables) -> bytes:
    """`-o rsum`: counts."""
    rows = count_speakers(system)
    return TITLE + b"\n" + draw_summary(system, tables, rows, sum_figures(rows), raw=True)


def format_wws(system: System, tables: Tables) -> bytes:
    """`-o wws`: percentages of what words weigh."""
    rows = count_speakers(system)
    weights = [weigh_speaker(system, number) for number in range(len(rows))]
    speakers = [
        weigh_row(row, *weight) if weight[0] else divide_row(row, 0) for row, weight in zip(rows, weights, strict=True)
    ]
    source = center_text(b"** Weights defined by file: '" + (system.weights or b"") + b"'", PAGE_WIDTH)
    head = TITLE + b"\n".join([b"", b"", b"", STARS, BANNER, STARS, b"", source, b"", b""])
    return head + draw_summary(system, tables, speakers, sum_weighted(rows, weights))


def count_speakers(system: System) -> list[Speaker]:
    rows = []
    for name, (utterances, wrong, counts) in zip(system.scored.speakers(), system.scored.totals(), strict=True):
        rows.append(Speaker(name, utterances, sum(counts[:3]), Figures((*counts, sum(counts[1:])), wrong)))
    return rows


def divide_figures(figures: Figures, words: float, utterances: float) -> Figures:
    """The figures in percent of words and utterances."""
    one, two, three, four, five = (percent_of(each, words) for each in figures.words)
    return Figures((one, two, three, four, five), percent_of(figures.utterances, utterances))


def divide_row(row: Speaker, words: float) -> Speaker:
    """The row in percent of the words; of none, the counts of words stay."""
    figures = divide_figures(row.figures, words, row.utterances)
    return row._replace(figures=figures if words else figures._replace(words=row.figures.words))


def sum_figures(speakers: list[Speaker]) -> Figures:
    one, two, three, four, five = (int(sum(each.figures.words[index] for each in speakers)) for index in range(5))
    return Figures((one, two, three, four, five), sum(each.figures.utterances for each in speakers))


def weigh_speaker(system: System, speaker: int) -> tuple[float, float, float, float, float]:
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
    return (reference, sums[CORRECT], sums[SUBSTITUTED], sums[DELETED], sums[INSERTED])


def weigh_row(
    row: Speaker, reference: float, correct: float, substituted: float, deleted: float, inserted: float
) -> Speaker:
    """The row in percent of what the reference weighs."""
    words = (correct, substituted, deleted, inserted, substituted + inserted + deleted)
    return divide_row(row._replace(figures=Figures(words, row.figures.utterances)), reference)


def sum_weighted(rows: list[Speaker], weights: list[tuple[float, float, float, float, float]]) -> Figures:
    """The figures of all speakers in percent."""
    sums = [sum_truncating(column) for column in zip(*weights, strict=True)] or [0] * 5
    reference, correct, substituted, deleted, inserted = sums
    errors = substituted + inserted + deleted
    total = Figures((correct, substituted, deleted, inserted, errors), sum(row.figures.utterances for row in rows))
    return divide_figures(total, reference, sum(row.utterances for row in rows))


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
    tables.center()
    table = tables.make_table()
    table.add_row("c", system.title)
    table.add_row(columns, *make_headings(system, entropy), *(b" %b " % column.heading for column in more), before="-")
    for number, speaker in enumerate(speakers):
        cells = format_speaker(speaker, raw=raw)
        nce = [format_nce(entropy.speakers[number]) if speaker.words else b"# "] if entropy else []
        table.add_row(columns, *cells, *nce, *(format_metric(column.speakers[number]) for column in more), before="-")
    format_figure = format_count if raw else format_percentage
    counts = [sum(each.utterances for each in speakers), sum(each.words for each in speakers)]
    cells = [b" Sum" if raw else b" Sum/Avg", *(b"%5d" % count for count in counts)]
    cells += [*map(format_figure, total.words), format_figure(total.utterances)]
    cells += [format_nce(entropy.system)] if entropy else []
    table.add_row(columns, *cells, *(format_metric(column.system) for column in more), before="=")
    empty = 0 if raw else sum(not speaker.words for speaker in speakers)
    add_moments(table, "c" + columns[1:], speakers, entropy, empty, more)
    return table.draw(0) + (FOOTNOTE if empty else b"")


def make_headings(system: System, entropy: CrossEntropy | None) -> list[bytes]:
    unit = b"# Chr" if system.scored.attributes()[0] & BY_CHARACTER else b"# Wrd"
    headings = [b" SPKR", b" # Snt", unit, b"Corr", b" Sub", b" Del", b" Ins", b" Err", b"S.Err"]
    return [*headings, *([b"NCE"] if entropy else [])]


def format_speaker(speaker: Speaker, *, raw: bool) -> list[bytes]:
    """The row of a speaker, except NCE."""
    format_figure = format_count if raw else format_percentage
    format_words = format_figure if speaker.words or raw else lambda value: b"%5.0f*" % round_figure(value, 0)
    cells = [b" " + speaker.name + b" ", b"%5d" % speaker.utterances, b"%5d" % speaker.words]
    return [*cells, *map(format_words, speaker.figures.words), format_figure(speaker.figures.utterances)]


def add_moments(
    table: Table,
    columns: str,
    speakers: list[Speaker],
    entropy: CrossEntropy | None,
    empty: int,
    more: Sequence[Column],
) -> None:
    """Adds the last rows; where speakers have no words they are marked as of the others."""
    sizes = [compute_moments([row.utterances for row in speakers]), compute_moments([row.words for row in speakers])]
    words = [compute_moments(column) for column in drop_empty_speakers(speakers, empty)]
    utterances = compute_moments([each.figures.utterances for each in speakers])
    entropies = [compute_moments(entropy.speakers)] if entropy else []
    format_word = (lambda value: format_percentage(value)[:-1] + b"+") if empty else format_percentage
    format_entropy = (lambda value: format_nce(value)[:-1] + b"#") if empty else format_nce
    for index, name, before in ((0, b" Mean ", "="), (2, b" S.D. ", ""), (3, b"Median", "")):
        cells = [*(format_percentage(each[index]) for each in sizes), *(format_word(each[index]) for each in words)]
        cells += [format_percentage(utterances[index]), *(format_entropy(each[index]) for each in entropies)]
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


def format_count(value: float) -> bytes:
    return b"%5.0f " % round_figure(value, 0)


def format_percentage(value: float) -> bytes:
    return b"%5.1f " % round_figure(value, 1)


def format_nce(value: float) -> bytes:
    return b"%7.3f " % round_figure(value, 3)


def format_metric(value: float) -> bytes:
    """A metric of ours, if it is defined."""
    return b"--- " if isnan(value) else b"%6.2f " % round_figure(value, 2)
