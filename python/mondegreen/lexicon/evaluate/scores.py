"""Scores of judged words, by each convention: their names are printed with them, for they differ by much.

covered  MUSE's and VecMap's: a word counts if it and a translation of it have vectors; right is any translation
all      fastText's: all words of the dictionary count, those without a vector as errors
pairs    Denisová and Rychlý's (eLex 2023): the share of all predictions that are right, a word without a vector having
         one; and of all pairs of the dictionary the share that was predicted
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.lexicon.evaluate.judge import Judged

COVERED, ALL, PAIRS = "covered", "all", "pairs"


def precision(judged: Judged, convention: str = COVERED) -> list[float]:
    """P@k in per cent for each depth; NaN where nothing counts."""
    if convention == PAIRS:
        return [percent(a, b) for a, b in zip(judged.right.sum(axis=0), judged.rows.sum(axis=0), strict=True)]
    count = float(judged.covered.sum()) if convention == COVERED else len(judged.heads)
    return [percent(hits, count) for hits in judged.hits[judged.covered].sum(axis=0)]


def recall(judged: Judged) -> list[float]:
    """Of the pairs of the dictionary those predicted, in per cent, for each depth."""
    return [percent(right, judged.answers.sum()) for right in judged.right.sum(axis=0)]


def reciprocal_rank(judged: Judged) -> float:
    """The mean over covered words of 1 by the rank of the first translation, in per cent."""
    return percent(judged.reciprocal[judged.covered].sum(), float(judged.covered.sum()))


def percent(part: float, whole: float) -> float:
    """A share in per cent."""
    return 100.0 * float(part) / float(whole) if whole else float("nan")


def interval(judged: Sequence[Judged], resamples: int, level: float, seed: int) -> list[tuple[float, float]]:
    """The interval of each system's P@1 over covered words; all systems see the same resamples of the words."""
    from mondegreen.aggregate.interval import Bootstrap, resample_rows

    how = Bootstrap("word", resamples, level, seed)
    columns = [column for each in judged for column in (each.hits[:, 0] * each.covered, each.covered)]
    sums = resample_rows(np.column_stack(columns).astype(np.float64), how, None)
    return [ends(sums[:, 2 * place], sums[:, 2 * place + 1], level) for place in range(len(judged))]


def ends(hits: NDArray[np.float64], counts: NDArray[np.float64], level: float) -> tuple[float, float]:
    """Between which the scores of `level` per cent of the resamples lie."""
    defined = counts > 0
    if not defined.any():
        return float("nan"), float("nan")
    tail = (100 - level) / 2
    low, high = np.percentile(100 * hits[defined] / counts[defined], [tail, 100 - tail]).tolist()
    return low, high
