"""Systems compared with a baseline: the verdict, what changes, what tests say of it, and in which utterances."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mondegreen.comparison.bygroup import CLASS, compare_groups
from mondegreen.comparison.changes import Change, Finding
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.standings import Marked, Standing
from mondegreen.comparison.statistics import percent_change
from mondegreen.errors import pluralize
from mondegreen.pairs import UTTERANCE
from mondegreen.reports import ComparisonReport, View, short_names, system_names
from mondegreen.reports.alignments import align_utterances
from mondegreen.reports.blocks import (
    AlignedPair,
    AlignedSystems,
    Block,
    Cell,
    Column,
    Judged,
    JudgedText,
    Table,
    Tone,
    make_columns,
)
from mondegreen.reports.metrics import TOTAL, tabulate_groups
from mondegreen.results.interval import warn_of_few_units
from mondegreen.results.run import Run
from mondegreen.results.summary import normalize_pairs

# Marks of statistical significance, as sc_stats sets them.
MARKS = {0.001: "***", 0.01: "**", 0.05: "*"}
MARKED = "; ".join(f"{mark} p ≤ {level:g}" for level, mark in MARKS.items())
METRIC, SYSTEM = Column("metric", "metric", once=True), Column("system", "system")
POINTS = [
    *make_columns(2, "%", base="base", score="score"),
    Column("change", "change", 2, signed=True),
    Column("relative", "relative", 1, unit="%", signed=True),
]
CHANGES = [*POINTS, *(Column(end, f"CI {end}", 2, signed=True) for end in ("low", "high"))]
VERDICT = Column("verdict", "verdict")
PROBABILITY, CORRECTED = Column("p", "p", 4, probability=True), Column("corrected", "Holm", 4, probability=True)
MARK = Column("mark", "")
TEXTS = make_columns(reference="ref", base_hypothesis="base hyp", hypothesis="hyp")
COUNTS = make_columns(0, better="better", worse="worse", equal="equal")
UNDEFINED = Column("undefined", "undefined", 0)
# So many systems are named in a title.
FEW = 3
BEST, WORST = "most improved", "most degraded"


def report_verdict(comparison: Comparison) -> Iterator[Block]:
    """A sentence for each metric and system: whether it is better, by how much, and how sure that is."""
    rows: list[list[Cell]] = []
    for index in range(len(comparison.base.scores)):
        for number, system in enumerate(compared_names(comparison)):
            rows.append([verdict_sentence(comparison, number, system, comparison.changes[number][index])])
    rows += [[JudgedText("warning", f": {each}", "warning")] for each in warn_of_units(comparison)]
    title = f"{comparison_title(comparison)} ({pluralize(len(comparison.base.pairs), comparison.base.pairs.noun)})"
    yield Table("verdict", title, [Column("verdict", "", reader="people")], rows)


def verdict_sentence(comparison: Comparison, number: int, system: str, change: Change) -> JudgedText:
    """Such as: new is better: WER 18.26 % -> 13.62 % (-4.64 points, 95 % CI -6.20 to -2.96, p = 0.008)."""
    found = comparison.verdict(number, change)
    tone: Tone | None = "better" if found == "better" else "worse" if found == "worse" else None
    of = f" for {system}" if len(comparison.systems) > 1 else ""
    heads = {"unclear": f"no difference shown{of}", "equal": f"no difference{of}", None: f"not defined{of}"}
    head = f"{system} is {found}" if tone else heads[found]
    title = title_metric(change.metric)
    if found is None:
        return JudgedText(head, f": {title}", tone)
    numbers = f"{title} {change.base:.2f} % -> {change.system:.2f} %"
    return JudgedText(head, f": {numbers}{describe_change(comparison, number, change)}", tone)


def describe_change(comparison: Comparison, number: int, change: Change) -> str:
    """The change in points, its interval and its p-value, as far as they are defined."""
    p = comparison.corrected(number, change.metric)
    said = [f"{change.absolute:+.2f} points"]
    if not math.isnan(change.low):
        said.append(f"{comparison.how.level:g} % CI {change.low:+.2f} to {change.high:+.2f}")
    if not math.isnan(p):
        said.append("p < 0.001" if p < 0.0005 else f"p = {p:.3f}")
    if comparison.base[change.metric].metric.better == "higher":
        said.append("higher is better")
    return f" ({', '.join(said)})"


def title_metric(label: str) -> str:
    """A metric as a sentence names it: the short ones are abbreviations."""
    name, colon, options = label.partition(":")
    return f"{name.upper() if len(name) < 4 else name}{colon}{options}"


def report_changes(comparison: Comparison, view: View) -> Iterator[Block]:  # noqa: ARG001 - all metrics are shown
    """Every metric of every system vs. the baseline, with a confidence interval and p."""
    rows = []
    for index, label in enumerate(comparison.base.scores):
        for number, (system, found) in enumerate(zip(compared_names(comparison), comparison.changes, strict=True)):
            change = found[index]
            judged = probability_cells(comparison, change.randomization, comparison.corrected(number, label))
            verdict = comparison.verdict(number, change)
            rows.append([label, *if_several(comparison, system), *change_cells(change, verdict), *judged, verdict])
    columns = [METRIC, *if_several(comparison, SYSTEM), *CHANGES, *probability_columns(comparison), VERDICT]
    yield Table("changes", f"change: {comparison_title(comparison)}", columns, rows, describe_tests(comparison))


def change_cells(change: Change, verdict: str | None) -> list[Cell]:
    tone: Tone | None = "better" if verdict == "better" else "worse" if verdict == "worse" else None
    moved = Judged(change.absolute, tone)
    return [change.base, change.system, moved, change.relative, change.low, change.high]


def report_tests(comparison: Comparison, view: View) -> Iterator[Block]:  # noqa: ARG001 - all tests are shown
    """All significance tests for each metric and system."""
    columns = [METRIC, Column("test", "test"), Column("units", "N", 0), Column("unit", "unit")]
    columns += probability_columns(comparison)
    note = "; ".join([*describe_correction(comparison), MARKED])
    for system, verdicts in zip(compared_names(comparison), comparison.verdicts, strict=True):
        rows: list[list[Cell]] = [
            [each.metric, each.test, each.units, each.unit, *probability_cells(comparison, each.p, each.corrected)]
            for each in verdicts
        ]
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
    yield Table("utterances", title, columns, rows)


def report_examples(comparison: Comparison, view: View) -> Iterator[Block]:
    """The utterances that changed most by the first metric, for the better and for the worse.

    People see the baseline and the system side by side, programs rows of numbers and texts.
    """
    label, score = next(iter(comparison.base.scores.items()))
    noun = comparison.base.pairs.noun
    for number, system in enumerate(compared_names(comparison)):
        found = comparison.utterances[number][label]
        runs = (comparison.base, comparison.systems[number])
        for name, what in (("better", BEST), ("worse", WORST)):
            indices = found.top(view.top, better=name == "better")
            total = found.better if name == "better" else found.worse
            shown = f"{len(indices)} of {pluralize(total, noun)}"
            note = f"{shown}; gain: in points of {label}, above 0 where {system} is better" if total else ""
            title = f"{what} by {score.metric.label}: {comparison_title(comparison, system)}"
            rows = example_rows(runs, found, indices)
            texts = noun == UTTERANCE  # sessions are no pairs of texts
            yield Table(f"examples_{name}", title, example_columns(noun, people=not texts), rows, note, system=system)
            if texts:
                pairs = example_pairs(runs, found, indices)
                yield AlignedSystems(f"examples_{name}", title, short_names(runs), pairs, note)


def example_columns(noun: str, *, people: bool) -> list[Column]:
    columns = [Column("utterance", noun), *make_columns(2, gain="gain", base="base", score="score"), *TEXTS]
    return columns if people else [replace(column, reader="programs") for column in columns]


def example_rows(runs: Sequence[Run], found: Standing, indices: Sequence[int]) -> list[list[Cell]]:
    base, system = (normalize_pairs(run, indices) for run in runs)
    values = ([each[index] for index in indices] for each in (found.gain, found.base, found.system))
    columns = (base.keys, *values, base.references, base.hypotheses, system.hypotheses)
    return [list(row) for row in zip(*columns, strict=True)]


def example_pairs(
    runs: Sequence[Run], found: Standing, indices: Sequence[int]
) -> Iterator[tuple[AlignedPair | None, ...]]:
    """The utterances as both systems have them, with what was gained."""
    keys = [runs[0].pairs.keys[index] for index in indices]
    for index, pairs in zip(indices, align_utterances(runs, keys), strict=True):
        gain = {"gain": f"{found.gain[index]:+.2f} points"}
        yield tuple(pair and replace(pair, fields={**pair.fields, **gain}) for pair in pairs)


def probability_columns(comparison: Comparison) -> list[Column]:
    return [PROBABILITY, *([CORRECTED] if comparison.family > 1 else []), MARK]


def probability_cells(comparison: Comparison, p: float, corrected: float) -> list[Cell]:
    return [p, *([corrected] if comparison.family > 1 else []), significance_mark(corrected)]


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
    return f"{system or every} vs. {system_names(comparison.runs)[0]}"


def describe_tests(comparison: Comparison) -> str:
    """How intervals and p-values were computed."""
    drawn, units = comparison.how, len(comparison.groups.names)
    if units < 2:
        return f"there is only one {comparison.unit}, so significance cannot be tested"
    labels = [label for label, score in comparison.base.scores.items() if score.metric.better == "higher"]
    resampled = f"{drawn.resamples:,} resamples of {units:,} by {comparison.unit}, seed {drawn.seed}"
    said = [
        f"change: in points; CI: {drawn.level:g} % bootstrap confidence interval of the change, {resampled}",
        f"p: approximate randomization, {drawn.resamples:,} shuffles",
        *describe_correction(comparison),
        MARKED,
        f"verdict: at {100 - drawn.level:g} %",
        *warn_of_units(comparison),
        *([f"higher is better: {', '.join(labels)}"] if labels else []),
    ]
    return "; ".join(said)


def warn_of_units(comparison: Comparison) -> list[str]:
    return warn_of_few_units(len(comparison.groups.names), comparison.unit)


def describe_correction(comparison: Comparison) -> list[str]:
    """For how many comparisons probabilities are corrected, where there are several."""
    if comparison.family < 2:
        return []
    return [f"Holm: p corrected for all metrics and systems of the same test, {comparison.family} in all"]


CONDITION_COLUMNS = [
    *make_columns(None, condition="fails if", system="system"),
    *make_columns(2, base="base", score="score", found="value"),
    Column("outcome", "outcome"),
]


def report_conditions(findings: Sequence[Finding]) -> Iterator[Block]:
    """A row for each condition and system."""
    failed = sum(each.fails for each in findings)
    title = f"{failed} of {pluralize(len(findings), 'condition')} failed" if failed else "no condition failed"
    rows = [
        [each.condition, each.system, each.base, each.score, each.looked_at, "FAILED" if each.fails else "passed"]
        for each in findings
    ]
    if rows:
        yield Table("conditions", title, CONDITION_COLUMNS, rows)


GROUP_COLUMNS = [*POINTS, Column("units", "N", 0)]
GROUP_NOTES = {
    CLASS: "distance: 100 (1 - cosine) to the aligned word, mean over correct and substituted words; "
    "N: words of the baseline; largest reduction first",
    "errors": "errors: substitutions and deletions per 100 reference words; N: reference words",
}
UTTERANCE_NOTE = "N: utterances"
MARK_COLUMNS = [
    Column("metric", "metric"),
    *make_columns(0, worse="worse", others="others"),
    *make_columns(3, mean_worse="mean in worse", mean_others="in others", ratio="ratio", low="CI low", high="CI high"),
]


def report_comparison(
    comparison: Comparison, reports: Sequence[ComparisonReport], view: View, groups: Sequence[str]
) -> list[Block]:
    """The verdict and what fails, all reports of a comparison, then its changes by each of the groups."""
    found = [*report_verdict(comparison), *report_conditions(comparison.findings)]
    found += [block for report in reports for block in report(comparison, view)]
    return [*found, *(block for name in groups for block in report_group_changes(comparison, name))]


def report_group_changes(comparison: Comparison, name: str) -> Iterator[Block]:
    """A table for each system, with a row for each group and metric."""
    for system, run in zip(compared_names(comparison), comparison.systems, strict=True):
        found = compare_groups(comparison.base, run, name)
        what = found[0].what if found else ""
        points = [replace(column, unit="") if what == "distance" else column for column in GROUP_COLUMNS]
        columns = [*make_columns(group=name, metric="metric"), *points]
        rows = (
            ((each.group, each.what), (each.base, each.system, each.change, each.relative, each.units))
            for each in found
        )
        note = GROUP_NOTES.get(name) or GROUP_NOTES.get(what) or UTTERANCE_NOTE
        title = f"by {name}: {comparison_title(comparison, system)}"
        foot = total_rows(comparison, run) if what in comparison.base.scores else []
        yield tabulate_groups("by", title, columns, rows, note, foot=foot, system=system)


def total_rows(comparison: Comparison, system: Run) -> list[list[Cell]]:
    """Of each metric the change over all utterances together."""
    every = ((label, score.value, system[label].value) for label, score in comparison.base.scores.items())
    return [
        [TOTAL, label, before, after, after - before, percent_change(after - before, before), len(system.pairs)]
        for label, before, after in every
    ]


def report_marks(comparison: Comparison, found: Sequence[dict[str, Marked]], path: str) -> Iterator[Block]:
    """Of each system and metric, whether marks are more frequent in utterances that got worse."""
    how = comparison.how
    note = (
        f"mean: marks per utterance; ratio: of utterances that got worse to all others; "
        f"CI: {how.level:g} % bootstrap confidence interval, {how.resamples:,} resamples"
    )
    for system, each in zip(compared_names(comparison), found, strict=True):
        rows = (((label,), numbers) for label, numbers in each.items())
        heading = f"marks of {path}: {comparison_title(comparison, system)}"
        few = warn_of_few_units(len(comparison.groups.names), comparison.unit)
        said = "; ".join([f"{note} by {how.over}, seed {how.seed}", *few])
        yield tabulate_groups("marks", heading, MARK_COLUMNS, rows, said, system=system)
