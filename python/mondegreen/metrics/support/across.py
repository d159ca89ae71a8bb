"""Word vectors of both sides of a pair: the same ones, or, where hypotheses are in another language, two in one space.

Vectors of two languages are brought into one space by `mondegreen lexicon map`. Of two words spelled alike the vectors
then say whether they are the same, if both have one: French and English `chat` are not. Where either has none, as most
numbers and names, words spelled alike are the same.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Settings
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.metrics.base import Metric, Option
from mondegreen.resources.vectors import WordVectors
from mondegreen.weights import Weights


def check_name(name: str) -> str:
    """A name, of which there must be something."""
    if not name.strip():
        raise ValueError(name)
    return name


VECTORS = Option("vectors", ("default",), "word vectors: a file or a spaCy pipeline", check_name)
HYP_VECTORS = Option(
    "hyp-vectors", ("default",), "word vectors of the hypothesis language, mapped into the reference space", check_name
)


class Sides(NamedTuple):
    """The vectors of the references' words and of the hypotheses'."""

    reference: WordVectors
    hypothesis: WordVectors

    @property
    def across(self) -> bool:
        """Whether hypotheses have vectors of their own."""
        return self.reference.identity != self.hypothesis.identity

    def weights(self, references: Sequence[str], hypotheses: Sequence[str], **scale: float) -> Weights:
        """What it weighs to take one of the hypotheses' words for one of the references'; see `WordVectors.weights`."""
        if not self.across:
            return self.reference.weights(list_distinct((references, hypotheses)), **scale)
        words, rows = filter_known(self.reference, list_distinct([references]))
        others = filter_known(self.hypothesis, list_distinct([hypotheses]))
        return Weights.from_vectors(words, rows, others=others, **scale)

    def tell(self, references: Sequence[str], hypotheses: Sequence[str]) -> None:
        """Warns of vectors that fit the other side better."""
        words = references, hypotheses
        here, turned = (
            sum(int(side.has(each).sum()) for side, each in zip(sides, words, strict=True))
            for sides in (self, reversed(self))
        )
        if turned > 2 * here:
            one, other = self.reference.identity, self.hypothesis.identity
            what = f"{here} words have vectors, and {turned} would with {other} for the references and {one} for the"
            warnings.warn(f"{what} hypotheses; are they swapped?", ScoreWarning, stacklevel=2)


def filter_known(vectors: WordVectors, words: Sequence[str]) -> tuple[list[str], NDArray[np.float32]]:
    """The words that have vectors, and these."""
    kept = [word for word, has in zip(words, vectors.has(words).tolist(), strict=True) if has]
    return kept, vectors.rows(kept)


def name_vectors(metric: Metric) -> Mapping[str, str | None]:
    return {option.name: metric.changes.get(option.name) for option in (VECTORS, HYP_VECTORS)}


def load_sides(metric: Metric, settings: Settings) -> Sides:
    """The vectors, loaded when they are first asked for."""
    names = name_vectors(metric)
    reference, other = (settings.resources.get(option.name, names[option.name]) for option in (VECTORS, HYP_VECTORS))
    found = Sides(reference, reference if other is None else other)
    if found.across and (shape := [side.rows([]).shape[1] for side in found])[0] != shape[1]:
        raise ScoreError(f"vectors of {shape[0]} numbers and of {shape[1]} cannot share a space; map them first")
    return found


def list_distinct(side: Sequence[Sequence[str]]) -> list[str]:
    """The words of a side, each once."""
    return list(dict.fromkeys(word for words in side for word in words))


def check_one_language(metric: Metric, settings: Settings) -> None:
    """Refuses a second language where hypotheses are compared with each other."""
    if HYP_VECTORS.name in metric.uses() and load_sides(metric, settings).across:
        raise ScoreError(
            f"{metric.name}: hypotheses are compared with each other here; give their vectors as vectors, and leave "
            f"{HYP_VECTORS.name} out"
        )
