"""Systems beside a baseline: what changes, what tests say of it, and in which utterances."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from mondegreen.comparison.bygroup import CLASS, compare_groups
from mondegreen.comparison.changes import Change
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.condition import Finding
from mondegreen.comparison.standings import Marked, Standing
from mondegreen.reports import ComparisonReport, View
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.caption import caption_runs, system_names
from mondegreen.reports.groups import tabulate_groups
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.summary import normalize_pairs
from mondegreen.wording import pluralize

# Marks of statistical significance, as sc_stats sets them.
MARKS = {0.001: "***", 0.01: "**", 0.05: "*"}
MARKED = "; ".join(f"{mark} p ≤ {level:g}" for level, mark in MARKS.items())
METRIC, SYSTEM = Column("metric", "metric"), Column("system", "system")
CHANGES = make_columns(2, base="base", score="score", change="change", relative="%", low="low", high="high")
VERDICT = Column("verdict", "verdict")
PROBABILITY, CORRECTED = Column("p", "p", 4, probability=True), Column("corrected", "Holm", 4, probability=True)
MARK = Column("mark", "")
COUNTS = make_columns(0, better="better", worse="worse", equal="equal")
UNDEFINED = Column("undefined", "undefined", 0)
TEXTS = make_columns(reference="ref", base_hypothesis="base hyp", hypothesis="hyp")
# So many systems are named in a title.
FEW = 3
BEST, WORST = "most gained", "most lost"


def report_changes(comparison: Comparison, view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric of every system beside the baseline's."""
    rows = []
    for index, label in enumerate(comparison.base.scores):
        for number, (system, found) in enumerate(zip(compared_names(comparison), comparison.changes, strict=True)):
            change = found[index]
            judged = probability_cells(comparison, change.randomization, comparison.corrected(number, label))
            verdict = comparison.verdict(number, change)
            rows.append([label, *if_several(comparison, system), *change_cells(change), *judged, verdict])
    columns = [METRIC, *if_several(comparison, SYSTEM), *CHANGES, *probability_columns(comparison), VERDICT]
    yield Table("changes", f"change: {comparison_title(comparison)}", columns, rows, describe_tests(comparison))


def change_cells(change: Change) -> list[Cell]:
    return [change.base, change.system, change.absolute, change.relative, change.low, change.high]


def report_tests(comparison: Comparison, view: View) -> Iterator[Block]:  # noqa: ARG001 - all tests are shown
    """Every test of whether a change is chance, for each metric and system."""
    columns = [METRIC, Column("test", "test"), Column("units", "n", 0), Column("unit", "of")]
    columns += probability_columns(comparison)
    for system, verdicts in zip(compared_names(comparison), comparison.verdicts, strict=True):
        rows: list[list[Cell]] = [
            [each.metric, each.test, each.units, each.unit, *probability_cells(comparison, each.p, each.corrected)]
            for each in verdicts
        ]
        note = f"{describe_correction(comparison)}{MARKED}"
        yield Table("tests", f"tests: {comparison_title(comparison, system)}", columns, rows, note, system=system)


