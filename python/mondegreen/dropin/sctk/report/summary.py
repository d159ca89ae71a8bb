"""What the summaries of a system have in common: a row for each speaker, their sum, and mean, deviation and median.

A report gives its figures and how it prints them; see `sum`, `rsum` and `wws`.
"""

from math import isnan, nan
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.sctk.attributes import CHARACTERS
from mondegreen.dropin.sctk.confidence import CrossEntropy, cross_entropy, summed_confident
from mondegreen.dropin.sctk.pad import SCREEN, centred
from mondegreen.dropin.sctk.statistics import Moments, compute_moments, percent_of, round_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.dropin.sctk.system import Column, System
    from mondegreen.dropin.sctk.table import Table, Tables

TITLE = centred(b"SYSTEM SUMMARY PERCENTAGES by SPEAKER", SCREEN)
FOOTNOTE = (
    b"\n* No Reference words for this/these speaker(s).  Word counts supplied\n"
    b"  rather than percents.\n"
    b"# No Reference words for this/these speaker(s).  NCE not computable.\n"
    b"+ Speaker(s) with no reference data is ignored\n"
)
REMOVED = -1000.0


class Figures(NamedTuple):
    """What a row tells: of words those correct, substituted, deleted, inserted and all errors; then of utterances."""

    words: tuple[float, float, float, float, float]
    utterances: float


class Speaker(NamedTuple):
    """A row of the table."""

    name: bytes
    utterances: int
    words: int
    figures: Figures


class Summary(NamedTuple):
    """Rows and their sum, which is printed like percents or, if `raw`, like counts."""

    speakers: list[Speaker]
    total: Figures
    raw: bool


def counted(system: "System") -> list[Speaker]:
    """The speakers with their plain counts."""
    rows = []
    for name, (utterances, wrong, counts) in zip(system.scored.speakers(), system.scored.totals(), strict=True):
        errors = sum(counts[1:])
        rows.append(Speaker(name, utterances, sum(counts[:3]), Figures((*counts, errors), wrong)))
    return rows


def percents(figures: Figures, words: float, utterances: float) -> Figures:
    """The figures in percent of words and utterances."""
    one, two, three, four, five = (percent_of(each, words) for each in figures.words)
    return Figures((one, two, three, four, five), percent_of(figures.utterances, utterances))


def pooled(speakers: list[Speaker]) -> Figures:
    """The sums of all speakers' counts."""
    one, two, three, four, five = (int(sum(each.figures.words[place] for each in speakers)) for place in range(5))
    return Figures((one, two, three, four, five), sum(each.figures.utterances for each in speakers))


def draw(system: "System", tables: "Tables", summary: Summary) -> bytes:
    """The table and what is said below it; the title above it is the report's."""
    entropy = cross_entropy(system) if summed_confident(system) else None
    more = [] if summary.raw else system.columns
    columns = "l|cc|cccccc" + ("|c" if entropy else "") + ("|" + "c" * len(more) if more else "")
    tables.centre()
    table = tables.table()
    table.row("c", system.title)
    table.row(columns, *headings(system, entropy), *(b" %b " % column.heading for column in more), before="-")
    for number, speaker in enumerate(summary.speakers):
        cells = speaker_cells(speaker, raw=summary.raw)
        chance = [thousandths(entropy.speakers[number]) if speaker.words else b"# "] if entropy else []
        table.row(columns, *cells, *chance, *(defined(column.speakers[number]) for column in more), before="-")
    total = [b" Sum" if summary.raw else b" Sum/Avg", *sum_cells(summary)]
    total += [thousandths(entropy.system)] if entropy else []
    table.row(columns, *total, *(defined(column.system) for column in more), before="=")
    empty = 0 if summary.raw else sum(not speaker.words for speaker in summary.speakers)
    statistics(table, "c" + columns[1:], summary.speakers, entropy, empty, more)
    return table.drawn(0) + (FOOTNOTE if empty else b"")


