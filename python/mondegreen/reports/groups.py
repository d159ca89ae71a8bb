"""Scores, counts and words by group: of one system, or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.bygroup import LENGTH, group_by_length
from mondegreen.errors import pluralize
from mondegreen.metrics.base import Fraction
from mondegreen.metrics.support.rows import Groups
from mondegreen.reports import View, describe_runs, short_names, system_names
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.metrics import judge_best
from mondegreen.results.run import Run, score_groups
from mondegreen.results.summary import ERRORS, SIZES, Summary, spread_columns, summarize_run, to_percentages
from mondegreen.results.word_groups import count_insertions, group_words

# The names of groups, and by metric the score of each.
Found = tuple[Sequence[str], dict[str, list[float]]]
# What names a group, and its numbers.
NamedCells = tuple[Sequence[Cell], Sequence[Cell]]
# What stands for all groups together.
TOTAL = "total"


def report_groups(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Every metric's score by speaker, or by another column; by utterance if there is no other."""
    if runs:
        by = next((column for run in runs if (column := view.column(run))), "utterance")
        yield tabulate_groupings("groups", by, runs, [Groups.of(by, run.pairs.column(by)) for run in runs])


def report_lengths(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Every metric's score by the number of words in the reference."""
    if runs:
        yield tabulate_groupings("lengths", LENGTH, runs, list(map(group_by_length, runs)))


def score_by_length(run: Run) -> Found:
    return score_groups(run, group_by_length(run))


def tabulate_groupings(name: str, by: str, runs: Sequence[Run], groups: Sequence[Groups]) -> Table:
    """Groups down and below them all together; across metrics, of several systems all of them for each metric."""
    found, sizes = list(map(score_groups, runs, groups)), count_groups(runs, groups)
    score = next(iter(runs[0].scores.values()), None)
    whole = Fraction(None, None, "") if score is None else score.metric.fraction(score.total)
    # What names a group, and its size: its utterances or sessions, and what the first metric is a share of.
    heads = [Column(by, by), Column("pairs", f"{runs[0].pairs.noun}s", 0), Column("of", whole.what or "of", 0)]
    total: list[Cell] = [TOTAL, len(runs[0].pairs), whole.of]
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))
    every = {label: [score.value if (score := run.scores.get(label)) else None for run in runs] for label in labels}
    rows: list[NamedCells]
    if len(runs) == 1:
        (names, scores), columns = found[0], make_columns(2, "%", **{label: label for label in labels})
        rows = [((group, *sizes[group]), cells) for group, *cells in zip(names, *scores.values(), strict=True)]
        foot = [[*total, *(values[0] for values in every.values())]]
    else:
        heads = [Column("metric", "metric", once=True), *heads]
        columns = make_columns(2, "%", **dict(zip(system_names(runs), short_names(runs), strict=True)))
        rows = list(compare_systems(labels, found, runs, sizes))
        foot = [[label, *total, *judge_best(values, runs, label)] for label, values in every.items()]
    return tabulate_groups(name, f"{describe_runs(runs)}, by {by}", [*heads, *columns], rows, "", foot=foot)


def count_groups(runs: Sequence[Run], groups: Sequence[Groups]) -> dict[str, list[Cell]]:
    """How many utterances each group has, and of how many words or the like the first metric is a share.

    Of several systems those of the first that has the group.
    """
    found: dict[str, list[Cell]] = {}
    for run, each in zip(runs, groups, strict=True):
        score = next(iter(run.scores.values()), None)
        wholes: list[Cell] = [None] * len(each.names)
        if score is not None:
            wholes = [score.metric.fraction(row).of for row in score.rows.by(each)]
        sizes = np.bincount(each.index, minlength=len(each.names)).tolist()
        found = {name: [*cells] for name, *cells in zip(each.names, sizes, wholes, strict=True)} | found
    return found


def compare_systems(
    labels: Sequence[str], found: Sequence[Found], runs: Sequence[Run], sizes: Mapping[str, list[Cell]]
) -> Iterator[NamedCells]:
    """Each metric's scores of each group by all systems, the best marked; None where a system has no such group."""
    groups = dict.fromkeys(group for names, _ in found for group in names)
    for label in labels:
        systems = [dict(zip(names, scores.get(label, ()), strict=False)) for names, scores in found]
        for group in groups:
            values = [each.get(group) for each in systems]
            yield (label, group, *sizes.get(group, [])), judge_best(values, runs, label)


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
    """Sentences, words and errors by group in percent, as in sclite's summary."""
    return summary_tables("summary", "Sum/Avg", PERCENTAGES, to_percentages, runs, view)


def report_counts(runs: Sequence[Run], view: View) -> Iterator[Block]:
    """Sentences, words and errors by group as counts, as in sclite's raw summary."""
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
        yield tabulate_groups(name, describe_runs(these), heads, rows, "")
    for system, run in named:
        if (by := view.column(run)) is not None:
            found = summarize_run(run, by)
            counts = way(found.counts)
            spreads = zip((total, *SPREAD_NAMES), (way(found.total), *spread_columns(counts)), strict=True)
            foot = [[what, *numbers.tolist()] for what, numbers in spreads]
            rows = (((group,), numbers) for group, numbers in zip(found.names, counts.tolist(), strict=True))
            title, heads = f"{describe_runs([run], system)}, by {by}", [Column(by, by), *columns]
            yield tabulate_groups(name, title, heads, rows, summary_note(found), foot=foot, system=system)


def summary_note(found: Summary) -> str:
    lacking = found.without_words
    groups = "groups have" if lacking > 1 else "group has"
    said = f"{lacking} {groups} no reference word and do not count in the mean, S.D. and median of rates"
    return said if lacking else ""


WORD_COLUMNS = [
    *make_columns(0, words="words", substitutions="sub", deletions="del"),
    Column("rate", "error rate", 2, unit="%"),
]


def report_classes(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Substituted and deleted reference words by part of speech.

    With `--ref-tags` they are grouped by the tags of that file, such as entities or languages.
    """
    return word_tables("word-class", runs)


def report_scripts(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Substituted and deleted reference words by script."""
    return word_tables("word-script", runs)


def report_frequencies(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Substituted and deleted reference words by their frequency in the references."""
    return word_tables("word-frequency", runs)


def report_word_lengths(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - there are few
    """Substituted and deleted reference words by their length."""
    return word_tables("word-length", runs)


def word_tables(way: str, runs: Sequence[Run]) -> Iterator[Block]:
    for system, run in zip(system_names(runs), runs, strict=True):
        rows = (
            ((each.name,), (each.words, each.substitutions, each.deletions, each.rate))
            for each in group_words(run, way)
        )
        many = pluralize(count_insertions(run), "insertion")
        note = f"error rate: substitutions and deletions per 100 reference words; of no group: {many}"
        title = f"by {way}: {describe_runs([run], system)}"
        yield tabulate_groups(way, title, [Column("group", way), *WORD_COLUMNS], rows, note, system=system)