def report_utterances(comparison: Comparison, view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """How many utterances got better, and how many worse."""
    rows = []
    for label in comparison.base.scores:
        for system, found in zip(compared_names(comparison), comparison.utterances, strict=True):
            each = found[label]
            counts = (each.better, each.worse, each.equal, each.undefined)
            rows.append([label, *if_several(comparison, system), *counts])
    columns = [METRIC, *if_several(comparison, SYSTEM), *COUNTS]
    if any(row[-1] for row in rows):
        columns.append(UNDEFINED)
    else:
        rows = [row[:-1] for row in rows]
    title = f"{comparison.base.pairs.noun}s: {comparison_title(comparison)}"
    yield Table("utterances", title, columns, rows, caption_runs(comparison.runs))


def report_examples(comparison: Comparison, view: View) -> Iterator[Block]:
    """The utterances that changed most by the first metric, for the better and for the worse."""
    label, score = next(iter(comparison.base.scores.items()))
    noun = comparison.base.pairs.noun
    heads = [Column("utterance", noun), *make_columns(2, gain="gain", base="base", score="score"), *TEXTS]
    for number, system in enumerate(compared_names(comparison)):
        found = comparison.utterances[number][label]
        for name, what in (("better", BEST), ("worse", WORST)):
            indices = found.top(view.top, better=name == "better")
            total = found.better if name == "better" else found.worse
            shown = f"{len(indices)} of {pluralize(total, noun)}"
            note = f"{shown}; gain: in points of {label}, above 0 where {system} is better"
            rows = example_rows(comparison, number, found, indices)
            heading = f"{what} by {score.metric.label}: {comparison_title(comparison, system)}"
            yield Table(f"examples_{name}", heading, heads, rows, note, system=system)


def example_rows(comparison: Comparison, number: int, found: Standing, indices: Sequence[int]) -> list[list[Cell]]:
    base, system = (normalize_pairs(run, indices) for run in (comparison.base, comparison.systems[number]))
    values = ([each[index] for index in indices] for each in (found.gain, found.base, found.system))
    columns = (base.keys, *values, base.references, base.hypotheses, system.hypotheses)
    return [list(row) for row in zip(*columns, strict=True)]


def probability_columns(comparison: Comparison) -> list[Column]:
    return [PROBABILITY, *([CORRECTED] if comparison.shown > 1 else []), MARK]


def probability_cells(comparison: Comparison, p: float, corrected: float) -> list[Cell]:
    return [p, *([corrected] if comparison.shown > 1 else []), significance_mark(corrected)]


def significance_mark(p: float) -> str:
    return next((mark for level, mark in MARKS.items() if p <= level), "") if not math.isnan(p) else ""


def if_several(comparison: Comparison, what: Cell | Column) -> list:  # type: ignore[type-arg]
    return [what] if len(comparison.systems) > 1 else []


def compared_names(comparison: Comparison) -> list[str]:
    return system_names(comparison.runs)[1:]


def comparison_title(comparison: Comparison, system: str = "") -> str:
    """What was compared with what; the names of many systems stand in the table itself."""
    systems = compared_names(comparison)
    every = ", ".join(systems) if len(systems) <= FEW else pluralize(len(systems), "system")
    return f"{system or every} beside {system_names(comparison.runs)[0]}"


def describe_tests(comparison: Comparison) -> str:
    """How intervals and p-values were computed."""
    drawn, units = comparison.how, len(comparison.groups.names)
    if units < 2:
        return f"there is but one {comparison.unit}, which says nothing of chance"
    verdict = "; ".join([*warn_of_few_units(units, comparison.unit), f"verdict: at {100 - drawn.level:g} %"])
    return (
        f"low to high: {drawn.level:g} % of {drawn.resamples} resamples of {units} by {comparison.unit}; "
        f"p: approximate randomization, as often; seed {drawn.seed}; {describe_correction(comparison)}{MARKED}; "
        f"{verdict}{name_higher_is_better(comparison)}"
    )


def describe_correction(comparison: Comparison) -> str:
    """For how many tests probabilities are corrected, where there are several."""
    return f"Holm: p corrected for the {comparison.shown} tests shown; " if comparison.shown > 1 else ""


def name_higher_is_better(comparison: Comparison) -> str:
    """The metrics of which more is better, which is not so of most."""
    labels = [label for label, score in comparison.base.scores.items() if score.metric.better == "higher"]
    return f"; more is better by {', '.join(labels)}" if labels else ""


CONDITION_COLUMNS = [
    *make_columns(None, condition="fails if", system="system"),
    *make_columns(2, base="base", score="score", found="found"),
    Column("outcome", ""),
]


def report_conditions(findings: Sequence[Finding]) -> Iterator[Block]:
    """A row for each condition and system."""
    failed = sum(each.fails for each in findings)
    title = f"{failed} of {len(findings)} conditions failed" if failed else "no condition failed"
    rows = [
        [each.condition, each.system, each.base, each.score, each.looked_at, "FAILED" if each.fails else "passed"]
        for each in findings
    ]
    if rows:
        yield Table("conditions", title, CONDITION_COLUMNS, rows)


GROUP_COLUMNS = [*make_columns(2, base="base", score="score", change="change", relative="%"), Column("units", "n", 0)]
GROUP_NOTES = {
    CLASS: "distance: 100 (1 - cosine) with the word in its place, mean of words that are right or replaced; "
    "n: of the baseline; largest reduction first",
    "errors": "errors: words replaced or lost, per hundred reference words; n: reference words",
}
UTTERANCE_NOTE = "n: utterances"
MARK_COLUMNS = [
    Column("metric", "metric"),
    *make_columns(0, worse="worse", others="others"),
    *make_columns(3, mean_worse="marks in worse", mean_others="in others", ratio="ratio", low="low", high="high"),
]


def report_comparison(
    comparison: Comparison, reports: Sequence[ComparisonReport], view: View, groups: Sequence[str]
) -> list[Block]:
    """All reports of a comparison, then its changes by each of the groups."""
    found = [block for report in reports for block in report(comparison, view)]
    return [*found, *(block for name in groups for block in report_group_changes(comparison, name))]


def report_group_changes(comparison: Comparison, name: str) -> Iterator[Block]:
    """A table for each system, with a row for each group and metric."""
    for system, run in zip(compared_names(comparison), comparison.systems, strict=True):
        found = compare_groups(comparison.base, run, name)
        what = found[0].what if found else ""
        columns = [*make_columns(group=name, metric=""), *GROUP_COLUMNS]
        rows = (
            ((each.group, each.what), (each.base, each.system, each.change, each.relative, each.units))
            for each in found
        )
        note = GROUP_NOTES.get(name) or GROUP_NOTES.get(what) or UTTERANCE_NOTE
        title = f"by {name}: {comparison_title(comparison, system)}"
        yield tabulate_groups("by", title, columns, rows, note, system=system)


def report_marks(comparison: Comparison, found: Sequence[dict[str, Marked]], path: str) -> Iterator[Block]:
    """Of each system and metric, whether marks go with what got worse."""
    how = comparison.how
    note = (
        f"ratio: marks in utterances that got worse over those in others; {how.level:g} % of {how.resamples} resamples"
    )
    for system, each in zip(compared_names(comparison), found, strict=True):
        rows = (((label,), numbers) for label, numbers in each.items())
        heading = f"marks of {path}: {comparison_title(comparison, system)}"
        few = warn_of_few_units(len(comparison.groups.names), comparison.unit)
        said = "; ".join([f"{note} by {how.over}, seed {how.seed}", *few])
        yield tabulate_groups("marks", heading, MARK_COLUMNS, rows, said, system=system)
