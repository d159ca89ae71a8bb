"""The consensus of a lattice: at each place the word of least expected loss, words near in sense being near.

The places, and what may have been said at each, are those of Kaldi's minimum Bayes risk decoding, which takes at each
what is most likely. With a loss weighted by word vectors a word may win that is likelier than none of the others but
near to all of them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.measure.across import check_one_language
from mondegreen.measure.steps import weigh_pairs
from mondegreen.measure.weighed import Weighed
from mondegreen.measure.wer import WordErrorRate
from mondegreen.nbest.rerank import Chosen, least
from mondegreen.nbest.weights import BEYOND, LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Settings
    from mondegreen.lattice import WordLattice
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.lists import NBest

    # What may have been said at a place, "" for nothing, and how likely each is.
    Place = tuple[Sequence[str], NDArray[np.float64]]

SCORES = ("lm", "am", LENGTH)


def consensus(
    lists: Iterable[NBest], metric: Metric, weights: Mapping[str, float], settings: Settings, scale: float = 1.0
) -> Iterator[Chosen]:
    """The consensus of each lattice under weights of its scores; its score is the expected loss."""
    if not isinstance(metric, WordErrorRate | Weighed):
        raise ScoreError(f"a consensus is of words, and {metric.label} is no loss of words; choose wer, wer-s or ember")
    check_one_language(metric, settings)
    for name in weights:
        if name not in SCORES:
            raise ScoreError(f'there is no score "{name}" of lattices; known are {", ".join(SCORES)}')
    for each in lists:
        if each.lattice is None:
            raise ScoreError("a consensus is that of a lattice; of lists, choose by --risk", key=each.key)
        yield decided(each.key, places(each.lattice, weights, scale), metric, settings)


def places(lattice: WordLattice, weights: Mapping[str, float], scale: float) -> list[Place]:
    """The places of a lattice whose costs are weighted; none where no path ends."""
    from mondegreen.lattice import WordLattice

    graph, acoustic, length = (scale * weights.get(name, 0.0) for name in SCORES)
    core = lattice.core.scaled(((graph, 0.0), (0.0, acoustic))).penalised(-length)
    weighted = WordLattice(lattice.key, core, lattice.table)
    best = weighted.best()
    if best is None and lattice.best() is None:
        return []
    if best is None or not math.isfinite(best.graph + best.acoustic):
        raise ScoreError(BEYOND, key=lattice.key)
    return [
        ([str(lattice.spelled([word])[0]) if word else "" for word, _ in each], np.array([odds for _, odds in each]))
        for each in weighted.least_risk().bins
    ]


def decided(key: str, found: Sequence[Place], metric: Metric, settings: Settings) -> Chosen:
    """The words of least expected loss; of equals the likelier."""
    said, risk = [], 0.0
    for (words, odds), table in zip(found, losses(found, metric, settings), strict=True):
        risks = odds @ table
        best = least(risks, metric)
        risk += float(risks[best])
        said.append(words[best])
    return Chosen(key, " ".join(filter(None, said)), 1, risk)


def losses(found: Sequence[Place], metric: Metric, settings: Settings) -> list[NDArray[np.float64]]:
    """For each place the loss where one word was said (rows) and another is chosen; a word against nothing costs 1."""
    pairs = {
        (one, other): 1.0 for words, _ in found for one in words for other in words if one and other and one != other
    }
    if isinstance(metric, Weighed) and pairs:
        batch = Batch([" ".join(one for one, _ in pairs)], [" ".join(other for _, other in pairs)], settings)
        pairs = dict(zip(pairs, weigh_pairs(list(pairs), metric.weights(batch)).tolist(), strict=True))
    return [
        np.array([[0.0 if one == other else pairs.get((one, other), 1.0) for other in words] for one in words])
        for words, _ in found
    ]
