"""The scores of each group."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mondegreen.aggregate.run import Run


def grouped(run: Run, column: str) -> dict[str, dict[str, float]]:
    """For each value of a column, in the order of their first appearance, the score of each metric."""
    groups = run.groups(column)
    sums = {label: score.by(groups) for label, score in run.scores.items()}
    return {
        name: {label: run.scores[label].metric.score(rows[name]) for label, rows in sums.items()}
        for name in groups.names
    }
