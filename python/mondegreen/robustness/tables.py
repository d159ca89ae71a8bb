"""What is shown of robustness: curves and their lines, distances, and tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.reports.grid import draw_chart
from mondegreen.robustness.correlations import KINDS, METHODS, Distances, Task
from mondegreen.robustness.curves import Curve, Curves
from mondegreen.robustness.experiment import Experiment
from mondegreen.robustness.panel import Kind, Subject
from mondegreen.wording import pluralize

# Similarities lie between 0 and 1, scores of metrics are per cent.
DECIMALS = {"encoder": 4, "metric": 2}
QUANTITIES: dict[Kind, str] = {"encoder": "similarity", "metric": "score"}


def make_tables(found: Experiment, *, charts: bool) -> Iterator[Block]:
    """All of an experiment; with `charts`, text charts of its curves first."""
    if charts:
        yield from chart_curves(found.curves)
    yield from tabulate_curves(found.curves, found.name, found.conditions)
    yield from tabulate_distances(found.distances)
    yield from tabulate_tasks(found.tasks)


def select_curves(found: Curves, kind: Kind) -> list[Curve]:
    """The curves of encoders, or of metrics."""
    return [curve for curve in found.curves if curve.subject.kind == kind]


def list_series(found: Curves, kind: Kind) -> dict[str, tuple[list[float], list[float]]]:
    """Means and spreads by label, as pictures have them."""
    return {
        curve.subject.label: (curve.means.tolist(), np.nan_to_num(curve.spreads).tolist())
        for curve in select_curves(found, kind)
    }


def chart_curves(found: Curves) -> Iterator[Block]:
    """The curves as a terminal can draw them."""
    for kind, what in QUANTITIES.items():
        if curves := select_curves(found, kind):
            means = {curve.subject.label: curve.means.tolist() for curve in curves}
            yield draw_chart(f"{what} by the rate of errors", "rate", found.rates, means)


def plot_curves(found: Curves, path: str) -> None:
    """A plot with a panel for encoders and one for metrics."""
    from mondegreen.render.plot.lines import plot_lines

    panels = {what: list_series(found, kind) for kind, what in QUANTITIES.items() if select_curves(found, kind)}
    plot_lines(panels, found.rates, "rate of errors", path)


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
    yield Table(
        "curves", f"by the rate of errors: {name}", columns, rows, f"{note}{'; ±: over draws' * several}; {how}"
    )
    yield Table(
        "lines", "the line through each curve", LINES, [make_line_row(curve) for curve in found.curves], LINES_NOTE
    )


LINES = [
    Column("subject", "subject"),
    Column("kind", "kind"),
    Column("slope", "slope", 4),
    Column("intercept", "at 0", 4),
    Column("r", "r", 4),
    Column("signature", "signature", None, "programs"),
]
LINES_NOTE = "slope: for a rate of 1; r: how closely the means lie to the line"


def make_line_row(curve: Curve) -> list[Cell]:
    """The row of a curve."""
    return [curve.subject.label, curve.subject.kind, *curve.line, curve.signature]


def tabulate_tasks(found: Sequence[Task]) -> Iterator[Block]:
    """For each coefficient a row for each set and subject: at each rate, and at the highest over the lowest."""
    if not found:
        return
    several = len(next(iter(found[0].values.values()))["pearson"][0]) > 1
    for method in METHODS:
        columns = [Column("set", "set"), Column("subject", "subject"), Column("pairs", "pairs", 0)]
        for rate in found[0].rates:
            name = f"{100 * rate:g} %"
            columns += [Column(f"at_{rate:g}", name, 2), *([Column(f"sd_{rate:g}", "±", 2)] if several else [])]
        columns.append(Column("ratio", "kept", 2))
        rows = [make_task_row(task, subject, method, several=several) for task in found for subject in task.subjects]
        note = f"times 100; kept: at {100 * found[0].rates[-1]:g} % over {100 * found[0].rates[0]:g} %, in per cent"
        yield Table(
            method, f"{method} with what people find alike", columns, rows, f"{note}{'; ±: over draws' * several}"
        )


def make_task_row(task: Task, subject: Subject, method: str, *, several: bool) -> list[Cell]:
    """A row: of a set and a subject."""
    row: list[Cell] = [task.name, subject.label, task.defined[subject.label]]
    for each in task.values[subject.label][method]:
        row += [100 * float(each.mean()), *([100 * float(each.std(ddof=1))] if several else [])]
    return [*row, 100 * task.ratio(subject.label, method)]


def tabulate_distances(found: Distances) -> Iterator[Block]:
    """How subjects go with the share of words changed and their distances; then their values in bands of distance."""
    columns = [
        Column("subject", "subject"),
        Column("share", "share", 3),
        Column("sound", "sound", 3),
        Column("sense", "sense", 3),
        Column("sound_alone", "sound, equal share", 3),
        Column("sense_alone", "sense, equal share", 3),
    ]
    rows: list[list[Cell]] = [[subject.label, *found.correlations[subject.label]] for subject in found.subjects]
    note = (
        f"Spearman's coefficients over {pluralize(found.sentences, 'sentence')}: of how much worse a subject finds a "
        "sentence, with the share of its words that were changed and their mean distances"
    )
    yield Table("distances", f"what subjects see of the errors at {100 * found.rate:g} %", columns, rows, note)
    for kind in KINDS:
        yield tabulate_bands(found, kind)


def tabulate_bands(found: Distances, kind: str) -> Table:
    """The scores of sentences in bands of distance, the most similar substitutions first."""
    columns = [Column("least", "from", 2), Column("greatest", "to", 2)]
    columns += [Column(each.label, each.label, DECIMALS[each.kind]) for each in found.subjects]
    rows: list[list[Cell]] = [
        [*bounds, *(found.values[each.label][kind][index] for each in found.subjects)]
        for index, bounds in enumerate(found.bands[kind])
    ]
    return Table(f"by_{kind}", f"by the mean distance in {kind} of what was changed", columns, rows)
