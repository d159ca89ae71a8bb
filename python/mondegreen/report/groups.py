"""Scores, counts and words by group: of one system, of several side by side, and of a system beside its baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen.aggregate.groups import score_column_groups, score_groups
from mondegreen.aggregate.interval import warn_of_few_units
from mondegreen.aggregate.run import Run
from mondegreen.aggregate.summary import ERRORS, SIZES, SPREADS, Summary, spread_columns, summarize_run, to_percentages
from mondegreen.aggregate.word_groups import count_insertions, group_words
from mondegreen.compare.bygroup import CLASS, LENGTH, compare_groups, group_by_length
from mondegreen.compare.comparison import Comparison
from mondegreen.compare.standings import Marked
from mondegreen.report import View
from mondegreen.report.blocks import Block, Cell, Column, Table
from mondegreen.report.caption import caption_run, caption_runs, describe_runs, short_names, system_names
from mondegreen.report.caption import system_names as names_of
from mondegreen.report.comparison import compared_names, comparison_title
from mondegreen.wording import amount

# The names of groups, and by metric the score of each.
Found = tuple[Sequence[str], dict[str, list[float]]]


def report_groups(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Every metric's score by group: speakers, or any other column; utterances where nothing else groups."""
    if not runs:
        return
    by = next((column for run in runs if (column := view.column(run))), "utterance")
    yield group_table("groups", by, runs, [score_column_groups(run, by) for run in runs])


