"""Small calls, as an inner loop makes them: one pair, a batch of a training step, a test set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import corpus
import jiwer
from table import Faster, Row, Within
from timing import Effort, Work, best

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# How many pairs a call has, how many calls are timed together, and what is wanted.
CALLS = ((1, 2000, Within(1)), (16, 100, Faster(3)), (1000, 2, Faster(30)))


def small(effort: Effort) -> Iterator[Row]:
    """Words and characters of so many pairs in one call, beside jiwer's functions of the same names; a score, which
    says more than they do.
    """
    references, hypotheses = corpus.corpus(1000, 22_600)
    for name in ("wer", "cer"):
        ours, theirs = getattr(mg, name), getattr(jiwer, name)
        for pairs, calls, wanted in CALLS:
            texts = references[:pairs], hypotheses[:pairs]
            count = max(1, int(calls * effort.scale))
            runs = {"ours": repeat(ours, *texts, count), "jiwer": repeat(theirs, *texts, count)}
            times = best(runs, effort.rounds(40))
            work = f"{name} of {pairs:,} pair{'s'[: pairs > 1]}"
            yield Row(work, f"jiwer.{name}", wanted, times["ours"] / count, times["jiwer"] / count)
    runs = {
        "ours": lambda: mg.score(references, hypotheses, metrics="wer"),
        "jiwer": repeat(jiwer.wer, references, hypotheses, 1),
    }
    times = best(runs, effort.rounds(40))
    yield Row("score, metrics=wer, of 1,000 pairs", "jiwer.wer", Faster(30), times["ours"], times["jiwer"])


def repeat(function: Callable[..., float], references: list[str], hypotheses: list[str], count: int) -> Work:
    """So many calls of a function, one behind the other."""

    def run() -> None:
        for _ in range(count):
            function(references, hypotheses)

    return run
