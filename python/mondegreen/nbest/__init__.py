"""What a recogniser held possible: oracles, tuning and re-ranking over n-best lists and lattices.

import mondegreen as mg

lists = mg.nbest.read("nbest.txt")
found = mg.nbest.oracle({"lea-01": "il n' a plus de pain"}, lists, mg.nbest.metrics("wer"))
"""

from mondegreen.measure import chosen
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.oracle import Oracle, oracle
from mondegreen.nbest.reading import read
from mondegreen.nbest.rerank import least_risk, reranked

__all__ = ["NBest", "Oracle", "least_risk", "metrics", "oracle", "read", "reranked"]

metrics = chosen
