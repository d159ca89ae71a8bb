"""What the alignment of words made of each pair: the counts that all reports on words start from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.run import Run
    from mondegreen.measure.rows import Rows
    from mondegreen.pairs import Pairs


def count_steps(run: Run) -> NDArray[np.int64]:
    """Matches, substitutions, insertions and deletions of words: a row for each pair.

    Where the run has the word error rate its rows say so already; else the pairs are aligned once more.
    """
    if "wer" in run.scores:
        return steps_from_rows(run.scores["wer"].rows)
    counts = [batch.alignment("words").counts for batch in run.batches()]
    return np.concatenate([np.empty((0, 4), np.int64), *counts])


def steps_from_rows(rows: Rows) -> NDArray[np.int64]:
    """The same from the rows of the word error rate, which counts words that are right among the words."""
    words, substitutions, insertions, deletions = (
        rows.values[:, rows.columns.index(name)] for name in ("words", "substitutions", "insertions", "deletions")
    )
    right = words - substitutions - deletions
    return np.column_stack([right, substitutions, insertions, deletions]).astype(np.int64)


def select_pairs(run: Run, places: Sequence[int]) -> Run:
    """The run of the pairs at these places alone, for a closer look; it has no scores, which were those of all."""
    return replace(run, pairs=take_pairs(run.pairs, places), scores={})


def take_pairs(pairs: Pairs, places: Sequence[int]) -> Pairs:
    """The pairs at these places."""
    sides = (pairs.keys, pairs.references, pairs.hypotheses)
    keys, references, hypotheses = ([side[place] for place in places] for side in sides)
    fields = {name: [values[place] for place in places] for name, values in pairs.fields.items()}
    return replace(pairs, keys=keys, references=references, hypotheses=hypotheses, fields=fields)
