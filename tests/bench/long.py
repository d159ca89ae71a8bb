"""One pair as long as the whole corpus, and pairs of that size that no aligner likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import corpus
import memory
import peers
from table import MEGABYTE, Faster, Row, Within
from timing import Effort, best

if TYPE_CHECKING:
    from collections.abc import Iterator


def long(effort: Effort) -> Iterator[Row]:
    """One long pair with sclite's ties."""
    reference, hypothesis = corpus.long_pair(effort.size(corpus.WORDS))
    sides = ([reference], [hypothesis])
    times = best({"ours": peers.ours(*sides), "jiwer": peers.jiwer_words(*sides)}, effort.rounds(4))
    work = f"one pair of {len(reference.split()):,} against {len(hypothesis.split()):,} words"
    space = memory.above_strings(*sides, "sclite")
    yield Row(work, "jiwer", Faster(4), times["ours"], times["jiwer"], space, 50 * MEGABYTE)


def odd(effort: Effort) -> Iterator[Row]:
    """Pairs of that size, each against the first's time."""
    words = effort.size(corpus.WORDS)
    usual = [[text] for text in corpus.long_pair(words)]
    for name, (reference, hypothesis) in corpus.odd_pairs(words).items():
        sides = ([reference], [hypothesis])
        times = best({"ours": peers.ours(*sides), "usual": peers.ours(usual[0], usual[1])}, effort.rounds(3))
        space = memory.above_strings(*sides, "sclite")
        work = f"a long pair: {name}"
        yield Row(work, "the pair with 15 % errors", Within(20), times["ours"], times["usual"], space, 100 * MEGABYTE)
