"""A scored system as the files that other toolkits leave, one file each; the format of the same name reads it back.

The words are those after the rules and the tokenizer of the run, and the alignment is that of its policy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mondegreen.alignment import Steps
from mondegreen.reports import View
from mondegreen.reports.alignments import iterate_pairs
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run


@dataclass(slots=True)
class Counts(Steps):
    """Steps of an alignment, or of all of them."""

    correct: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0
    wrong: int = 0
    pairs: int = 0

    def add(self, pair: AlignedPair) -> None:
        correct, substitutions, deletions, insertions = (pair.steps.count(step) for step in "CSDI")
        self.correct += correct
        self.substitutions += substitutions
        self.deletions += deletions
        self.insertions += insertions
        self.wrong += correct < len(pair.steps)
        self.pairs += 1


def count_pairs(pairs: Iterable[AlignedPair]) -> Counts:
    counts = Counts()
    for pair in pairs:
        counts.add(pair)
    return counts


def pairs_of(run: Run) -> Iterator[AlignedPair]:
    """All pairs, those without errors too; alignments are cached, so that each call only iterates."""
    return iterate_pairs(run, View(all=True), ())


def kaldi_like(counts: Counts) -> str:
    kinds = f"{counts.insertions} ins, {counts.deletions} del, {counts.substitutions} sub"
    return f"[ {counts.errors} / {counts.words}, {kinds} ]"
