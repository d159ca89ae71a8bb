"""The scores of each group."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.aggregate.groups import Groups
    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.score import Score


def score_column_groups(run: Run, column: str) -> tuple[Sequence[str], dict[str, list[float]]]:
    """The values of a column, in the order of their first appearance; and each metric's score of every one of them."""
    return score_groups(run, run.groups(column))


def score_groups(run: Run, groups: Groups) -> tuple[Sequence[str], dict[str, list[float]]]:
    """The same of any groups."""
    return groups.names, {label: list(iterate_group_scores(score, groups)) for label, score in run.scores.items()}


def iterate_group_scores(score: Score, groups: Groups) -> Iterator[float]:
    """A metric's score of each group."""
    return map(score.metric.score, score.by(groups))
