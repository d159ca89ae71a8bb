"""Groups of pairs: by speaker, by utterance, or by any other column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


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
