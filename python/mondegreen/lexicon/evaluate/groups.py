"""Source words in groups: by part of speech, by frequency, by number of translations.

Dictionaries by part of speech are files NAME.n.txt, NAME.pn.txt, ... with tabs (Kementchedjhieva et al. 2019): n are
nouns, pn proper nouns, v verbs, a adjectives and adverbs, o all others; nw are pairs that are no translations.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.dictionary import Dictionary, Pair
from mondegreen.lexicon.dictionary import load as load_dictionary
from mondegreen.lexicon.evaluate.precision_recall import Gold
from mondegreen.metrics.base import percent

CLASSES = {"n": "nouns", "pn": "proper nouns", "v": "verbs", "a": "adjectives", "o": "others", "nw": "no translations"}
# What the clean dictionary is without.
FALSE_PAIRS = "nw"
UNCLEAN = ("pn", FALSE_PAIRS)


class Share(NamedTuple):
    """A part of speech of a dictionary: its words and pairs, and their shares of all that have one, in percent.

    A word that has several parts of speech counts in each.
    """

    group: str
    words: int
    word_share: float
    pairs: int
    pair_share: float


def count_shares(parts: Mapping[str, Mapping[str, Sequence[str]]]) -> list[Share]:
    """The shares of parts of a dictionary, each of which holds words and their translations."""
    counts = {name: (len(part), sum(map(len, part.values()))) for name, part in parts.items()}
    words, pairs = (sum(each[side] for each in counts.values()) for side in (0, 1))
    return [
        Share(name, ours, percent(ours, words), theirs, percent(theirs, pairs))
        for name, (ours, theirs) in counts.items()
    ]


def load_classes(stem: str, *, keep_case: bool = False) -> Mapping[str, set[tuple[str, str]]]:
    """The pairs of each class that has a file; `stem` is the files' common beginning, such as en-fr.5000-6500."""
    paths = {name: Path(f"{stem}.{name}.txt") for name in CLASSES}
    found = {
        name: set(load_dictionary(str(path), "tsv", keep_case=keep_case).words)
        for name, path in paths.items()
        if path.is_file()
    }
    if not found:
        raise ScoreError(f"there is no {stem}.n.txt, nor a file of another part of speech next to it")
    return found


def warn_of_few_classes(classes: Mapping[str, set[tuple[str, str]]], stem: str, test: Dictionary) -> None:
    """Warns of files that hold the part of speech of less than half of a dictionary's pairs."""
    classed = sum(any(pair in pairs for pairs in classes.values()) for pair in test.words)
    if 2 * classed < len(test.words):
        what = f"the part of speech is known for {classed} of {len(test.words)} pairs; are these files of {test.name}?"
        warnings.warn(f"{stem}: {what}", ScoreWarning, 2)


# From so many translations on words are one group.
MANY_SENSES = 4


def group_by_senses(gold: Gold) -> dict[str, list[str]]:
    """The words with one translation, with two, ..."""
    found: dict[str, list[str]] = {}
    for count in range(1, MANY_SENSES + 1):
        headwords = [headword for headword, words in gold.answers.items() if min(len(words), MANY_SENSES) == count]
        if headwords:
            found[f"{count}+" if count == MANY_SENSES else str(count)] = headwords
    return found


def group_by_rank(gold: Gold, ranks: Mapping[str, int], bands: Sequence[int]) -> dict[str, list[str]]:
    """The words up to each rank among the vectors; those beyond all, and those without any vector, at the end."""
    edges = [*sorted(bands), 1 << 62]
    names = [*(f"to {edge}" for edge in edges[:-1]), f"beyond {edges[-2]}" if len(edges) > 1 else "known"]
    found: dict[str, list[str]] = {name: [] for name in [*names, "no vector"]}
    for headword in gold.answers:
        rank = ranks.get(headword)
        index = None if rank is None else next(at for at, edge in enumerate(edges) if rank < edge)
        found["no vector" if index is None else names[index]].append(headword)
    return {name: headwords for name, headwords in found.items() if headwords}


def group_by_frequency(gold: Gold, pairs: Sequence[Pair], count: int = 4) -> dict[str, list[str]]:
    """The words in so many bands of equal size, by the frequencies in the dictionary."""
    known = {pair.source: pair.frequency for pair in reversed(pairs) if pair.frequency is not None}
    headwords = sorted((word for word in gold.answers if word in known), key=lambda word: -known[word])
    found = {}
    for band in range(count):
        part = headwords[band * len(headwords) // count : (band + 1) * len(headwords) // count]
        if part:
            found[f"{known[part[0]]:g} to {known[part[-1]]:g}"] = part
    return found


def group_by_tag(gold: Gold, pairs: Sequence[Pair]) -> dict[str, list[str]]:
    known = {pair.source: pair.pos for pair in reversed(pairs) if pair.pos}
    tags = dict.fromkeys(known[headword] for headword in gold.answers if headword in known)
    return {tag: [headword for headword in gold.answers if known.get(headword) == tag] for tag in tags}


def tag_by_spacy(headwords: Iterable[str], language: str) -> dict[str, list[str]]:
    """The words by the part of speech that the language's spaCy pipeline gives them."""
    from mondegreen.resources import Resources
    from mondegreen.resources.analysis import analyze_texts

    distinct = list(dict.fromkeys(headwords))
    (analyses,) = analyze_texts([[[headword] for headword in distinct]], Resources(language))
    found: dict[str, list[str]] = {}
    for headword, each in zip(distinct, analyses, strict=True):
        found.setdefault(each.universal[0] if each.universal else "?", []).append(headword)
    return found
