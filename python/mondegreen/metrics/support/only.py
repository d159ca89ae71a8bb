"""Counting only words of some parts of speech: those that carry names, say, or those that carry the sense.

A step of an alignment counts if the part of speech of its reference word is among them; of an insertion, which has no
reference word, that of its hypothesis word. Where nothing is aligned, a word counts by its own. Of a detailed tag such
as `NOUN|Number=Sing` the part before the bar decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from mondegreen.alignment import DELETIONS, INSERTIONS, SUBSTITUTIONS, Alignment
from mondegreen.batch import Batch, Tokens
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Metric, Option
from mondegreen.resources.analysis import analyze_texts, level_of

ALL = "all"


def parse_tags(value: str) -> frozenset[str]:
    """The parts of speech, none of them empty."""
    found = value.split("+")
    if not all(found):
        raise ValueError(value)
    return frozenset(found)


ONLY = Option("only", (ALL,), "count only words of these parts of speech, such as PROPN+NOUN", parse_tags)


def get_wanted(metric: Metric) -> frozenset[str]:
    """The parts of speech that count, or none where all do."""
    value = metric.chosen[ONLY.name]
    if value == ALL:
        return frozenset()
    if metric.chosen.get("ties", "policy") != "policy":
        raise ScoreError(f"{metric.name}: the range over tied alignments covers all words; remove ties or only")
    return parse_tags(value)


def find_universal_tags(batch: Batch) -> Tokens:
    """The parts of speech of the words of both sides, by the analyzer of the run."""
    references, hypotheses = batch.analysis()
    annotator = batch.settings.resources.get("analyzer").identity
    return level_of(references, "universal", annotator), level_of(hypotheses, "universal", annotator)


def group_by_text(batch: Batch, these: frozenset[str]) -> dict[str, NDArray[np.bool_]]:
    """Of each text, which of its words count, as spaces part them."""
    texts = list({*batch.references, *batch.hypotheses})
    resources = batch.settings.resources
    (found,) = analyze_texts([[text.split() for text in texts]], resources)
    tags = level_of(found, "universal", resources.get("analyzer").identity)
    return {text: is_among([each], these) for text, each in zip(texts, tags, strict=True)}


def is_among(tags: Iterable[Sequence[str]], these: frozenset[str]) -> NDArray[np.bool_]:
    """Of each word, one text behind the other, whether its part of speech is among these."""
    return np.array([tag.partition("|")[0] in these for tag in chain.from_iterable(tags)], dtype=np.bool_)


def mark_counted(found: Alignment, tags: Tokens, these: frozenset[str]) -> NDArray[np.bool_]:
    """Of each step, whether it counts."""
    references, hypotheses = (is_among(side, these) for side in tags)
    inserted = found.steps == INSERTIONS
    counts = np.empty(len(found.steps), dtype=np.bool_)
    counts[~inserted] = references
    counts[inserted] = hypotheses[inserted[found.steps != DELETIONS]]
    return counts


def tally_counted(found: Alignment, counts: NDArray[np.bool_]) -> tuple[NDArray[np.float64], ...]:
    """Errors, reference words, substitutions, deletions and insertions of each pair among the steps that count."""
    kinds = (SUBSTITUTIONS, DELETIONS, INSERTIONS)
    wrong = [sum_steps(found, counts & (found.steps == kind)) for kind in kinds]
    words = sum_steps(found, counts & (found.steps != INSERTIONS))
    return sum(wrong, np.zeros(len(found))), words, *wrong


def sum_steps(found: Alignment, values: NDArray[np.bool_] | NDArray[np.float64]) -> NDArray[np.float64]:
    """The sums of what each step has, by pair."""
    owners = np.repeat(np.arange(len(found)), np.diff(found.offsets).astype(np.intp))
    return np.bincount(owners, values, minlength=len(found)).astype(np.float64)
