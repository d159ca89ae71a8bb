"""Error simulation: text with the errors that a recognizer might make, at a target rate.

    from mondegreen.simulation import Table, corrupt

    table = Table.load(path)                       # or Table.build(words, vectors, pronunciations, ...)
    corrupted = corrupt(texts: Sequence[str], table, rate=0.3, seed=7, keys: Sequence[str] | None = None,
                        mode="bernoulli"|"exact"|"calibrated")
    corrupted.texts -> list[str]
    corrupted.edits -> per-utterance list of (position, ref, hyp, phonological distance, semantic distance, probability)

A position is the index of a word of the text, split at whitespace. Unknown values of an edit are NaN. The errors of an
utterance depend on the seed and its ID alone (its number in the list, "1", "2", ..., where no keys are given): neither
order nor threads change them, and a higher substitution rate keeps the errors of a lower one.
"""

from mondegreen.simulation.building import Rules
from mondegreen.simulation.drawing import Beyond, Corrupted, Edit, corrupt
from mondegreen.simulation.table import Candidate, Table

__all__ = ["Beyond", "Candidate", "Corrupted", "Edit", "Rules", "Table", "corrupt"]
