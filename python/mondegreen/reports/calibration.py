"""Whether words are right as often as their confidences say."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from mondegreen.errors import pluralize
from mondegreen.reports import View, describe_runs, system_names
from mondegreen.reports.blocks import Block, Cell, Column, Table, make_columns
from mondegreen.reports.metrics import TOTAL
from mondegreen.results.calibration import NOWHERE, Calibration, calibrate_run
from mondegreen.results.run import Run

COLUMNS = [
    Column("range", "confidence"),
    *make_columns(0, words="words", correct="correct"),
    *make_columns(2, "%", accuracy="accuracy", confidence="mean confidence"),
    Column("gap", "gap", 2, signed=True),
]


def report_calibration(runs: Sequence[Run], view: View) -> Iterator[Block]:  # noqa: ARG001 - all bins are shown
    """The hypothesis words by confidence, and how many of them are right."""
    for system, run in zip(system_names(runs), runs, strict=True):
        title = f"accuracy by confidence: {describe_runs([run], system)}"
        if not run.pairs.confidences:
            yield Table("calibration", title, COLUMNS, [], NOWHERE, (), system)
            continue
        found = calibrate_run(run)
        rows = [
            make_row(f"{each.low:g} to {each.high:g}", each.words, each.correct, each.confidence) for each in found.bins
        ]
        foot = [make_row(TOTAL, found.words, found.correct, found.confidence)]
        yield Table("calibration", title, COLUMNS, rows, describe_calibration(found), foot, system)


def make_row(name: str, words: int, correct: int, confidence: float) -> list[Cell]:
    accuracy = correct / words
    return [name, words, correct, 100 * accuracy, 100 * confidence, 100 * (accuracy - confidence)]


def describe_calibration(found: Calibration) -> str:
    entropy = "" if math.isnan(found.cross_entropy) else f"; normalized cross entropy {found.cross_entropy:.3f}"
    skipped = f"; {pluralize(found.skipped, 'word')} without a confidence skipped" if found.skipped else ""
    gap = "gap: accuracy less confidence, in points, below 0 where the recognizer is too sure"
    return f"expected calibration error {100 * found.error:.2f} %{entropy}{skipped}; {gap}"