def headings(system: "System", entropy: CrossEntropy | None) -> list[bytes]:
    """The first row."""
    characters = system.scored.attributes()[0] & CHARACTERS
    heads = [b" SPKR", b" # Snt", b"# Chr" if characters else b"# Wrd", b"Corr", b" Sub", b" Del", b" Ins", b" Err"]
    return [*heads, b"S.Err", *([b"NCE"] if entropy else [])]


def speaker_cells(speaker: Speaker, *, raw: bool) -> list[bytes]:
    """The row of a speaker, save NCE."""
    form: Callable[[float], bytes] = whole if raw else tenths
    words = form if speaker.words or raw else lambda value: b"%5.0f*" % round_figure(value, 0)
    cells = [b" " + speaker.name + b" ", b"%5d" % speaker.utterances, b"%5d" % speaker.words]
    return [*cells, *map(words, speaker.figures.words), form(speaker.figures.utterances)]


def sum_cells(summary: Summary) -> list[bytes]:
    """The row of the sums, save NCE."""
    form: Callable[[float], bytes] = whole if summary.raw else tenths
    counts = [sum(each.utterances for each in summary.speakers), sum(each.words for each in summary.speakers)]
    return [*(b"%5d" % count for count in counts), *map(form, summary.total.words), form(summary.total.utterances)]


def statistics(
    table: "Table",
    columns: str,
    speakers: list[Speaker],
    entropy: CrossEntropy | None,
    empty: int,
    more: "Sequence[Column]",
) -> None:
    """The last rows; with speakers without words they are said to be of the others."""
    size = [compute_moments([each.utterances for each in speakers]), compute_moments([each.words for each in speakers])]
    words = [compute_moments(each) for each in without_empty(speakers, empty)]
    utterances = compute_moments([each.figures.utterances for each in speakers])
    chances = [compute_moments(entropy.speakers)] if entropy else []
    of_words = (lambda value: tenths(value)[:-1] + b"+") if empty else tenths
    of_chances = (lambda value: thousandths(value)[:-1] + b"#") if empty else thousandths
    for place, name in ((0, b" Mean "), (2, b" S.D. "), (3, b"Median")):
        cells = [*texts(size, place, tenths), *texts(words, place, of_words), *texts([utterances], place, tenths)]
        cells += [*texts(chances, place, of_chances), *(spread(column, place) for column in more)]
        table.row(columns, name, *cells, before="" if place else "=")


def texts(figures: "Sequence[Moments]", place: int, form: "Callable[[float], bytes]") -> list[bytes]:
    """One of the moments of each."""
    return [form(each[place]) for each in figures]


def spread(column: "Column", place: int) -> bytes:
    """One of the moments of a metric of ours, over the speakers for whom it is defined."""
    values = [value for value in column.speakers if not isnan(value)]
    return defined(compute_moments(values)[place] if values else nan)


def without_empty(speakers: list[Speaker], empty: int) -> list[list[float]]:
    """The figures of words, by column, without those of speakers who have no reference words.

    SCTK removes them one by one while it still counts places from before, so of two in a row one stays, and a speaker
    with words goes instead.
    """
    columns = [[speaker.figures.words[place] for speaker in speakers] for place in range(5)]
    for number, speaker in enumerate(speakers):
        if empty and not speaker.words:
            for column in columns:
                del column[number]
                column.append(REMOVED)
    return [column[: len(speakers) - empty] for column in columns]


def whole(value: float) -> bytes:
    """A count."""
    return b"%5.0f " % round_figure(value, 0)


def tenths(value: float) -> bytes:
    """A percentage."""
    return b"%5.1f " % round_figure(value, 1)


def thousandths(value: float) -> bytes:
    """An NCE."""
    return b"%7.3f " % round_figure(value, 3)


def defined(value: float) -> bytes:
    """A metric of ours, if there is one."""
    return b"--- " if isnan(value) else b"%6.2f " % round_figure(value, 2)
