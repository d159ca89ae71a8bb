"""A hundred times the corpus: as fast a word, in little memory, and twice as fast on two threads."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import corpus
import memory
import peers
from table import MEGABYTE, Faster, Row
from timing import Effort, best

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMES = 100
SHARE = 10
"""jiwer needs gigabytes for all of it, so it is given a tenth and its time is taken tenfold."""


def large(effort: Effort) -> Iterator[Row]:
    """Words with sclite's ties."""
    texts = corpus.corpus(effort.size(TIMES * corpus.UTTERANCES), effort.size(TIMES * corpus.WORDS))
    some = [side[: len(side) // SHARE] for side in texts]
    one, two = peers.ours(*texts), peers.ours(*texts, threads=2)
    runs = {"ours": one, "jiwer": peers.jiwer_words(*some), "rapidfuzz": peers.rapidfuzz_words(*texts)}
    times = best(runs, effort.rounds(4))
    work = f"{TIMES} times those words"
    space = memory.above_strings(*texts, "sclite")
    yield Row(
        work, "jiwer, ten times a tenth", Faster(30), times["ours"], SHARE * times["jiwer"], space, 200 * MEGABYTE
    )
    yield Row(work, "rapidfuzz, split()", Faster(2.5), times["ours"], times["rapidfuzz"])
    walls = best({"two": two, "one": one}, effort.rounds(7), time.perf_counter)
    yield Row(f"{work}, wall time of two threads", "one thread", Faster(1.6), walls["two"], walls["one"])
