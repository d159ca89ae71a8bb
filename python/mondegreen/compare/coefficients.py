"""Coefficients of correlation of samples: of two metrics, of all of them at once, and their mean over systems."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.compare.correlation import METHODS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.compare.samples import Sample

    Values = NDArray[np.float64]

RANKED, KENDALL = "spearman", "kendall"


def coefficient(sample: Sample, pair: tuple[int, int], method: str, without: int | None = None) -> float:
    """The coefficient of two metrics, if need be without one unit."""
    columns = sample.values[:, pair] if without is None else np.delete(sample.values[:, pair], without, axis=0)
    return METHODS[method](*columns.T.tolist())


def mean_of_defined(values: Sequence[float]) -> float:
    """The mean of those that are defined."""
    defined = [value for value in values if not math.isnan(value)]
    return fmean(defined) if defined else math.nan


def correlation_matrix(values: Values, method: str) -> Values:
    """The coefficients of each column with each."""
    columns = np.column_stack([rank_many(column) for column in values.T]) if method == RANKED else values
    centred = np.where(np.ptp(columns, axis=0) > 0, columns - columns.mean(axis=0), 0.0)
    products = centred.T @ centred
    scale = np.sqrt(np.outer(np.diag(products), np.diag(products)))
    found: Values = np.divide(products, scale, out=np.full_like(products, np.nan), where=scale > 0)
    return found.clip(-1, 1)


def rank_many(values: Values) -> Values:
    """The ranks of many values; see `compare.ranks`, which needs no numpy."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    shared: Values = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return shared


def mean_matrix(each: Values) -> Values:
    """The mean over systems of those coefficients that are defined."""
    there = ~np.isnan(each)
    count = there.sum(axis=0)
    total = np.where(there, each, 0.0).sum(axis=0)
    found: Values = np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0)
    return found
