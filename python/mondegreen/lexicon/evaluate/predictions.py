"""A system's translations of each word: from two mapped spaces, or from a file."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.io.source import label, load_lines
from mondegreen.lexicon.dictionary import Dictionary
from mondegreen.lexicon.mapping import load as load_mapping
from mondegreen.lexicon.neighbors import Retriever, make_retriever
from mondegreen.lexicon.space import fold_case, load_side
from mondegreen.plan.lexicon import EvaluatePlan


@dataclass(frozen=True)
class Predictions:
    """The best translations of each word that the system knows, the best first.

    `ranks` are frequency ranks of source words, `targets` the words it could answer; None where that is not known.
    """

    name: str
    ranked: Mapping[str, Sequence[str]]
    ranks: Mapping[str, int] | None = None
    targets: Collection[str] | None = None

    def can_answer(self, word: str) -> bool:
        return bool(word) and (self.targets is None or word in self.targets)


def predict_translations(
    name: str, retriever: Retriever, headwords: Sequence[str], count: int, method: str
) -> Predictions:
    """The translations that two mapped spaces give."""
    known = retriever.filter_known(headwords)
    indices = retriever.translate(known, count, method).indices.tolist() if known else []
    words = retriever.target.words
    ranked = {headword: [words[index] for index in row] for headword, row in zip(known, indices, strict=True)}
    return Predictions(name, ranked, retriever.source.indices, retriever.target.indices)


def load_predictions(path: str, name: str, *, keep_case: bool = False) -> Predictions:
    """A file of a word and its translations, the best first, with tabs between them; `-` alone stands for none."""
    ranked: dict[str, list[str]] = {}
    for number, line in enumerate(load_lines(path), 1):
        headword, *found = [cell.strip() for cell in fold_case(line, keep_case=keep_case).split("\t")]
        if not line.strip():
            continue
        if not headword or not found:
            raise ScoreError("a word, a tab and its translations belong here", path=label(path), line=number)
        if headword in ranked:
            raise ScoreError(f'"{headword}" had come before', path=label(path), line=number)
        if found != ["-"]:
            ranked[headword] = list(dict.fromkeys(word for word in found if word))
    return Predictions(name, ranked)


def load_systems(plan: EvaluatePlan, test: Dictionary, count: int) -> list[Predictions]:
    """The translations of all systems; a mapping makes one for each way."""
    if not any(each.endswith(".npz") for each in plan.systems):
        names = dict.fromkeys(("source", "target", "words", "bands"))
        plan.refuse_idle(names, "applies to mappings, and none is given; remove it")
    headwords = list(dict.fromkeys(pair.source for pair in test.pairs if not pair.is_multiword))
    spaces = None
    found = []
    for each in plan.systems:
        name, equals, path = each.rpartition("=")
        name = name if equals else path
        if not path.endswith(".npz"):
            found.append(load_predictions(path, name, keep_case=plan.keep_case))
            continue
        if not (plan.source and plan.target):
            raise ScoreError("a mapping needs the vectors that it maps; give --source and --target", path=path)
        spaces = spaces or (load_side(plan, plan.source), load_side(plan, plan.target))
        retriever = make_retriever(plan, load_mapping(path), *spaces)
        ways = dict.fromkeys(plan.way.split(","))
        found += [predict_translations(f"{name} {way}", retriever, headwords, count, way) for way in ways]
    labels = [each.name for each in found]
    if duplicates := [label for label in labels if labels.count(label) > 1]:
        raise ScoreError(f"two systems are called {duplicates[0]}; name one of them by NAME=")
    check_direction(found, test, plan.words)
    return found


def check_direction(found: Sequence[Predictions], test: Dictionary, words: int | None) -> None:
    """Warns of a dictionary in the wrong direction; refuses one of which a system knows no word."""
    more = f"; only the first {words} words of each side were loaded (--words)" if words else ""
    for each in found:
        forth = sum(source in each.ranked for source, _ in test.words)
        back = sum(target in each.ranked for _, target in test.words)
        if each.ranks is not None and each.targets is not None:
            back = sum(target in each.ranks and source in each.targets for source, target in test.words)
        hint = "; reversed, it would have more: is it in the wrong direction?" if back > 2 * forth else ""
        if not forth:
            raise ScoreError(f"{each.name} has no word of this dictionary{hint or more}", path=test.name)
        if hint:
            warnings.warn(f"{test.name}: {each.name} knows {forth} of {len(test.words)} pairs{hint}", ScoreWarning, 2)
