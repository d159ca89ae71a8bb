"""A batch of pairs, and what is computed once for all metrics."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import repeat
from operator import is_
from typing import Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

from mondegreen._core import distinct_words
from mondegreen.alignment import Alignment, PolicyName, align_sides
from mondegreen.corpus import Session
from mondegreen.errors import ScoreError
from mondegreen.normalization import Normalizer, normalize
from mondegreen.pairs import EMPTIES, Pairs, find_blank
from mondegreen.resources import Resources
from mondegreen.resources.analysis import Analysis, Sentence, analyze_texts
from mondegreen.tokenization import Tokenizer, tokenize_texts
from mondegreen.weights import Weights

SIZE = 65_536
# Batches of so many pairs are held; of more pairs they are made again, so that memory stays bounded.
HELD = 2 * SIZE

Sides: TypeAlias = "tuple[Sequence[str | Sequence[str]], Sequence[str | Sequence[str]]]"

Tokens = tuple[list[Sequence[str]], list[Sequence[str]]]
# Which of the alignments counts that are equally good: the policy's, the best, or the policy's with the range of all.
TIES = ("policy", "best", "range")
# Of the alignments of a pair that are equally good under a policy: one with the fewest steps, and one with the most.
End: TypeAlias = Literal["shortest", "longest"]
ENDS: tuple[End, End] = ("shortest", "longest")


@dataclass(frozen=True, slots=True)
class Settings:
    """What is chosen once for a whole run."""

    policy: PolicyName = "kaldi"
    normalize: tuple[Normalizer, ...] = ()
    tokenize: Tokenizer | None = None
    resources: Resources = field(default_factory=Resources)
    threads: int | None = None
    empties: str = EMPTIES[0]

    def __post_init__(self) -> None:
        if self.empties not in EMPTIES:
            raise ScoreError(f'empties is "{self.empties}"; choose from {", ".join(EMPTIES)}')


@dataclass(frozen=True, slots=True)
class Batch:
    """Up to 65,536 normalized pairs, aligned once for each unit and policy that a metric asks for."""

    references: Sequence[str]
    hypotheses: Sequence[str]
    settings: Settings = Settings()
    alignments: dict[tuple[str, str, End | None], Alignment] = field(default_factory=dict)
    cuts: dict[str, Tokens] = field(default_factory=dict)
    keys: Sequence[str] = ()
    analyses: dict[tuple[str, str | None], dict[Sentence, Analysis]] = field(default_factory=dict)
    # Weights that are made for one batch alone go with their alignments when nobody else holds them.
    weightings: WeakKeyDictionary[Weights, dict[str, Alignment]] = field(default_factory=WeakKeyDictionary)
    # Recordings of several speakers, and by metric who was matched with whom.
    sessions: Sequence[Session] = ()
    outcomes: dict[str, Sequence[Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.references)

    def tokens(self, unit: str = "words") -> Tokens:
        """The tokens of the references and those of the hypotheses, as the alignment of that unit sees them."""
        if unit not in self.cuts:
            tokenizer = self.settings.tokenize
            self.cuts[unit] = (
                tokenize_texts(self.references, unit, tokenizer),
                tokenize_texts(self.hypotheses, unit, tokenizer),
            )
        return self.cuts[unit]

    def alignment(
        self,
        unit: str,
        policy: str | None = None,
        end: End | None = None,
        *,
        name: str | None = None,
        tokens: Callable[[], Sides] | None = None,
    ) -> Alignment:
        """The alignment of the batch cut into these units, by the policy of the run unless another is named.

        An `end` asks for a shortest or a longest one among those that are as good under the policy. Of other `tokens`
        than the texts' own, made when they are first needed, the alignment is known by a `name`.
        """
        key = (name or unit, policy or self.settings.policy, end)
        if key not in self.alignments:
            goal = "after" if end is None else "least" if end == "shortest" else "greatest"
            weights = None if end is None else make_length_weights()
            sides = tokens() if tokens else self.sides(unit)
            threads = self.settings.threads
            found = align_sides(*sides, unit, policy=key[1], threads=threads, weights=weights, goal=goal)
            self.alignments[key] = Alignment(found)  # without tokens, which take twenty times as much memory
        return self.alignments[key]

    def aligned(self, name: str, tokens: Callable[[], Tokens], end: End | None = None) -> Alignment:
        """The alignment of other tokens than the texts' own, which bear this name and are made when first needed."""
        return self.alignment("words", end=end, name=name, tokens=tokens)

    def analysis(
        self, units: str = "tokens", name: str | None = None, *, differing: bool = False
    ) -> tuple[list[Analysis], list[Analysis]]:
        """Lemmas and parts of speech of both sides, by the words ("tokens") or as the analyzer cuts the "text".

        If only the `differing` pairs matter, nothing is said of those whose sides are equal.
        """
        whole = self.tokens() if units == "tokens" else (self.references, self.hypotheses)
        left_out = [differing and left == right for left, right in zip(*whole, strict=True)]
        sides = [["" if out else each for out, each in zip(left_out, side, strict=True)] for side in whole]
        known = self.analyses.setdefault((units, name), {})
        references, hypotheses = analyze_texts(sides, self.settings.resources, name, known)
        return references, hypotheses

    def words(self) -> Sequence[str]:
        """The words of both sides, each once."""
        return distinct_words(*self.sides("words"))

    def weighed(self, weights: Weights, goal: str) -> Alignment:
        """The alignment of the batch's words by the policy of the run, whose errors are weighed; see `align`."""
        policy, threads = self.settings.policy, self.settings.threads
        by_goal = self.weightings.setdefault(weights, {})
        if goal not in by_goal:
            sides = self.sides("words")
            found = align_sides(*sides, "words", policy=policy, threads=threads, weights=weights, goal=goal)
            by_goal[goal] = Alignment(found)
            # Weighed steps of the policy's own alignment, unless words that are spelled alike may differ.
            if goal == "after" and not weights.is_cross_lingual:
                self.alignments.setdefault(("words", policy, None), by_goal[goal])
        return by_goal[goal]

    def sides(self, unit: str) -> Sides:
        """What the core is given: texts that it cuts, or the words of a tokenizer."""
        own = unit == "words" and self.settings.tokenize is not None
        return self.tokens(unit) if own else (self.references, self.hypotheses)


