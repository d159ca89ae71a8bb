"""Who matters most for a correlation: one utterance with a cut-off reference may lift a coefficient by much."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.compare.coefficients import KENDALL, RANKED, coefficient, correlation_matrix, mean_of_defined, rank_many
from mondegreen.compare.kendall import kendall_without_each
from mondegreen.measure.noise import settled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.compare.samples import Sample

    Values = NDArray[np.float64]

# Of so many units that seem to matter most by rank is found what the coefficient is without them.
CANDIDATES = 10
# What part of itself a sum of squares may keep by rounding where nothing should be left.
ROUNDING = 1e-12
# Coefficients no further apart are the same.
SAME = 1e-9


class Influence(NamedTuple):
    """The unit without which a coefficient would differ most, and what it would be."""

    name: str
    without: float


def find_influence(whole: float, without: Mapping[str, float]) -> Influence | None:
    """The unit without which a coefficient differs most; none where there is no coefficient."""
    defined = [name for name, value in without.items() if not math.isnan(value)]
    if not defined or math.isnan(whole):
        return None
    changes = settled([abs(without[name] - whole) for name in defined], SAME)
    most = defined[int(changes.argmax())]  # the first of those without whom it differs as much
    return Influence(most, without[most])


def leave_out_each(found: Sequence[Sample], pair: tuple[int, int], method: str) -> dict[str, float]:
    """What the mean coefficient of two metrics is without each unit, or without those that may matter most."""
    whole = [coefficient(each, pair, method) for each in found]
    without = [leave_out_of_sample(each, pair, method) for each in found]
    names = dict.fromkeys(name for each in without for name in each)
    return {
        name: mean_of_defined([each.get(name, all_of) for each, all_of in zip(without, whole, strict=True)])
        for name in names
    }


def leave_out_of_sample(sample: Sample, pair: tuple[int, int], method: str) -> dict[str, float]:
    """What the coefficient of one system is without each unit, or by Spearman without those that may matter most."""
    columns = sample.values[:, pair]
    if method == KENDALL:
        return dict(zip(sample.names, kendall_without_each(*columns.T.tolist()), strict=True))
    if method != RANKED:
        return dict(zip(sample.names, pearson_without_each(columns).tolist(), strict=True))
    ranked = np.column_stack([rank_many(column) for column in columns.T])
    change = np.abs(pearson_without_each(ranked) - correlation_matrix(ranked, "pearson")[0, 1])
    places = np.argsort(-settled(np.nan_to_num(change), SAME), kind="stable")[:CANDIDATES].tolist()
    return {sample.names[place]: coefficient(sample, pair, method, place) for place in places}


def pearson_without_each(columns: Values) -> Values:
    """Pearson's coefficient of two columns without each of their rows, from sums less what the row adds to them."""
    centred = columns - columns.mean(axis=0)
    parts = np.column_stack([centred, centred**2, centred.prod(axis=1)])
    first, second, first_square, second_square, product = (parts.sum(axis=0) - parts).T
    count = len(columns) - 1
    spreads = first_square - first**2 / count, second_square - second**2 / count
    # What is left of a sum of squares by rounding is no spread.
    floors = (centred**2).sum(axis=0) * ROUNDING
    there = (spreads[0] > floors[0]) & (spreads[1] > floors[1])
    scale = np.sqrt(np.maximum(spreads[0], 0) * np.maximum(spreads[1], 0))
    found = np.divide(product - first * second / count, scale, out=np.full(len(columns), np.nan), where=there)
    bounded: Values = np.clip(found, -1, 1)
    return bounded
