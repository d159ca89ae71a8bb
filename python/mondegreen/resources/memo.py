"""What a model said lately, within a bound of memory, so that several systems' equal sentences cost one call."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import groupby
from typing import Generic, Protocol, TypeVar

LIMIT = 512 * 2**20


class Sized(Protocol):
    """What knows its own size."""

    @property
    def nbytes(self) -> int:
        """So many bytes."""


Value = TypeVar("Value", bound=Sized)


Ids = tuple[int, ...]


def group_by_length(ids: Iterable[Ids], *, pads: bool) -> list[list[Ids]]:
    """Distinct token IDs in groups that go to a model together, the shortest first: of one length if it pads others."""
    distinct = sorted(dict.fromkeys(ids), key=len)
    return [list(group) for _, group in groupby(distinct, key=len)] if pads else [distinct]


class Memo(Generic[Value]):
    """Values by key; where they are too many, the oldest go."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.size = 0
        self.kept: dict[Hashable, Value] = {}

    def get(self, key: Hashable) -> Value | None:
        """The value, if it is still there."""
        return self.kept.get(key)

    def update(self, values: Mapping[Hashable, Value]) -> None:
        """Keeps these too."""
        for key, value in values.items():
            if key not in self.kept:
                self.kept[key] = value
                self.size += value.nbytes
        while self.size > self.limit and self.kept:
            self.size -= self.kept.pop(next(iter(self.kept))).nbytes
