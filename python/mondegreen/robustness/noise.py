"""The errors that all subjects are shown, a draw for each seed."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.corrupt import corrupt
from mondegreen.errors import ScoreWarning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corrupt import Corrupted, Table


@dataclass(frozen=True)
class Noise:
    """A substitution table, and how errors are drawn from it."""

    table: Table
    seeds: Sequence[int]
    mode: str = "bernoulli"
    threads: int | None = None

    def draw(self, texts: Sequence[str], ids: Sequence[str], rate: float, seed: int) -> Corrupted:
        """The texts with errors; without any at the rate 0."""
        corrupted = corrupt(texts, self.table, rate=rate, seed=seed, keys=ids, mode=self.mode, threads=self.threads)
        for note in corrupted.notes:
            warnings.warn(f"at the rate {rate:g}: {note}", ScoreWarning, stacklevel=2)
        return corrupted
