"""Metrics that are a least sum of edits, of which the core finds the least over a whole list or lattice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mondegreen._core import list_costs, nearest_path
from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.measure.cer import CharacterErrorRate
from mondegreen.measure.weighed import Weighed
from mondegreen.measure.wer import WordErrorRate
from mondegreen.normalise import normalise
from mondegreen.tokenise import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Settings
    from mondegreen.lattice import WordLattice
    from mondegreen.measure.metric import Metric


@dataclass(frozen=True, slots=True)
class Edits:
    """What is edited, and by which metric's weights, if errors do not all cost 1."""

    unit: str
    weighed: Weighed | None = None

    def costs(self, batch: Batch, lists: Sequence[range]) -> list[NDArray[np.int64]]:
        """What the hypotheses at these places of a batch cost, list by list; those of a list have one reference."""
        left, right = batch.sides(self.unit)
        weights = None if self.weighed is None else self.weighed.weights(batch).core
        sides = [left[places.start] for places in lists], [right[places.start : places.stop] for places in lists]
        flat = np.frombuffer(list_costs(*sides, self.unit, weights), dtype="<i8")
        return np.split(flat, np.cumsum([len(places) for places in lists])[:-1])

    def nearest(self, reference: str, lattice: WordLattice, settings: Settings) -> str | None:
        """The words of the path that costs least, as the lattice spells them; none where no path ends."""
        numbers = sorted(lattice.core.words())
        spelled = [str(word) for word in lattice.spelled(numbers)]
        texts = [
            *normalise([reference], settings.normalise, "references"),
            *normalise(spelled, settings.normalise, "hypotheses"),
        ]
        tokens = cut(texts, self.unit)
        batch = Batch(texts[:1], [" ".join(texts[1:])], settings)
        weights = None if self.weighed is None else self.weighed.weights(batch).core
        found = nearest_path(
            lattice.core,
            list(tokens[0]),
            numbers,
            [list(each) for each in tokens[1:]],
            blank=[" "] if self.unit == "characters" else None,
            weights=weights,
        )
        return None if found is None else " ".join(map(str, lattice.spelled(found[0])))


def of_lists(metric: Metric, settings: Settings) -> Edits | None:
    """The edits whose least sum is the metric's own for a pair, if there are such."""
    if isinstance(metric, WordErrorRate | CharacterErrorRate):
        # By sclite's costs the best alignment may not have the fewest errors.
        return None if settings.align == "sclite" else Edits(metric.unit)
    if isinstance(metric, Weighed) and metric.goal == "total" and not metric.only:
        return Edits(metric.unit, metric)
    return None


def of_lattices(metric: Metric) -> Edits | None:
    """The edits by whose costs a path of a lattice is chosen for a metric.

    Of metrics that weigh the errors of another alignment these are the same costs, each alignment allowed.
    """
    if isinstance(metric, WordErrorRate | CharacterErrorRate):
        return Edits(metric.unit)
    return Edits(metric.unit, metric) if isinstance(metric, Weighed) and not metric.only else None


def refuse_unspellable(settings: Settings) -> None:
    """Refuses what cuts or rewrites whole texts where words of lattices stand alone."""
    if settings.tokenise is not None:
        raise ScoreError("a tokeniser cuts texts, and words of lattices stand alone; give n-best lists")
