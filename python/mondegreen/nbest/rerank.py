"""Choosing from lists without a reference: by weighted scores, or by least expected loss."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen._core import list_costs
from mondegreen.batch import Batch
from mondegreen.measure.across import check_one_language
from mondegreen.measure.noise import SUMS, settle_noise
from mondegreen.nbest.edits import of_lists
from mondegreen.nbest.oracle import signed
from mondegreen.nbest.weights import combined
from mondegreen.normalise import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Settings
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.lists import NBest

NO_SCORES: Mapping[str, float] = MappingProxyType({})
# Columns that say how bad a pair is by themselves: a loss need not be divided by what was said.
LOSSES = ("errors", "weight", "wrong", "distance")


class Chosen(NamedTuple):
    """A text, its rank in its list, and its scores there.

    `score` is what it was chosen by: a weighted score, or an expected loss.
    """

    key: str
    text: str
    rank: int
    score: float
    scores: Mapping[str, float] = NO_SCORES


def reranked(lists: Iterable[NBest], weights: Mapping[str, float]) -> Iterator[Chosen]:
    """The hypothesis of the greatest weighted score of each list; of equal ones the first."""
    for each in lists:
        values = combined(each, weights) if each.texts else np.zeros(0)
        yield chosen(each, values, int(values.argmax()) if len(values) else None)


def least_risk(
    lists: Iterable[NBest], metric: Metric, weights: Mapping[str, float], settings: Settings, scale: float = 1.0
) -> Iterator[Chosen]:
    """The hypothesis of each list whose expected loss is least, all of the list being what may have been said.

    How likely each is follows from its weighted score times the scale, as the exponent of e. Texts are compared with
    each other by the metric, each pair once.
    """
    check_one_language(metric, settings)
    scaled = {name: weight * scale for name, weight in weights.items()}
    for each in lists:
        if not each.texts:
            yield chosen(each, np.zeros(0), None)
            continue
        distinct = {text: place for place, text in enumerate(dict.fromkeys(each.texts))}
        owners = [distinct[text] for text in each.texts]
        likely = np.bincount(owners, weights=posteriors(combined(each, scaled)), minlength=len(distinct))
        risks = likely @ losses(list(distinct), metric, settings)
        best = least(risks, metric)
        yield chosen(each, risks[owners], owners.index(best))


def least(risks: NDArray[np.float64], metric: Metric) -> int:
    """The place of the least expected loss; of those that only noise tells apart the first."""
    points = metric.noise.points / (100 if metric.columns[0] in LOSSES else 1)
    return int(settle_noise(risks, SUMS.width(risks) + points).argmin())


def chosen(each: NBest, values: NDArray[np.float64], place: int | None) -> Chosen:
    """What was chosen; of an empty list a text without words."""
    if place is None:
        return Chosen(each.key, "", 0, 0.0)
    rank = each.ranks[place] if each.ranks else place + 1
    return Chosen(each.key, each.texts[place], rank, float(values[place]), each.scored(place))


def posteriors(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Likelihoods of sum 1 from their logarithms up to a constant."""
    with np.errstate(over="ignore"):  # what is so much less likely is not likely at all
        likely = np.exp(scores - scores.max())
    return np.asarray(likely / likely.sum())


def losses(texts: Sequence[str], metric: Metric, settings: Settings) -> NDArray[np.float64]:
    """The loss where one text was said (rows) and another is chosen (columns)."""
    count = len(texts)
    ready = list(normalise(texts, settings.normalise, "hypotheses"))
    edits = of_lists(metric, settings)
    if edits is not None:
        batch = Batch(ready, ready, settings)
        weights = None if edits.weighed is None else edits.weighed.weights(batch).core
        side = batch.sides(edits.unit)[0]
        flat = np.frombuffer(list_costs(side, [side] * count, edits.unit, weights), dtype="<i8")
        return flat.reshape(count, count) / (1.0 if weights is None else 1e9)
    said = [text for text in ready for _ in range(count)]
    rows = metric.measure(Batch(said, ready * count, settings))
    if rows.columns[0] in LOSSES:
        return np.asarray(rows.values[:, 0].reshape(count, count))
    return defined(signed(metric, rows).reshape(count, count))


def defined(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Losses that are not defined where a text without words was said: as if the other had been, and this chosen.

    Of two such texts, the loss of other texts that agree.
    """
    whole = np.where(np.isnan(found), found.T, found)
    agreeing = np.diag(whole)[~np.isnan(np.diag(whole))]
    return np.nan_to_num(whole, nan=float(agreeing.min()) if len(agreeing) else 0.0)
