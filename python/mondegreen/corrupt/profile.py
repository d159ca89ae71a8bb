"""The errors of a recogniser as its scores show them: which words, how often, and how they follow each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, SUBSTITUTIONS, align

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True)
class Profile:
    """What became of reference words, in small letters and without marks.

    `spoken` counts each reference word, and is empty where only errors are known. `confusions` counts what was heard in
    place of each word, `added` the words too many. `run` is the mean number of reference words in a run of wrong ones,
    as it would be if utterances did not end, or NaN where it is not known; `again` is how often another word follows
    one too many.
    """

    name: str
    words: int
    spoken: Mapping[str, int]
    confusions: Mapping[str, Mapping[str, int]]
    lost: Mapping[str, int]
    added: Mapping[str, int]
    run: float = float("nan")
    again: float = 0.0
    replaced: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        replaced = {word: sum(heard.values()) for word, heard in self.confusions.items()}
        object.__setattr__(self, "replaced", replaced)

    @property
    def substitutions(self) -> float:
        """Words replaced, per reference word."""
        return sum(self.replaced.values()) / self.words if self.words else float("nan")

    @property
    def deletions(self) -> float:
        """Words lost, per reference word."""
        return sum(self.lost.values()) / self.words if self.words else float("nan")

    @property
    def insertions(self) -> float:
        """Words too many, per reference word."""
        return sum(self.added.values()) / self.words if self.words else float("nan")

    @property
    def rate(self) -> float:
        """Errors per reference word."""
        return self.substitutions + self.deletions + self.insertions

    def by_class(self, classes: Mapping[str, str]) -> dict[str, tuple[int, int, int]]:
        """Of each class of words, how many were said, replaced and lost."""
        found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for place, counts in enumerate((self.spoken, self.replaced, self.lost)):
            for word, count in counts.items():
                found[classes.get(word, "")][place] += count
        return {name: (said, replaced, lost) for name, (said, replaced, lost) in sorted(found.items())}


def measured(references: Sequence[str], hypotheses: Sequence[str], name: str, threads: int | None = None) -> Profile:
    """The profile of hypotheses, as our aligner finds it; capitals and marks beside words are left out of account."""
    sides = [_core.plain_texts(Strings.of(side)) for side in (references, hypotheses)]
    alignment = align(list(sides[0]), list(sides[1]), threads=threads)
    spoken: Counter[str] = Counter()
    confusions: defaultdict[str, Counter[str]] = defaultdict(Counter)
    lost: Counter[str] = Counter()
    added: Counter[str] = Counter()
    followed, insertions = [0, 0], [0, 0]
    for place, (said, heard) in enumerate(zip(*sides, strict=True)):
        reference, hypothesis = said.split(), heard.split()
        spoken.update(reference)
        steps = alignment[place].tolist()
        words, others = iter(reference), iter(hypothesis)
        for step in steps:
            word = next(words) if step != INSERTIONS else ""
            other = next(others) if step != DELETIONS else ""
            if step == SUBSTITUTIONS:
                confusions[word][other] += 1
            elif step == DELETIONS:
                lost[word] += 1
            elif step == INSERTIONS:
                added[other] += 1
        for wrong, next_wrong in pairwise(step != MATCHES for step in steps if step != INSERTIONS):
            followed[0] += wrong
            followed[1] += wrong and next_wrong
        count(insertions, (step == INSERTIONS for step in steps))
    # Where each error is followed by another, runs are as long as may be.
    run = followed[0] / max(followed[0] - followed[1], 1) if followed[0] else float("nan")
    again = 1 - insertions[1] / insertions[0] if insertions[0] else 0.0
    return Profile(name, spoken.total(), spoken, confusions, lost, added, run, again)


def count(runs: list[int], which: Iterable[bool]) -> None:
    """Adds how many there are, and in how many runs."""
    for there, run in groupby(which):
        if there:
            runs[0] += sum(1 for _ in run)
            runs[1] += 1
