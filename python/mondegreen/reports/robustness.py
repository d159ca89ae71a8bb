"""What recognition errors do to encoders and metrics: curves and their lines, distances, and tasks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from mondegreen.errors import pluralize
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.simulation.robustness.correlations import KINDS, METHODS, Distances, Task
from mondegreen.simulation.robustness.experiment import Experiment
from mondegreen.simulation.robustness.panel import Curves, Kind, Subject

# Similarities lie between 0 and 1, scores of metrics are per cent.
DECIMALS = {"encoder": 4, "metric": 2}
NAMES = {"sound": "phonetic", "sense": "semantic"}
QUANTITIES: dict[Kind, str] = {"encoder": "similarity", "metric": "score"}


def report_robustness(found: Experiment, *, charts: bool) -> Iterator[Block]:
    """All of an experiment; with `charts`, text charts of its curves first."""
    if charts:
        yield from chart_curves(found.curves)
    yield from tabulate_curves(found.curves, found.name, found.conditions)
    yield from tabulate_distances(found.distances)
    yield from tabulate_tasks(found.tasks)


def chart_curves(found: Curves) -> Iterator[Block]:
    """The curves as a terminal can draw them."""
    for kind, what in QUANTITIES.items():
        means = {each.subject.label: each.means.tolist() for each in found.curves if each.subject.kind == kind}
        if means:
            yield draw_chart(f"{what} by error rate", "rate", found.rates, means)


WIDE, HIGH = 61, 16
CURVE_LETTERS = "abcdefghijklmnopqrstuvwxyz"
SEVERAL = "*"


def draw_chart(title: str, across: str, at: Sequence[float], series: Mapping[str, Sequence[float]]) -> Table:
    """The values of each series at the same places, each series a letter; where several meet stands a star."""
    known = [value for values in series.values() for value in values if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    canvas = [[" "] * WIDE for _ in range(HIGH)]
    for index, values in enumerate(series.values()):
        letter = CURVE_LETTERS[index % len(CURVE_LETTERS)]
        for x, value in zip(at, values, strict=True):
            if not math.isnan(value):
                column, row = scale_to_cells(x, at[0], at[-1], WIDE), HIGH - 1 - scale_to_cells(value, low, high, HIGH)
                canvas[row][column] = letter if canvas[row][column] in (" ", letter) else SEVERAL
    levels = [high - (high - low) * row / (HIGH - 1) for row in range(HIGH)]
    # A row of blanks alone would lose its width.
    rows: list[list[str | float | None]] = [
        [level if row % 5 == 0 else None, f"|{''.join(line).rstrip()}"]
        for row, (level, line) in enumerate(zip(levels, canvas, strict=True))
    ]
    rows.append([None, f"+{'-' * WIDE}"])
    left, right = f"{at[0]:g}", f"{at[-1]:g}"
    rows.append([None, f" {left}{across.center(WIDE - len(left) - len(right))}{right}"])
    names = "   ".join(f"{CURVE_LETTERS[index % len(CURVE_LETTERS)]} {name}" for index, name in enumerate(series))
    return Table("chart", title, [Column("level", "", 3), Column("line", "")], rows, f"{names}   {SEVERAL} several")


def scale_to_cells(value: float, low: float, high: float, indices: int) -> int:
    return round((value - low) / (high - low) * (indices - 1)) if high > low else 0


def tabulate_curves(found: Curves, name: str, how: str) -> Iterator[Block]:
    """A row for each rate with the mean of every subject; then the line of each."""
    several = found.realized.shape[1] > 1
    columns = [Column("rate", "rate", 3), Column("realised", "changed", 3)]
    for curve in found.curves:
        label, decimals = curve.subject.label, DECIMALS[curve.subject.kind]
        columns += [Column(label, label, decimals), *([Column(f"{label}:sd", "±", decimals)] if several else [])]
    rows: list[list[Cell]] = []
    for index, rate in enumerate(found.rates):
        row: list[Cell] = [rate, float(found.realized[index].mean())]
        for curve in found.curves:
            row += [float(curve.means[index]), *([float(curve.spreads[index])] if several else [])]
        rows.append(row)
    counts = f"{pluralize(found.sentences, 'sentence')}, {pluralize(found.realized.shape[1], 'draw')}"
    note = f"{counts}; changed: the share of words"
    note += f"{'; ±: over draws' * several}; {how}"
    yield Table("curves", f"by error rate: {name}", columns, rows, note)
    lines: list[list[Cell]] = [
        [curve.subject.label, curve.subject.kind, *curve.line, curve.signature] for curve in found.curves
    ]
    yield Table("lines", "linear fit of each curve", LINES, lines, LINES_NOTE)


LINES = [
    *make_columns(subject="subject", kind="kind"),
    *make_columns(4, slope="slope", intercept="at 0", r="r"),
    Column("signature", "signature", reader="programs"),
]
LINES_NOTE = "slope: for a rate of 1; r: how closely the means lie to the line"


def tabulate_tasks(found: Sequence[Task]) -> Iterator[Block]:
    """For each coefficient a row for each set and subject: at each rate, and at the highest over the lowest."""
    if not found:
        return
    several = len(next(iter(found[0].values.values()))["pearson"][0]) > 1
    for method in METHODS:
        columns = [*make_columns(set="set", subject="subject"), Column("pairs", "pairs", 0)]
        for rate in found[0].rates:
            name = f"{100 * rate:g} %"
            columns += [Column(f"at_{rate:g}", name, 2), *([Column(f"sd_{rate:g}", "±", 2)] if several else [])]
        columns.append(Column("ratio", "kept", 2))
        rows = [make_task_row(task, subject, method, several=several) for task in found for subject in task.subjects]
        note = f"times 100; kept: at {100 * found[0].rates[-1]:g} % over {100 * found[0].rates[0]:g} %, in percent"
        note += "; ±: over draws" * several
        yield Table(method, f"{method} with human similarity ratings", columns, rows, note)


def make_task_row(task: Task, subject: Subject, method: str, *, several: bool) -> list[Cell]:
    row: list[Cell] = [task.name, subject.label, task.defined[subject.label]]
    for each in task.values[subject.label][method]:
        row += [100 * float(each.mean()), *([100 * float(each.std(ddof=1))] if several else [])]
    return [*row, 100 * task.ratio(subject.label, method)]


def tabulate_distances(found: Distances) -> Iterator[Block]:
    """How subjects go with the share of words changed and their distances; then their values in bands of distance."""
    alone = {f"{kind}_alone": f"{NAMES[kind]}, equal share" for kind in KINDS}
    columns = [Column("subject", "subject"), *make_columns(3, share="share", **NAMES, **alone)]
    rows: list[list[Cell]] = [[subject.label, *found.correlations[subject.label]] for subject in found.subjects]
    note = (
        f"Spearman's coefficients over {pluralize(found.sentences, 'sentence')}: of how much worse a subject finds a "
        "sentence, with the share of its words that were changed and their mean distances"
    )
    yield Table("distances", f"correlation with the errors at a rate of {100 * found.rate:g} %", columns, rows, note)
    for kind in KINDS:
        yield tabulate_bands(found, kind)


def tabulate_bands(found: Distances, kind: str) -> Table:
    """The scores of sentences in bands of distance, the most similar substitutions first."""
    columns = make_columns(2, least="from", greatest="to")
    columns += [Column(each.label, each.label, DECIMALS[each.kind]) for each in found.subjects]
    rows: list[list[Cell]] = [
        [*bounds, *(found.values[each.label][kind][index] for each in found.subjects)]
        for index, bounds in enumerate(found.bands[kind])
    ]
    return Table(f"by_{kind}", f"by the mean {NAMES[kind]} distance of substitutions", columns, rows)
