"""Scores with their counts, of several systems with the change from the first; and scores, counts, words by group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import isnan
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.bygroup import LENGTH, group_by_length
from mondegreen.errors import pluralize
from mondegreen.metrics.base import Fraction
from mondegreen.metrics.support.rows import Groups
from mondegreen.reports import View, describe_runs, short_names, system_names
from mondegreen.reports.blocks import Block, Cell, Column, Judged, Table, make_columns
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.run import Run, score_groups
from mondegreen.results.score import Score
from mondegreen.results.summary import ERRORS, SIZES, Summary, spread_columns, summarize_run, to_percentages
from mondegreen.results.word_groups import count_insertions, group_words

# What people are shown of a score beside it: the fraction that it is, and these columns where a metric has them.
FRACTION = [
    Column("counted", "errors", 0, "people"),
    Column("of", "of", 0, "people"),
    Column("what", "", None, "people"),
]
SHORT = {"substitutions": "sub", "deletions": "del", "insertions": "ins", "oov": "oov"}
INTERVAL = [Column("low", "CI low", 2, unit="%"), Column("high", "CI high", 2, unit="%")]
RANGE = [Column("least", "min", 2, unit="%"), Column("greatest", "max", 2, unit="%")]
CHANGE = Column("change", "change", 2, signed=True)


def report_metrics(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric with the counts that it was made from; of several systems each beside the first."""
    if runs:
        columns, rows = metric_rows(runs)
        yield Table("metrics", describe_runs(runs), columns, rows, metric_note(runs, columns))


def metric_rows(runs: Sequence[Run]) -> tuple[list[Column], list[list[Cell]]]:
    """Metrics down, below each its systems; across what their scores were made from.

    People see less of it than programs, so that many metrics fit a terminal.
    """
    several = len(runs) > 1
    scores = [score for run in runs for score in run.scores.values()]
    sums = dict.fromkeys(name for names in zip_longest(*(score.total for score in scores)) for name in names if name)
    shown = [name for name in SHORT if name in sums]
    between = interval_columns(runs)
    columns = [Column("metric", "metric", once=True), *([Column("system", "system")] if several else [])]
    columns += [Column("score", "score", 2, unit="%"), *([CHANGE] if several else []), *between, *FRACTION]
    columns += [Column(name, SHORT[name], 0, "people") for name in shown]
    columns += [Column(name, name, 0, "programs") for name in sums]
    rows: list[list[Cell]] = []
    names = short_names(runs)
    for label in dict.fromkeys(label for run in runs for label in run.scores):
        found = [run.scores.get(label) for run in runs]
        numbers = judge_best([None if score is None else score.value for score in found], runs, label)
        for name, score, number in zip(names, found, numbers, strict=True):
            heads = [label, *([name] if several else []), number, *([change_cell(found[0], score)] if several else [])]
            rows.append([*heads, *list_cells(score, between, [*shown, *sums])])
    return columns, rows


def judge_best(values: Sequence[float | None], runs: Sequence[Run], label: str) -> list[Cell]:
    """The scores of a metric, of which the best is marked where they differ."""
    defined = {value for value in values if value is not None and not isnan(value)}
    if len(defined) < 2:
        return list(values)
    metric = next(run.scores[label].metric for run in runs if label in run.scores)
    best = max(defined) if metric.better == "higher" else min(defined)
    return [Judged(value, "best") if value == best else value for value in values]


def change_cell(base: Score | None, score: Score | None) -> Cell:
    """The change from the first system in points, and whether it is for the better; none of the first itself."""
    if base is None or score is None or score is base:
        return None
    change = score.value - base.value
    if not score.noise.differs(base.value, score.value):
        return change
    return Judged(change, "better" if (change > 0) is (score.metric.better == "higher") else "worse")


def list_cells(score: Score | None, between: Sequence[Column], names: Sequence[str]) -> list[Cell]:
    """The bounds of a score's interval and of its range in these columns, its fraction, and its sums of these names."""
    if score is None:
        return [None] * (len(between) + len(FRACTION) + len(names))
    bounds = dict(zip((column.name for column in RANGE), score.metric.range(score.total) or (), strict=False))
    if score.interval is not None:
        bounds |= {"low": score.interval.low, "high": score.interval.high}
    ours = [bounds.get(column.name) for column in between]
    return [*ours, *score.metric.fraction(score.total), *map(score.total.get, names)]


def interval_columns(runs: Sequence[Run]) -> list[Column]:
    """The columns of confidence intervals, and of ranges over tied alignments."""
    scores = [score for run in runs for score in run.scores.values()]
    spread = any(score.interval is not None for score in scores)
    tied = any(score.metric.range(score.total) is not None for score in scores)
    return [*(INTERVAL if spread else ()), *(RANGE if tied else ())]


def metric_note(runs: Sequence[Run], columns: Sequence[Column]) -> str:
    """The note under the table of these columns: what intervals, ranges and changes are."""
    intervals = [score.interval for run in runs for score in run.scores.values() if score.interval is not None]
    said = dict.fromkeys(
        f"CI: {how.level:g} % bootstrap confidence interval, {how.resamples:,} resamples by {how.over}, seed {how.seed}"
        for how in (interval.how for interval in intervals)
    )
    few = {(interval.units, interval.how.over) for interval in intervals}
    said |= dict.fromkeys(note for each in sorted(few, key=str) for note in warn_of_few_units(*each))
    if any(column in RANGE for column in columns):
        said["min to max: over all tied alignments"] = None
    if len(runs) > 1:
        said["change: in points, from the first system; `mondegreen compare` tests it"] = None
        said |= dict.fromkeys(f"higher is better: {label}" for label in list_higher_is_better(runs))
    return "; ".join(said)


def list_higher_is_better(runs: Sequence[Run]) -> list[str]:
    scores = {label: score for run in runs for label, score in run.scores.items()}
    return [label for label, score in scores.items() if score.metric.better == "higher"]


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
