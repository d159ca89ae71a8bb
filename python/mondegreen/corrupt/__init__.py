"""Corrupt: text with the errors that a recogniser might make, at a wanted rate.

    from mondegreen.corrupt import Table, corrupt

    table = Table.load(path)                       # or Table.build(words, vectors, pronunciations, ...)
    corrupted = corrupt(texts: Sequence[str], table, rate=0.3, seed=7, keys: Sequence[str] | None = None,
                        mode="bernoulli"|"exact"|"calibrated")
    corrupted.texts -> list[str]
    corrupted.edits -> per-utterance list of (position, ref, hyp, phonological distance, semantic distance, probability)

A position counts the words of the text as they stand between blanks, from 0. What is not known of an edit is NaN. An
utterance's errors depend on the seed and its key alone (its place in the list, "1", "2", ..., where no keys are
given): neither order nor threads change them, and a higher rate of replaced words keeps the errors of a lower one.
"""

from mondegreen.corrupt.building import Rules
from mondegreen.corrupt.drawing import Beyond, Corrupted, Edit, corrupt
from mondegreen.corrupt.table import Candidate, Table

__all__ = ["Beyond", "Candidate", "Corrupted", "Edit", "Rules", "Table", "corrupt"]
