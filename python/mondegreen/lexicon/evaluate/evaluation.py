"""An evaluation of systems' predictions against a dictionary: all values that the tables show."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Dictionary
from mondegreen.lexicon.dictionary import load as load_dictionary
from mondegreen.lexicon.evaluate import groups
from mondegreen.lexicon.evaluate.groups import FALSE_PAIRS, UNCLEAN, Share, count_shares
from mondegreen.lexicon.evaluate.lemmatizer import Lemmatizer, make_lemmatizer
from mondegreen.lexicon.evaluate.pairwise import FirstAnswers, Gap, collect_first_answers, compare_first_answers
from mondegreen.lexicon.evaluate.precision_recall import Gold, Judgments, judge_predictions
from mondegreen.lexicon.evaluate.predictions import Predictions, load_systems
from mondegreen.plan.lexicon import EvaluatePlan
from mondegreen.results.interval import Bootstrap
from mondegreen.results.shown import show_plot


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


@dataclass(frozen=True)
class Evaluation:
    """A dictionary, the systems, and what else is known: lemmas, synonyms, parts of speech.

    `bootstrap` is that of the comparisons, and of each system's P@1 with `interval`.
    """

    dictionary: Dictionary
    systems: Sequence[Predictions]
    depths: Sequence[int] = (1, 5, 10)
    lemmatizer: Lemmatizer | None = None
    synonyms: Collection[tuple[str, str]] = frozenset()
    classes: Mapping[str, Collection[tuple[str, str]]] = field(default_factory=dict)
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    bands: Sequence[int] = ()
    bootstrap: Bootstrap = field(default_factory=lambda: Bootstrap("word"))
    interval: bool = False

    def plot(self, path: str | os.PathLike[str] | None = None, kind: str = "accuracy") -> Any:  # noqa: ANN401 - matplotlib need not be there
        """A plot of any kind that `mondegreen lexicon eval --plot` draws: a figure, or a .png, .svg or .pdf file."""
        return show_plot(self, path, kind)

    @cached_property
    def gold(self) -> Gold:
        return Gold.from_pairs(self.dictionary.words)

    @cached_property
    def clean(self) -> Gold:
        """The same without proper nouns and pairs that are no translations; all pairs where that is not known."""
        unclean = {pair for name in UNCLEAN for pair in self.classes.get(name, ())}
        return self.gold.without(unclean)

    @cached_property
    def surface(self) -> list[Judgments]:
        return [judge_predictions(self.gold, system, self.depths) for system in self.systems]

    @cached_property
    def lemmatized(self) -> list[Judgments]:
        if self.lemmatizer is None:
            return []
        return [judge_predictions(self.gold, system, self.depths, self.lemmatizer.lemma) for system in self.systems]

    def by_class(self) -> dict[str, list[Judgments]]:
        """Each system by part of speech: pairs of a class where files hold them, else words with a tag."""
        if self.classes:
            parts = {name: self.gold.only(pairs) for name, pairs in self.classes.items()}
            return {
                name: [judge_predictions(part, system, self.depths) for system in self.systems]
                for name, part in parts.items()
                if part.answers
            }
        return self.select_words(self.tags or groups.group_by_tag(self.gold, self.dictionary.pairs))

    def by_frequency(self) -> dict[str, list[Judgments]]:
        """Each system by frequency: by rank among the vectors, else as in the dictionary."""
        ranks = next((system.ranks for system in self.systems if system.ranks is not None), None)
        if self.bands and ranks is not None:
            return self.select_words(groups.group_by_rank(self.gold, ranks, self.bands))
        return self.select_words(groups.group_by_frequency(self.gold, self.dictionary.pairs))

    def by_senses(self) -> dict[str, list[Judgments]]:
        return self.select_words(groups.group_by_senses(self.gold))

    def select_words(self, headwords: Mapping[str, Sequence[str]]) -> dict[str, list[Judgments]]:
        return {name: [each.select(set(words)) for each in self.surface] for name, words in headwords.items()}

    def shares(self) -> list[Share]:
        """How many words and pairs of the dictionary each part of speech has."""
        if self.classes:
            parts = {name: self.gold.only(pairs) for name, pairs in self.classes.items() if name != FALSE_PAIRS}
            return count_shares({name: part.answers for name, part in parts.items() if part.answers})
        tagged = self.tags or groups.group_by_tag(self.gold, self.dictionary.pairs)
        return count_shares({name: {word: self.gold.answers[word] for word in words} for name, words in tagged.items()})

    def answers(self) -> Iterator[Answered]:
        """Each word with its translations, and what each system answered first."""
        firsts = self.firsts(self.gold)
        for word, translations in self.gold.answers.items():
            rows = (system.ranked.get(word, ()) for system in self.systems)
            each = [(row[0] if row else "", found.judge(word)) for row, found in zip(rows, firsts, strict=True)]
            yield Answered(word, translations, each)

    def uncovered(self) -> Iterator[Uncovered]:
        """The words that are not covered, with their frequency and its rank."""
        return list_uncovered(self.gold, self.dictionary, self.systems)

    def firsts(self, gold: Gold) -> list[FirstAnswers]:
        return [collect_first_answers(gold, system, self.lemmatizer, self.synonyms) for system in self.systems]

    def gaps(self) -> list[Gap]:
        """All pairs of systems, compared on the clean dictionary."""
        return [compare_first_answers(one, other) for one, other in combinations(self.firsts(self.clean), 2)]


def evaluate_files(plan: EvaluatePlan) -> Evaluation:
    """The plan's systems against its dictionary."""
    depths = parse_numbers("--at", plan.at)
    bands = parse_numbers("--bands", plan.bands) if plan.bands else ()
    test = load_dictionary(plan.dictionary, plan.format, keep_case=plan.keep_case)
    synonyms = load_dictionary(plan.synonyms, keep_case=plan.keep_case).words if plan.synonyms else ()
    classes: Mapping[str, set[tuple[str, str]]] = {}
    tags: Mapping[str, Sequence[str]] = {}
    language = plan.pos.removeprefix("spacy:") if plan.pos and plan.pos.startswith("spacy:") else None
    if plan.pos and language is None:
        classes = groups.load_classes(plan.pos, keep_case=plan.keep_case)
        groups.warn_of_few_classes(classes, plan.pos, test)
    systems = load_systems(plan, test, max(depths))
    lemmatizer = None
    if plan.forms:
        answers = (word for each in systems for row in each.ranked.values() for word in row)
        lemmatizer = make_lemmatizer(plan.forms, test.words, answers, keep_case=plan.keep_case)
    if language is not None:
        tags = groups.tag_by_spacy((headword for headword, _ in test.words), language)
    bootstrap = Bootstrap("word", plan.resamples, plan.level, plan.seed)
    return Evaluation(test, systems, depths, lemmatizer, frozenset(synonyms), classes, tags, bands, bootstrap, plan.ci)


def parse_numbers(option: str, text: str) -> tuple[int, ...]:
    """Whole numbers above 0, the least first."""
    try:
        found = sorted({int(part) for part in text.split(",")})
    except ValueError:
        found = [0]
    if found[0] < 1:
        raise ScoreError(f'{option} is "{text}"; write comma-separated whole numbers of 1 or more')
    return tuple(found)
