"""Single words of an evaluation: what each system answered, and which words have no vector, with their frequency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mondegreen.lexicon.dictionary import Dictionary
from mondegreen.lexicon.evaluate.precision_recall import Gold
from mondegreen.lexicon.evaluate.predictions import Predictions


class Answered(NamedTuple):
    """A word, its translations in the dictionary, and of each system the first answer and what it is."""

    word: str
    translations: Sequence[str]
    answers: Sequence[tuple[str, str]]


class Ranked(NamedTuple):
    """A word of the dictionary, its frequency, if the dictionary has it, and its rank by that, or in the file."""

    word: str
    frequency: float | None
    rank: int


def rank_words(gold: Gold, dictionary: Dictionary) -> list[Ranked]:
    """The words by frequency, the most frequent first; without frequencies in the order of the dictionary."""
    known = {pair.source: pair.frequency for pair in reversed(dictionary.pairs) if pair.frequency is not None}
    words = sorted(gold.answers, key=lambda word: -known.get(word, 0.0))
    return [Ranked(word, known.get(word), rank) for rank, word in enumerate(words, 1)]


class Uncovered(NamedTuple):
    """A word that a system cannot translate: it, or all of its translations, have no vector."""

    system: str
    word: Ranked
    lacks: str


def list_uncovered(gold: Gold, dictionary: Dictionary, systems: Sequence[Predictions]) -> Iterator[Uncovered]:
    """The words that are not covered, by system; systems over the same vectors lack the same words."""
    ranked = rank_words(gold, dictionary)
    for system in systems:
        for each in ranked:
            if each.word not in system.ranked:
                yield Uncovered(system.name, each, "vector")
            elif not any(map(system.can_answer, gold.answers[each.word])):
                yield Uncovered(system.name, each, "translation vector")
