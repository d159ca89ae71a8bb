"""Metrics that are a least sum of edits, of which the core finds the least over a whole list or lattice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen._core import list_costs, nearest_path
from mondegreen.batch import Batch
from mondegreen.measure.cer import CharacterErrorRate
from mondegreen.measure.weighed import Weighed
from mondegreen.measure.wer import WordErrorRate
from mondegreen.normalise import normalise
from mondegreen.tokenise import tokenize_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Settings
    from mondegreen.lattice import WordLattice
    from mondegreen.measure.metric import Metric


class Reached(NamedTuple):
    """The words of a path, and whether none of the lattice is better."""

    text: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Edits:
    """What is edited, and by which metric's weights, if errors do not all cost 1.

    `judge` is the policy and the goal of the alignment that counts, where not any may.
    """

    unit: str
    weighed: Weighed | None = None
    judge: tuple[str, str] | None = None

    def costs(self, batch: Batch, lists: Sequence[range]) -> list[NDArray[np.int64]]:
        """What the hypotheses at these places of a batch cost, list by list; those of a list have one reference."""
        left, right = batch.sides(self.unit)
        weights = None if self.weighed is None else self.weighed.weights(batch).core
        sides = [left[places.start] for places in lists], [right[places.start : places.stop] for places in lists]
        flat = np.frombuffer(list_costs(*sides, self.unit, weights), dtype="<i8")
        return np.split(flat, np.cumsum([len(places) for places in lists])[:-1])

    def nearest(self, reference: str, lattice: WordLattice, settings: Settings) -> Reached | None:
        """The path that costs least, as the lattice spells it; none where no path ends.

        Rules and the tokeniser see each word alone.
        """
        numbers = sorted(lattice.core.words())
        spelled = [str(word) for word in lattice.spelled(numbers)]
        texts = [
            *normalise([reference], settings.normalise, "references"),
            *normalise(spelled, settings.normalise, "hypotheses"),
        ]
        tokens = tokenize_texts(texts, self.unit, settings.tokenise)
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
        return Reached(" ".join(map(str, lattice.spelled(words))), exact)


def of_lists(metric: Metric, settings: Settings) -> Edits | None:
    """The edits whose least sum is the metric's own for a pair, if there are such."""
    if isinstance(metric, WordErrorRate | CharacterErrorRate):
        # By sclite's costs the best alignment may not have the fewest errors.
        return None if settings.align == "sclite" else Edits(metric.unit)
    if isinstance(metric, Weighed) and metric.goal == "total" and not metric.only:
        return Edits(metric.unit, metric)
    return None


def of_lattices(metric: Metric, settings: Settings) -> Edits | None:
    """The edits by whose costs a path of a lattice is chosen for a metric."""
    policy = settings.align
    if isinstance(metric, WordErrorRate | CharacterErrorRate):
        # By sclite's costs the fewest errors of all alignments may not be those of its own.
        goal = "least" if metric.chosen.get("ties") == "best" else "after"
        return Edits(metric.unit, judge=(policy, goal) if policy == "sclite" else None)
    if isinstance(metric, Weighed) and not metric.only:
        return Edits(metric.unit, metric, None if metric.goal == "total" else (policy, metric.goal))
    return None


def is_sum(metric: Metric, settings: Settings) -> bool:
    """Whether the path of least costs is the best of a lattice by the metric, which may divide by more than those."""
    return of_lattices(metric, settings) is not None and metric.chosen.get("per") != "columns"
