"""What metrics share whose substitutions weigh by word vectors: those of one language, or of two in one space.

Vectors of two languages are brought into one space by `mondegreen lexicon map`. Of two words spelled alike the vectors
then say whether they are the same, if both have one: French and English `chat` are not. Where either has none, as most
numbers and names, words spelled alike are the same.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch, Settings
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.metrics.base import Metric, Option, percent
from mondegreen.metrics.support.only import get_wanted, sum_steps, tally_counted
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.metrics.support.steps import weigh_steps
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
    reference, other = (settings.resources.get(kind, name) for kind, name in name_vectors(metric).items())
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


class Weighed(Metric):
    """A metric of weighed errors: what the words' own alignment weighs, by vectors."""

    better = "lower"
    columns: ClassVar[tuple[str, ...]] = ("weight", "words", "substitutions", "deletions", "insertions", "oov")
    unit = "words"
    goal = "after"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.only = get_wanted(self)
        if self.chosen.get("ties") == "best":
            self.goal = "least"
        elif self.chosen.get("ties") == "range":
            self.columns = (*self.columns, "least", "greatest")  # type: ignore[misc] # one alignment more for each

    @property
    def scale(self) -> Mapping[str, Any]:
        """How a cosine becomes a weight: the options of `WordVectors.weights`."""
        return {}

    def uses(self) -> Mapping[str, str | None]:
        return {**name_vectors(self), "analyzer": None} if self.only else name_vectors(self)

    def vectors(self, batch: Batch) -> Sides:
        return load_sides(self, batch.settings)

    def weights(self, batch: Batch) -> Weights:
        """What the errors of a batch weigh."""
        found = load_sides(self, batch.settings)
        if not found.across:
            return found.reference.weights(() if found.reference.whole else batch.words(), **self.scale)
        references, hypotheses = (list_distinct(side) for side in batch.tokens("words"))
        found.tell(references, hypotheses)
        return found.weights(references, hypotheses, **self.scale)

    def measure(self, batch: Batch) -> Rows:
        """What the errors weigh, counts of them and of reference words, and words of both sides without a vector."""
        if self.only:
            return self.measure_only(batch)
        weights = self.weights(batch)
        found = batch.weighed(weights, self.goal)
        _, *counts = found.tally()
        ends = [batch.weighed(weights, column).weights for column in self.columns if column in {"least", "greatest"}]
        return self.rows(found.weights, *counts, found.unknown, *ends)

    def measure_only(self, batch: Batch) -> Rows:
        """The same of the words that count."""
        vectors = self.vectors(batch)
        if vectors.across:
            raise ScoreError(f"{self.name}: parts of speech need one language; remove only, or hyp-vectors")
        these = weigh_steps(self, batch)
        lacks = np.append(False, ~vectors.reference.has(these.words[1:])).astype(np.float64)  # place 0 is no word
        unknown = (lacks[these.references] + lacks[these.hypotheses]) * these.counts
        _, *counts = tally_counted(these.found, these.counts)
        return self.rows(sum_steps(these.found, these.weights), *counts, sum_steps(these.found, unknown))

    def score(self, total: Row) -> float:
        """The weight of the errors per hundred reference words."""
        return percent(total.weight, total.words)

    def range(self, total: Row) -> tuple[float, float] | None:
        """The scores of the alignments of least and of greatest weight."""
        if self.chosen.get("ties") != "range":
            return None
        low, high = (self.score(type(total)(total, weight=total[end])) for end in ("least", "greatest"))
        return low, high
