"""Groups of pairs: by speaker, by utterance, or by any other column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mondegreen.results.run import Run


@dataclass(frozen=True, slots=True)
class Groups:
    """The values of a column in the order of their first appearance, and for each pair the place of its value."""

    column: str
    names: tuple[str, ...]
    index: NDArray[np.intp]

    @classmethod
    def of(cls, column: str, values: Sequence[str]) -> Groups:
        """The groups that a column's values make."""
        places: dict[str, int] = {}
        index = np.fromiter((places.setdefault(value, len(places)) for value in values), np.intp, len(values))
        return cls(column, tuple(places), index)


def score_groups(run: Run, groups: Groups) -> tuple[Sequence[str], dict[str, list[float]]]:
    """The names of the groups, and each metric's score of every one of them."""
    return groups.names, {label: [*map(each.metric.score, each.by(groups))] for label, each in run.scores.items()}
