"""Reference words by what they are like: their class, how often they are said, how long they are, where they stand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.alignment import DELETIONS, INSERTIONS, SUBSTITUTIONS
from mondegreen.errors import ScoreError
from mondegreen.measure.spans import kind
from mondegreen.measure.wer_of import script_of
from mondegreen.resources.analysis import analyse, level_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Batch

    # The name of the group of each reference word of a batch, utterance by utterance; all references were counted.
    Naming = Callable[[Batch, Counter[str]], Iterable[str]]

FIFTHS = 5
LONGEST = 12
NO_SCRIPT = "none"


@dataclass(slots=True)
class WordGroup:
    """Reference words of one kind, and how many of them were replaced and lost; words too many are of no kind."""

    name: str
    words: int = 0
    substitutions: int = 0
    deletions: int = 0

    @property
    def rate(self) -> float:
        """Words that are wrong per hundred."""
        return 100 * (self.substitutions + self.deletions) / self.words


def count_insertions(run: Run) -> int:
    """Words too many, which no group has."""
    return sum(int((batch.alignment("words").steps == INSERTIONS).sum()) for batch in run.batches())


def tag_references(batch: Batch) -> list[Sequence[str]]:
    """The parts of speech of the reference words: those of the run's file of tags, else by the analyser."""
    resources, words = batch.settings.resources, batch.tokens()[0]
    if "ref-tags" in resources.chosen:
        given: list[Sequence[str]] = resources.get("ref-tags").of(batch.keys, words)
        return given
    (found,) = analyse([words], resources)
    return level_of(found, "universal", resources.get("analyser").identity)


def name_classes(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    """The part of speech of each word, or what a file of tags says of it: of `B-PER` and `I-PER` the kind, PER."""
    return map(kind, chain.from_iterable(tag_references(batch)))


def name_scripts(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    """The script of each word's first letter."""
    return (script_of(word) or NO_SCRIPT for words in batch.tokens()[0] for word in words)


def name_frequencies(batch: Batch, counts: Counter[str]) -> Iterator[str]:
    """How often the references have the word, in steps that double."""
    return (doubling_range(counts[word]) for words in batch.tokens()[0] for word in words)


def name_lengths(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    """How many characters the word has."""
    lengths = (len(word) for words in batch.tokens()[0] for word in words)
    return (str(length) if length < LONGEST else f"{LONGEST} or more" for length in lengths)


def name_positions(batch: Batch, _counts: Counter[str]) -> Iterator[str]:
    """In which fifth of its utterance the word stands."""
    for words in batch.tokens()[0]:
        yield from (f"fifth {1 + FIFTHS * place // len(words)}" for place in range(len(words)))


# What words may be grouped by: the names that users write.
WAYS: dict[str, Naming] = {
    "word-class": name_classes,
    "word-script": name_scripts,
    "word-frequency": name_frequencies,
    "word-length": name_lengths,
    "position": name_positions,
}


def doubling_range(count: int) -> str:
    """The step that a count falls into: 1, 2-3, 4-7, 8-15, ..."""
    low = 1 << (count.bit_length() - 1)
    return str(low) if low == 1 else f"{low}-{2 * low - 1}"


def group_words(run: Run, way: str) -> list[WordGroup]:
    """The groups in their own order: numbers by size, parts of speech by the alphabet."""
    counts = Counter(word for batch in run.batches() for words in batch.tokens()[0] for word in words)
    found: dict[str, WordGroup] = {}
    for batch in run.batches():
        steps = batch.alignment("words").steps
        steps = steps[steps != INSERTIONS]
        names = np.array(list(WAYS[way](batch, counts)), dtype=np.str_)
        if len(names) != len(steps):
            raise ScoreError(f"{len(names)} tags for {len(steps)} reference words", path=run.name)
        every, places = np.unique(names, return_inverse=True)
        sums = (np.bincount(places, steps == step, len(every)) for step in (SUBSTITUTIONS, DELETIONS))
        for name, *numbers in zip(every.tolist(), np.bincount(places, minlength=len(every)), *sums, strict=True):
            group = found.setdefault(name, WordGroup(name))
            group.words += int(numbers[0])
            group.substitutions += int(numbers[1])
            group.deletions += int(numbers[2])
    return sorted(found.values(), key=lambda group: (first_number(group.name), group.name))


def first_number(name: str) -> int:
    """The number in a name by which it is sorted; 0 where there is none."""
    return next((int(part) for part in name.replace("-", " ").split() if part.isdecimal()), 0)
