"""N-best lists and lattices: oracle error rates, tuning of weights and decoder settings, and reranking.

import mondegreen as mg

lists = mg.nbest.read("nbest.txt")
found = mg.nbest.oracle({"lea-01": "il n' a plus de pain"}, lists, mg.nbest.metrics("wer"))
"""

from mondegreen.metrics import make_metrics as metrics
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.oracle import Oracle, oracle
from mondegreen.nbest.reading import read_lists as read
from mondegreen.nbest.rerank import least_risk, rerank

__all__ = ["NBest", "Oracle", "least_risk", "metrics", "oracle", "read", "rerank"]
