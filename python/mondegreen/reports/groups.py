"""Scores, counts and words by group: of one system, or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.bygroup import LENGTH, group_by_length
from mondegreen.reports import View
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.caption import caption_run, caption_runs, describe_runs, short_names, system_names
from mondegreen.results.groups import score_groups
from mondegreen.results.run import Run
from mondegreen.results.summary import ERRORS, SIZES, Summary, spread_columns, summarize_run, to_percentages
from mondegreen.results.word_groups import count_insertions, group_words
from mondegreen.wording import pluralize

# The names of groups, and by metric the score of each.
Found = tuple[Sequence[str], dict[str, list[float]]]
# What names a group, and its numbers.
NamedCells = tuple[Sequence[str], Sequence["str | float | None"]]


def report_groups(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Every metric's score by group: speakers, or any other column; utterances where nothing else groups."""
    if not runs:
        return
    by = next((column for run in runs if (column := view.column(run))), "utterance")
    yield tabulate_scores("groups", by, runs, [score_groups(run, run.groups(by)) for run in runs])


def report_lengths(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Every metric's score by the number of words in the reference."""
    if runs:
        yield tabulate_scores("lengths", LENGTH, runs, list(map(score_by_length, runs)))


def score_by_length(run: Run) -> Found:
    return score_groups(run, group_by_length(run))


def tabulate_scores(name: str, by: str, runs: Sequence[Run], found: Sequence[Found]) -> Table:
    """Of one system groups down and metrics across; of several metrics and groups down, systems across."""
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))
    if len(runs) == 1:
        (groups, scores), heads = found[0], [Column(by, by)]
        columns = make_columns(2, **{label: label for label in labels})
        rows: list[NamedCells] = [((group,), cells) for group, *cells in zip(groups, *scores.values(), strict=True)]
    else:
        heads = [Column("metric", "metric"), Column(by, by)]
        columns = make_columns(2, **dict(zip(system_names(runs), short_names(runs), strict=True)))
        rows = list(compare_systems(labels, found))
    return tabulate_groups(name, f"{describe_runs(runs)}, by {by}", [*heads, *columns], rows, caption_runs(runs))


def compare_systems(labels: Sequence[str], found: Sequence[Found]) -> Iterator[NamedCells]:
    """Each metric's scores of each group by all systems; None where a system has no such group."""
    groups = dict.fromkeys(group for names, _ in found for group in names)
    for label in labels:
        systems = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        yield from (((label, group), [each.get(group) for each in systems]) for group in groups)


def tabulate_groups(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[NamedCells],
    note: str,
    *,
    foot: Sequence[Sequence[Cell]] = (),
    system: str = "",
) -> Table:
    """A table with a row for each group: what names it, and its numbers."""
    return Table(name, title, columns, [[*names, *cells] for names, cells in rows], note, foot, system)


Numbers: TypeAlias = NDArray[np.float64]

HEADINGS = ("snt", "wrd", "corr", "sub", "del", "ins", "err", "s.err")
RATE_NAMES = ("correct", "substitution", "deletion", "insertion", "error", "sentence_error")
COUNT_COLUMNS = [Column(name, head, 0) for name, head in zip((*SIZES, *ERRORS), HEADINGS, strict=True)]
PERCENTAGES = COUNT_COLUMNS[:2] + [
    Column(f"{name}_rate", head, 1) for name, head in zip(RATE_NAMES, HEADINGS[2:], strict=True)
]
# The names of SPREADS, as sclite writes them.
SPREAD_NAMES = ("Mean", "S.D.", "Median")


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
    whole = {system: run for system, run in named if view.column(run) is None}
    if whole:
        these = list(whole.values())
        rows = (((system,), way(summarize_run(run).total).tolist()) for system, run in whole.items())
        heads = [Column("system", "system"), *columns]
        yield tabulate_groups(name, describe_runs(these), heads, rows, caption_runs(these))
    for system, run in named:
        if (by := view.column(run)) is not None:
            found = summarize_run(run, by)
            counts = way(found.counts)
            spreads = zip((total, *SPREAD_NAMES), (way(found.total), *spread_columns(counts)), strict=True)
            foot = [[what, *numbers.tolist()] for what, numbers in spreads]
            rows = (((group,), numbers) for group, numbers in zip(found.names, counts.tolist(), strict=True))
            title, heads = f"{describe_runs([run], system)}, by {by}", [Column(by, by), *columns]
            yield tabulate_groups(name, title, heads, rows, summary_note(run, found), foot=foot, system=system)


def summary_note(run: Run, found: Summary) -> str:
    lacking = found.without_words
    groups = "groups have" if lacking > 1 else "group has"
    said = [f"{lacking} {groups} no reference word, and no part in the mean, S.D. and median of rates"]
    return "; ".join([caption_run(run), *(said if lacking else [])])


WORD_COLUMNS = [*make_columns(0, words="words", substitutions="sub", deletions="del"), Column("rate", "rate", 2)]


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
    for system, run in zip(system_names(runs), runs, strict=True):
        rows = (
            ((each.name,), (each.words, each.substitutions, each.deletions, each.rate))
            for each in group_words(run, way)
        )
        many = pluralize(count_insertions(run), "word")
        note = f"rate: words replaced or lost, per 100 words; {many} too many, of no kind"
        title = f"by {way}: {describe_runs([run], system)}"
        yield tabulate_groups(way, title, [Column("group", way), *WORD_COLUMNS], rows, note, system=system)