@cache
def make_length_weights() -> Weights:
    """Weights by which the longer of two alignments weighs more: that of words removed and added, and of no others."""
    return Weights.from_vectors([], [[]], missing=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class BatchStore:
    """The batches of some pairs, each made once and held with its alignments, unless the pairs are too many."""

    pairs: Pairs
    settings: Settings
    held: dict[tuple[int, int], Batch] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Batch]:
        for part in zip(range(0, len(self.pairs), SIZE), repeat(SIZE)):
            batch = self.held.get(part)
            if batch is None:
                batch = make_batch(self.pairs, self.settings, *part)
                if len(self.pairs) <= HELD:
                    self.held[part] = batch
            yield batch
            # Lists of words take twenty times the memory of their texts, and are made again in no time.
            batch.cuts.clear()
            batch.analyses.clear()

    def is_of(self, pairs: Pairs, settings: Settings) -> bool:
        """Whether these pairs, perhaps under other names, have the same batches."""
        texts = (pairs.keys, pairs.references, pairs.hypotheses)
        own = (self.pairs.keys, self.pairs.references, self.pairs.hypotheses)
        return settings is self.settings and all(map(is_, texts, own))

    def __reduce__(self) -> tuple[type["BatchStore"], tuple[Pairs, Settings]]:
        return BatchStore, (self.pairs, self.settings)  # what it holds can be made again


def make_batch(pairs: Pairs, settings: Settings, start: int, size: int) -> Batch:
    """The batch of so many pairs from `start`."""
    part = slice(start, start + size)
    if pairs.sessions:  # whose segments were normalized and tokenized one by one
        finished = replace(settings, normalize=(), tokenize=None)
        references, hypotheses = pairs.references[part], pairs.hypotheses[part]
        return Batch(references, hypotheses, finished, keys=pairs.keys[part], sessions=pairs.sessions[part])
    return Batch(
        normalize(pairs.references[part], settings.normalize, "references"),
        normalize(pairs.hypotheses[part], settings.normalize, "hypotheses"),
        settings,
        keys=pairs.keys[part],
    )


def make_batches(pairs: Pairs, settings: Settings) -> Iterator[Batch]:
    """The pairs in their order, a batch at a time, so that memory stays bounded."""
    return (make_batch(pairs, settings, start, SIZE) for start in range(0, len(pairs), SIZE))


def select_pairs(pairs: Pairs, settings: Settings) -> Pairs:
    """The pairs that are to be scored: all, or those of which no side is empty after the rules."""
    if settings.empties == "keep":
        return pairs
    sides = ((find_blank(batch.references), find_blank(batch.hypotheses)) for batch in make_batches(pairs, settings))
    empty = [reference or hypothesis for side in sides for reference, hypothesis in zip(*side, strict=True)]
    return pairs.only([place for place, is_empty in enumerate(empty) if not is_empty])
