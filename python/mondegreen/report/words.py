"""The words of the references by what they are like, and how many of each kind were replaced or lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.aggregate.run import Run
from mondegreen.aggregate.word_groups import count_insertions, group_words
from mondegreen.report import View
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import describe_runs, system_names
from mondegreen.wording import amount

COUNTS = [
    Column("words", "words", 0),
    Column("substitutions", "sub", 0),
    Column("deletions", "del", 0),
    Column("rate", "rate", 2),
]


def report_classes(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """The words of the references by part of speech, and how many of each were replaced or lost.

    With `--ref-tags` they are taken by the tags of that file, such as entities or languages.
    """
    return word_tables("word-class", runs)


def report_scripts(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """The words of the references by script, and how many of each were replaced or lost."""
    return word_tables("word-script", runs)


def report_frequencies(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """The words of the references by how often these have them, and how many of each were replaced or lost."""
    return word_tables("word-frequency", runs)


def report_word_lengths(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """The words of the references by their length, and how many of each were replaced or lost."""
    return word_tables("word-length", runs)


def word_tables(way: str, runs: Sequence[Run]) -> Iterator[Block]:
    """A table for each system."""
    for system, run in zip(system_names(runs), runs, strict=True):
        found = group_words(run, way)
        rows: list[list[Cell]] = [
            [each.name, each.words, each.substitutions, each.deletions, each.rate] for each in found
        ]
        note = (
            f"rate: words replaced or lost, per 100 words; {amount(count_insertions(run), 'word')} too many, of no kind"
        )
        yield Table(
            way, f"by {way}: {describe_runs([run], system)}", [Column("group", way), *COUNTS], rows, note, system=system
        )
