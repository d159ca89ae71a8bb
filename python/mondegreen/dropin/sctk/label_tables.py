"""Error rates by the labels of utterances: `sclite -o lur` of one system by speaker, `sc_stats -r lur` of several."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mondegreen.dropin.emulation.streams import ExitError
from mondegreen.dropin.sctk.statistics import compute_moments, percent_of, round_figure
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.sctk.table import Table, Tables

BAD_LABEL = b"""Error: Bad Label '%s' for utt %s
       Make sure utterance labels have been properly formatted in the reference file.
"""
UNKNOWN_LABEL = b"""Error: Label id '%s' lookup failed for utt %s
       Make sure labels have been defined in the comment lines of the reference file.
"""
AMBIGUOUS_LABEL = b"""Error: Label id '%s' of utt '%s' (label def %s) occurs in multiple label category fields.
"""
PART = re.compile(rb"([^<,>]*)(?:[<,>]|$)")
NOTES = (
    b"Note:  * Speaker Has no reference word tokens.  Number of incorrect words presented",
    b"       + Speakers with no reference words ignored",
)
SECTIONS = (
    ("=", b"Set/Subset #Words and System Set/Subset Average Word Error Rate"),
    ("=", b"Set/Subset Mean #Words/Speaker and Set/Subset Mean Word Error Rate/Speaker"),
    ("-", b"Associated Standard Deviations"),
    ("=", b"Set/Subset Median #Words/Speaker and Set/Subset Median Word Error Rate/Speaker"),
)


class Count(NamedTuple):
    """Words of the reference, and errors."""

    words: int
    errors: int


def format_lur(system: System, tables: Tables) -> bytes:
    """`sclite -o lur`: a row for each speaker."""
    categories: list[int | None] = [None] * len(system.labels)
    counts = count_labels(system, categories)
    titles, figures, groups = make_layouts(categories)
    table = tables.make_table()
    table.add_row("c", b"System: " + system.title)
    add_head(table, system, titles, groups, b"SPKR")
    has_wordless = False
    for number, name in enumerate(system.scored.speakers()):
        own = [by_speaker[number] for by_speaker in counts]
        has_wordless |= any(count.errors and not count.words for count in own)
        table.add_row(figures, name, *(text for count in own for text in format_count(count)), before="-")
    totals = [compute_rates(by_speaker, [count for count in by_speaker if count.words]) for by_speaker in counts]
    mark = b" +" if has_wordless else b""
    rows = (("=", b"Set Sum/Avg"), ("-", b"Mean" + mark), ("", b"StdDev" + mark), (" ", b"Median"))
    for index, (before, name) in enumerate(rows):
        pairs = [total[index] for total in totals]
        if index == 0:  # SCTK rounds the pooled rate twice
            pairs = [(words, round_figure(rate, 1)) for words, rate in pairs]
        table.add_row(figures, name, *format_rates(pairs), before=before)
    if has_wordless:
        for number, note in enumerate(NOTES):
            table.add_row("l", note, before="" if number else "-")
    return table.draw(1)


def format_lur_by_system(systems: Sequence[System], test: bytes, tables: Tables) -> bytes:
    """`sc_stats -r lur`: a row for each system; the labels are those of the first."""
    first = systems[0]
    categories: list[int | None] = [None] * max(len(system.labels) for system in systems)
    rates = []
    for system in systems:  # speakers count who have words or errors under a label
        counts = count_labels(system, categories)
        rates.append([compute_rates(by_speaker, [each for each in by_speaker if any(each)]) for by_speaker in counts])
    titles, figures, groups = make_layouts(categories[: len(first.labels)])
    table = tables.make_table()
    table.add_row("c", b"By System Test Subset Scoring Summary")
    table.add_row("c", b"For the %b Test" % test)
    add_head(table, first, titles, groups, b"SYSTEM")
    section = "c|" + "ca" + "aa" * (len(first.labels) - 1) if first.labels else "c|"
    for index, (before, name) in enumerate(SECTIONS):
        table.add_row(section, b"", name, before=before)
        for number, (system, own) in enumerate(zip(systems, rates, strict=True)):
            cells = format_rates([each[index] for each in own])
            table.add_row(figures, system.title, *cells, before="" if number else "-")
    return table.draw(1)


def count_labels(system: System, categories: list[int | None]) -> list[list[Count]]:
    """The counts of the utterances with a label, by label and speaker.

    `categories` holds between which commas a label was first seen, here or in other systems.
    """
    speakers = len(system.scored.speakers())
    counts = [[Count(0, 0)] * speakers for _ in system.labels]
    known: dict[bytes, int] = {}
    for number, label in enumerate(system.labels):
        known.setdefault(label.id.lower(), number)
    for speaker in range(speakers):
        for utterance in system.scored.utterances(speaker):
            name, labels = system.scored.header(utterance)[:2]
            if labels is None:
                continue
            correct, substituted, deleted, inserted = system.scored.counts(utterance)
            for category, part in split_labels(name, labels):
                number = known.get(part.lower(), -1)
                if number < 0:
                    raise ExitError(UNKNOWN_LABEL % (part, name))
                if categories[number] is None:
                    categories[number] = category
                elif categories[number] != category:
                    raise ExitError(AMBIGUOUS_LABEL % (part, name, labels))
                words, errors = counts[number][speaker]
                words += correct + substituted + deleted
                counts[number][speaker] = Count(words, errors + substituted + deleted + inserted)
    return counts


def split_labels(name: bytes, labels: bytes) -> Iterator[tuple[int, bytes]]:
    """The parts of `<a,b,c>`, each with its index between commas; empty parts are counted, too."""
    if not labels.startswith(b"<"):
        raise ExitError(BAD_LABEL % (labels, name))
    for index, found in enumerate(PART.finditer(labels, 1)):
        if found[0] in {b">", b""}:
            return
        if found[1]:
            yield index, found[1]


def compute_rates(counts: Sequence[Count], speakers: Sequence[Count]) -> list[tuple[float, float]]:
    """Words and error rate of a label: pooled, then mean, deviation and median over the speakers who count."""
    words, errors = (sum(column) for column in zip((0, 0), *counts, strict=True))
    sizes = compute_moments([count.words for count in speakers])
    rates = compute_moments([percent_of(count.errors, count.words) for count in speakers])
    pooled = (words, percent_of(errors, words))
    return [pooled, (sizes.mean, rates.mean), (sizes.deviation, rates.deviation), (sizes.median, rates.median)]


def make_layouts(categories: list[int | None]) -> tuple[str, str, str]:
    """The layouts of titles over two columns for each label, of its two figures, and of titles of categories.

    Labels of other categories stand behind a double line.
    """
    titles = figures = groups = "c"
    for number, category in enumerate(categories):
        is_other = number > 0 and category != categories[number - 1]
        line = "=" if is_other else "|"
        titles += line + "ca"
        figures += line + "rr"
        groups += line + ("ca" if is_other or number == 0 else "aa")
    return titles, figures, groups


def add_head(table: Table, first: System, titles: str, groups: str, corner: bytes) -> None:
    """Adds the rows that explain the labels, and the titles of the columns."""
    for number, label in enumerate(first.labels):
        cells = (label.title.replace(b"//", b" "), b"->", label.description)
        table.add_row("ccc", *cells, before="" if number else " ")
    table.add_row("ccc", b"", b"", b"", before="" if first.labels else " ", after=" ")
    if first.categories:
        table.add_row(groups, b"", *(label.title for label in first.categories), before="-")
    table.add_row(titles, corner, *(label.title for label in first.labels), before="-")
    table.add_row(titles, b"", *[b" #Wrd %WE"] * len(first.labels))


def format_count(count: Count) -> tuple[bytes, bytes]:
    if count.words:
        return b"[%d]" % count.words, b"%.1f" % round_figure(percent_of(count.errors, count.words), 1)
    return (b"0", b"* %d *" % count.errors) if count.errors else (b"", b"")


def format_rates(pairs: Sequence[tuple[float, float]]) -> list[bytes]:
    """Two cells for the words and the error rate of each label."""
    return [text for words, rate in pairs for text in (b"[%d]" % int(words), b"%.1f" % round_figure(rate, 1))]
