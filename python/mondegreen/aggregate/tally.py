"""What the alignment of words made of each pair: the counts that all reports on words start from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.run import Run
    from mondegreen.pairs import Pairs

# The columns, in the order of the core's steps.
MATCHES, SUBSTITUTIONS, INSERTIONS, DELETIONS = range(4)


def tally(run: Run) -> NDArray[np.int64]:
    """Matches, substitutions, insertions and deletions of words: a row for each pair."""
    counts = [batch.alignment("words").counts for batch in run.batches()]
    return np.concatenate([np.empty((0, 4), np.int64), *counts])


def picked(run: Run, places: Sequence[int]) -> Run:
    """The run of the pairs at these places alone, for a closer look; its scores are those of all pairs still."""
    return replace(run, pairs=picked_pairs(run.pairs, places))


def picked_pairs(pairs: Pairs, places: Sequence[int]) -> Pairs:
    """The pairs at these places."""
    sides = (pairs.keys, pairs.references, pairs.hypotheses)
    keys, references, hypotheses = ([side[place] for place in places] for side in sides)
    fields = {name: [values[place] for place in places] for name, values in pairs.fields.items()}
    return replace(pairs, keys=keys, references=references, hypotheses=hypotheses, fields=fields)
