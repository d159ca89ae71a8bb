"""Lemmas and parts of speech of the words of sentences; each distinct sentence is analyzed once.

Any object with an `identity` and `annotate` will do as an annotator: a tagger of rules, a table, a server.
"""

from __future__ import annotations

import json
import zlib
from itertools import chain
from sys import intern
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from mondegreen.errors import ScoreError
from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.cache import Cache
    from mondegreen.resources import Resources

# A text that the annotator cuts itself, or the words into which it is cut.
Sentence: TypeAlias = "str | tuple[str, ...]"

LEVELS = {"lemmas": "lemmas", "universal": "universal tags", "detailed": "detailed tags"}
# Part of the names in the cache: how a value is written.
LAYOUT = "analysis.v1"
# Sentences after which what was found is kept: so much is lost at most if the run is ended.
PORTION = 4096


class Analysis(NamedTuple):
    """The lemmas and tags of one sentence, a text for each token; what an annotator does not know is empty."""

    lemmas: tuple[str, ...] = ()
    universal: tuple[str, ...] = ()
    detailed: tuple[str, ...] = ()


class Annotator(Protocol):
    """Gives lemmas or tags."""

    @property
    def identity(self) -> str:
        """Name and version, which identify it."""

    def annotate(self, sentences: Sequence[Sentence]) -> Iterable[Analysis]:
        """An analysis for each sentence, in their order; a tuple of words has one token for each."""


def analyze_texts(
    sides: Sequence[Sequence[str | Sequence[str]]],
    resources: Resources,
    name: str | None = None,
    known: dict[Sentence, Analysis] | None = None,
) -> list[list[Analysis]]:
    """The analyses of texts, or of lists of words, on several sides; those that are `known` already are added to."""
    annotator = resources.get("analyzer", name)
    known = {} if known is None else known
    keyed = [[make_sentence(each) for each in side] for side in sides]
    distinct = {each for each in chain.from_iterable(keyed) if each} - known.keys()
    # An object of the user's may be another tomorrow under the same name: it is asked each time.
    cache = resources.cache if getattr(annotator, "remembered", False) else None
    known.update(analyze_distinct(annotator, distinct, cache))
    known[""] = known[()] = Analysis()
    return [[known[each] for each in side] for side in keyed]


def make_sentence(given: str | Sequence[str]) -> Sentence:
    """A text with single spaces, or words, which identify a sentence."""
    return " ".join(given.split()) if isinstance(given, str) else tuple(given)


def analyze_distinct(
    annotator: Annotator, sentences: Iterable[Sentence], cache: Cache | None
) -> dict[Sentence, Analysis]:
    """The analyses of distinct sentences, from the cache where they are there."""
    names = {each: name_in_cache(each) for each in sentences}
    where = f"{annotator.identity}|{LAYOUT}"
    kept = cache.get_many(where, names.values()) if cache else {}
    known = {each: decompress_analysis(kept[name]) for each, name in names.items() if name in kept}
    # Sentences of like length together: a model fills up the shorter ones of a portion.
    rest = sorted((each for each in names if each not in known), key=lambda each: (len(each), names[each]))
    with progress(annotator.identity, len(rest)) as advance:
        for start in range(0, len(rest), PORTION):
            part = rest[start : start + PORTION]
            fresh = dict(zip(part, ask_annotator(annotator, part), strict=True))
            if cache and cache.writes:
                cache.put_many(where, compress_all(names, fresh))
            known.update(fresh)
            advance(len(part))
    return known


def ask_annotator(annotator: Annotator, sentences: Sequence[Sentence]) -> list[Analysis]:
    """What the annotator says, if it says as much as it must."""
    found = [Analysis(*each) for each in annotator.annotate(sentences)]
    if len(found) != len(sentences):
        raise ScoreError(f"{annotator.identity} gave {len(found)} analyses for {len(sentences)} sentences")
    for each, analysis in zip(sentences, found, strict=True):
        if not any(analysis):
            raise ScoreError(f"{annotator.identity} provides neither lemmas nor tags; choose another pipeline")
        for level, values in analysis._asdict().items():
            if isinstance(each, tuple) and values and len(values) != len(each):
                raise ScoreError(
                    f"{annotator.identity} gave {len(values)} {LEVELS[level]} for {len(each)} words: {' '.join(each)}"
                )
    return found


def level_of(analyses: Sequence[Analysis], level: str, annotator: str) -> list[Sequence[str]]:
    """The lemmas, or the tags of one kind; an error where the annotator gives none."""
    found: list[Sequence[str]] = [getattr(each, level) for each in analyses]
    if any(any(each) and not values for each, values in zip(analyses, found, strict=True)):
        raise ScoreError(f"{annotator} provides no {LEVELS[level]}; choose another pipeline")
    return found


def name_in_cache(sentence: Sentence) -> str:
    """The sentence as the cache names it."""
    return f"text:{sentence}" if isinstance(sentence, str) else f"words:{sentence!r}"


def compress_all(names: Mapping[Sentence, str], fresh: Mapping[Sentence, Analysis]) -> dict[str, bytes]:
    """What is to be kept, by its name in the cache."""
    return {names[each]: zlib.compress(json.dumps(analysis).encode()) for each, analysis in fresh.items()}


def decompress_analysis(value: bytes) -> Analysis:
    """What was kept; the same tag is in memory once."""
    return Analysis(*(tuple(map(intern, level)) for level in json.loads(zlib.decompress(value))))
