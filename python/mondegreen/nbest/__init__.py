"""N-best lists and lattices: oracle error rates, tuning of weights and decoder settings, and reranking.

import mondegreen as mg

lists = mg.nbest.read("nbest.txt")
found = mg.nbest.oracle({"lea-01": "il n' a plus de pain"}, lists, mg.nbest.metrics("wer"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.kinds import check_kind
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.oracle import Oracle, oracle
from mondegreen.nbest.reading import read_lists as read
from mondegreen.nbest.rerank import least_risk, rerank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.metrics.base import Metric

__all__ = ["NBest", "Oracle", "least_risk", "metrics", "oracle", "read", "rerank"]


def metrics(names: str | Iterable[str]) -> list[Metric]:
    """The metrics of these names, with commas between them or in a list, as `oracle` and `least_risk` take them."""
    from mondegreen.metrics import make_metrics
    from mondegreen.resolve import split_metrics

    check_kind("metrics", names, "str | Iterable[str]")
    return make_metrics(split_metrics(names))