def report_lengths(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Every metric's score by the number of words in the reference."""
    if runs:
        yield group_table("lengths", LENGTH, runs, list(map(score_by_length, runs)))


def score_by_length(run: Run) -> Found:
    """Every metric's score of utterances of like length."""
    return score_groups(run, group_by_length(run))


def group_table(name: str, by: str, runs: Sequence[Run], found: Sequence[Found]) -> Table:
    """The table of what was found of each run."""
    columns, rows = (
        single_system_rows(runs[0], by, found[0]) if len(runs) == 1 else several_systems_rows(runs, by, found)
    )
    return Table(name, f"{describe_runs(runs)}, by {by}", columns, rows, caption_runs(runs))


def single_system_rows(run: Run, by: str, found: Found) -> tuple[list[Column], list[list[Cell]]]:
    """Groups down, metrics across."""
    groups, scores = found
    rows: list[list[Cell]] = [list(row) for row in zip(groups, *scores.values(), strict=True)]
    return [Column(by, by), *(Column(label, label, 2) for label in run.scores)], rows


def several_systems_rows(runs: Sequence[Run], by: str, found: Sequence[Found]) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics and groups down, systems across."""
    labels = dict.fromkeys(label for run in runs for label in run.scores)
    groups = dict.fromkeys(group for names, _ in found for group in names)
    rows: list[list[Cell]] = []
    for label in labels:
        systems = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        rows += [[label, group, *(each.get(group) for each in systems)] for group in groups]
    columns = [Column(name, heading, 2) for name, heading in zip(names_of(runs), short_names(runs), strict=True)]
    return [Column("metric", "metric"), Column(by, by), *columns], rows


CHANGE_COLUMNS = [
    Column("base", "base", 2),
    Column("score", "score", 2),
    Column("change", "change", 2),
    Column("relative", "%", 2),
    Column("units", "n", 0),
]
GROUP_NOTES = {
    CLASS: "distance: 100 (1 - cosine) with the word in its place, mean of words that are right or replaced; "
    "n: of the baseline; largest reduction first",
    "errors": "errors: words replaced or lost, per hundred reference words; n: reference words",
}
UTTERANCE_NOTE = "n: utterances"
MARK_COLUMNS = [
    Column("metric", "metric"),
    Column("worse", "worse", 0),
    Column("others", "others", 0),
    Column("mean_worse", "marks in worse", 3),
    Column("mean_others", "in others", 3),
    Column("ratio", "ratio", 3),
    Column("low", "low", 3),
    Column("high", "high", 3),
]


def report_group_changes(comparison: Comparison, name: str) -> Iterator[Block]:
    """A table for each system, with a row for each group and metric."""
    for system, run in zip(compared_names(comparison), comparison.systems, strict=True):
        found = compare_groups(comparison.base, run, name)
        what = found[0].what if found else ""
        columns = [Column("group", name), Column("metric", ""), *CHANGE_COLUMNS]
        rows: list[list[Cell]] = [
            [each.group, each.what, each.base, each.system, each.change, each.relative, each.units] for each in found
        ]
        note = GROUP_NOTES.get(name) or GROUP_NOTES.get(what) or UTTERANCE_NOTE
        yield Table("by", f"by {name}: {comparison_title(comparison, system)}", columns, rows, note, system=system)


def report_marks(comparison: Comparison, found: Sequence[dict[str, Marked]], path: str) -> Iterator[Block]:
    """Of each system and metric, whether marks go with what got worse."""
    how = comparison.how
    note = (
        f"ratio: marks in utterances that got worse over those in others; {how.level:g} % of {how.resamples} resamples"
    )
    for system, each in zip(compared_names(comparison), found, strict=True):
        rows: list[list[Cell]] = [[label, *numbers] for label, numbers in each.items()]
        heading = f"marks of {path}: {comparison_title(comparison, system)}"
        few = warn_of_few_units(len(comparison.groups.names), comparison.unit)
        said = "; ".join([f"{note} by {how.over}, seed {how.seed}", *few])
        yield Table("marks", heading, MARK_COLUMNS, rows, said, system=system)


Numbers: TypeAlias = NDArray[np.float64]

HEADINGS = ("snt", "wrd", "corr", "sub", "del", "ins", "err", "s.err")
RATE_NAMES = ("correct", "substitution", "deletion", "insertion", "error", "sentence_error")
COUNT_COLUMNS = [Column(name, head, 0) for name, head in zip((*SIZES, *ERRORS), HEADINGS, strict=True)]
PERCENTAGES = COUNT_COLUMNS[:2] + [
    Column(f"{name}_rate", head, 1) for name, head in zip(RATE_NAMES, HEADINGS[2:], strict=True)
]
SPREAD_NAMES = dict(zip(SPREADS, ("Mean", "S.D.", "Median"), strict=True))


def report_summary(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group, in per cent: the summary that sclite's users know."""
    return summary_tables("summary", "Sum/Avg", PERCENTAGES, to_percentages, runs, view)


def report_counts(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group, as counts: the summary that sclite's users know."""
    return summary_tables("counts", "Sum", COUNT_COLUMNS, np.copy, runs, view)


def summary_tables(
    name: str, total: str, columns: list[Column], way: Callable[[Numbers], Numbers], runs: Sequence[Run], view: View
) -> Iterator[Block]:
    """A table for each system with its groups; those whose pairs nothing groups share one."""
    named = list(zip(system_names(runs), runs, strict=True))
    whole = [(system, run) for system, run in named if view.column(run) is None]
    if whole:
        rows = [summary_row(system, way(summarize_run(run).total)) for system, run in whole]
        these = [run for _, run in whole]
        yield Table(name, describe_runs(these), [Column("system", "system"), *columns], rows, caption_runs(these))
    for system, run in named:
        if (by := view.column(run)) is not None:
            found = summarize_run(run, by)
            heads = [Column(by, by), *columns]
            title = f"{describe_runs([run], system)}, by {by}"
            rows = [summary_row(group, numbers) for group, numbers in zip(found.names, way(found.counts), strict=True)]
            yield Table(name, title, heads, rows, summary_note(run, found), spread_rows(total, found, way), system)


def summary_row(name: str, numbers: Numbers) -> list[Cell]:
    """A row of the table."""
    return [name, *numbers.tolist()]


def spread_rows(total: str, found: Summary, way: Callable[[Numbers], Numbers]) -> list[list[Cell]]:
    """All groups together, and how they spread."""
    spreads = zip(SPREAD_NAMES.values(), spread_columns(way(found.counts)), strict=True)
    return [summary_row(total, way(found.total)), *(summary_row(name, numbers) for name, numbers in spreads)]


def summary_note(run: Run, found: Summary) -> str:
    """What was paired, and which groups have no rates."""
    lacking = found.without_words
    groups = "groups have" if lacking > 1 else "group has"
    said = [f"{lacking} {groups} no reference word, and no part in the mean, S.D. and median of rates"]
    return "; ".join([caption_run(run), *(said if lacking else [])])


WORD_COLUMNS = [
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
            way,
            f"by {way}: {describe_runs([run], system)}",
            [Column("group", way), *WORD_COLUMNS],
            rows,
            note,
            system=system,
        )
