"""Metrics that are a weighted edit distance, whose minimum over a whole list or lattice the core finds.

Over a list the core computes the Levenshtein distances by dynamic programming (Wagner and Fischer 1974), once for what
neighbors in the list have in common. Over a lattice it aligns the reference with the graph of all paths, in time that
grows with the tokens of the lattice times those of the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import list_costs, nearest_path
from mondegreen.batch import Batch, Settings
from mondegreen.lattice import WordLattice
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.weighed import Weighed
from mondegreen.metrics.wer import CharacterErrorRate, WordErrorRate
from mondegreen.normalization import normalize
from mondegreen.tokenization import tokenize_texts


class NearestPath(NamedTuple):
    """The words of a path, and whether it is proven that no path of the lattice is better."""

    text: str
    exact: bool


@dataclass(frozen=True, slots=True)
class EditCosts:
    """The tokens that are edited, and the metric whose weights apply unless all errors cost 1.

    `judge` is the tie-breaking policy and the goal of the alignment that counts, where not any may.
    """

    unit: str
    weighed: Weighed | None = None
    judge: tuple[str, str] | None = None

    def costs(self, batch: Batch, lists: Sequence[range]) -> list[NDArray[np.int64]]:
        """The costs of the hypotheses in these ranges of a batch, list by list; a list has one reference."""
        left, right = batch.sides(self.unit)
        weights = None if self.weighed is None else self.weighed.weights(batch).core
        sides = [left[part.start] for part in lists], [right[part.start : part.stop] for part in lists]
        flat = np.frombuffer(list_costs(*sides, self.unit, weights), dtype="<i8")
        return np.split(flat, np.cumsum([len(part) for part in lists])[:-1])

    def find_nearest_path(self, reference: str, lattice: WordLattice, settings: Settings) -> NearestPath | None:
        """The path of least cost, as the lattice spells it; none where no path reaches a final state.

        Each word is normalized and tokenized by itself.
        """
        numbers = sorted(lattice.core.words())
        spellings = [str(word) for word in lattice.spell(numbers)]
        texts = [
            *normalize([reference], settings.normalize, "references"),
            *normalize(spellings, settings.normalize, "hypotheses"),
        ]
        tokens = tokenize_texts(texts, self.unit, settings.tokenize)
        batch = Batch(texts[:1], [" ".join(texts[1:])], settings)
        weights = None if self.weighed is None else self.weighed.weights(batch).core
        found = nearest_path(
            lattice.core,
            list(tokens[0]),
            dict(zip(numbers, map(list, tokens[1:]), strict=True)),
            blank=[" "] if self.unit == "characters" else None,
            weights=weights,
            judge=self.judge,
        )
        if found is None:
            return None
        words, *_, exact = found
        return NearestPath(" ".join(map(str, lattice.spell(words))), exact)


def select_list_edits(metric: Metric, settings: Settings) -> EditCosts | None:
    """The edit costs whose minimum is the metric's own numerator of a pair, if there are such."""
    if isinstance(metric, WordErrorRate | CharacterErrorRate):
        # sclite aligns by costs of 3 and 4, so that its alignment may not have the fewest errors.
        return None if settings.policy == "sclite" else EditCosts(metric.unit)
    if isinstance(metric, Weighed) and metric.goal == "total" and not metric.only:
        return EditCosts(metric.unit, metric)
    return None


def select_lattice_edits(metric: Metric, settings: Settings) -> EditCosts | None:
    """The edit costs by which a path of a lattice is selected for a metric."""
    policy = settings.policy
    if isinstance(metric, WordErrorRate | CharacterErrorRate):
        # As above: the fewest errors of all alignments may not be those of sclite's own.
        goal = "least" if metric.chosen.get("ties") == "best" else "after"
        return EditCosts(metric.unit, judge=(policy, goal) if policy == "sclite" else None)
    if isinstance(metric, Weighed) and not metric.only:
        return EditCosts(metric.unit, metric, None if metric.goal == "total" else (policy, metric.goal))
    return None


def is_edit_sum(metric: Metric, settings: Settings) -> bool:
    """Whether the path of least cost is the best one by the metric, which may divide by the length of the alignment."""
    return select_lattice_edits(metric, settings) is not None and metric.chosen.get("per") != "columns"
