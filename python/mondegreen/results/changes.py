"""What rules change in texts, rule by rule: how many texts, and which words become which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, align
from mondegreen.corpus import Corpus
from mondegreen.formats.format import REFERENCE_FIELD, holds_both
from mondegreen.normalization import Normalizer, normalize
from mondegreen.normalization.text_function import name_function
from mondegreen.notes import Note
from mondegreen.results.shown import Drawable

Replacement = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Changes:
    """What one rule changed: so many of all texts, so many of them to nothing, and which words, each how often.

    Blanks alone are no change of words, though the text differs. `examples` tell an utterance for each change.
    """

    rule: str
    texts: int
    changed: int
    emptied: int
    words: Counter[Replacement]
    examples: Mapping[Replacement, str]


@dataclass(frozen=True)
class Normalized(Drawable):
    """A corpus after all rules, and what each of them changed."""

    corpus: Corpus
    changes: Sequence[Changes]

    @property
    def texts(self) -> Sequence[str]:
        """The texts after all rules."""
        return self.corpus.texts


def normalize_corpus(corpus: Corpus, rules: Sequence[Normalizer], side: str = "") -> Normalized:
    """The corpus rewritten by rules: both sides of it, where it holds both."""
    steps = list(apply_rules_in_turn(corpus.keys, corpus.texts, rules, side))
    changes, texts = [found for found, _ in steps], steps[-1][1] if steps else corpus.texts
    fields = dict(corpus.fields)
    if holds_both(corpus):
        fields[REFERENCE_FIELD] = normalize(fields[REFERENCE_FIELD], rules, side)
    after = replace(corpus, texts=texts, fields=fields)
    if corpus.words is not None and texts != corpus.texts:
        after = replace(after, words=None).add_notes(Note("times-dropped", corpus.name))
    return Normalized(after, changes)


def apply_rules_in_turn(
    keys: Sequence[str], texts: Sequence[str], rules: Sequence[Normalizer], side: str = ""
) -> Iterator[tuple[Changes, Sequence[str]]]:
    """What each rule changes in what those before it left, and what it leaves."""
    for rule in rules:
        after = normalize(texts, [rule], side)
        yield count_changes(name_function(rule), keys, texts, after), after
        texts = after


def count_changes(rule: str, keys: Sequence[str], before: Sequence[str], after: Sequence[str]) -> Changes:
    """The difference that a rule made."""
    places = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    words: Counter[Replacement] = Counter()
    examples: dict[Replacement, str] = {}
    for at, found in zip(
        places, find_replacements([before[at] for at in places], [after[at] for at in places]), strict=True
    ):
        for each in found:
            words[each] += 1
            examples.setdefault(each, keys[at])
    emptied = sum(bool(before[at].strip()) and not after[at].strip() for at in places)
    return Changes(rule, len(before), len(places), emptied, words, examples)


def find_replacements(before: Sequence[str], after: Sequence[str]) -> Iterator[list[Replacement]]:
    """For each pair of texts the words that were replaced, and by what; neighbors are one replacement."""
    if not before:
        return
    found = align(before, after, policy="sub-first")
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        left, right = iter(old.split()), iter(new.split())
        replacements = []
        for same, run in groupby(found[at].tolist(), key=MATCHES.__eq__):
            pairs = [take_words(step, left, right) for step in run]
            if not same:
                replacements.append((join_words(pair[0] for pair in pairs), join_words(pair[1] for pair in pairs)))
        yield replacements


def take_words(step: int, left: Iterator[str], right: Iterator[str]) -> Replacement:
    return ("" if step == INSERTIONS else next(left), "" if step == DELETIONS else next(right))


def join_words(words: Iterable[str]) -> str:
    return " ".join(filter(None, words))
