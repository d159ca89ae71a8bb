"""BERTScore as an error rate."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch
from mondegreen.digest import digest_bytes, digest_text
from mondegreen.errors import ScoreError, ScoreWarning, pluralize
from mondegreen.metrics.base import Fraction, Metric, Option
from mondegreen.metrics.support.noise import MODEL, NoiseWidth
from mondegreen.metrics.support.only import ONLY, get_wanted, group_by_text
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.progress import progress
from mondegreen.resources import Resources
from mondegreen.resources.contextual import Contextual, Tokens
from mondegreen.resources.modelfiles import DIGITS

Mask = NDArray[np.bool_]
Pair = tuple[str, str]
Words = Mapping[str, NDArray[np.bool_]]

AT_ONCE = 256
SAME, LOST = (1.0, 1.0, 1.0, 0.0), (0.0, 0.0, 0.0, 0.0)
COLUMN = {"f1": "f1", "p": "precision", "r": "recall"}


@dataclass(frozen=True)
class Weights:
    """How much each token counts: equally, or the more the fewer references hold it. The ends do not count."""

    special: frozenset[int]
    documents: int = 0
    holding: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def inverse(cls, special: frozenset[int], documents: Iterable[tuple[list[int], int]]) -> Weights:
        """Weights from each reference's tokens and how often it occurs: log((N + 1) / (n + 1)), as in bert-score."""
        holding: Counter[int] = Counter()
        total = 0
        for ids, times in documents:
            total += times
            for each in set(ids):
                holding[each] += times
        return cls(special, total, holding)

    @property
    def digest(self) -> str:
        """What identifies them among the weights of other references."""
        if not self.documents:
            return "equal"
        counts = [self.documents, *sorted(self.holding.items())]
        return digest_text(repr(counts))

    def of(self, ids: NDArray[np.int64]) -> NDArray[np.float64]:
        """The weight of each token, of sum 1; equal ones where no token of the sentence is rarer than others."""
        inside = np.array([each not in self.special for each in ids.tolist()], dtype=float)
        if self.documents:
            found = [math.log((self.documents + 1) / (self.holding.get(each, 0) + 1)) for each in ids.tolist()]
            if any(found):
                inside = np.array(found)
        total = inside.sum()
        return inside / total if total else inside


def match_tokens(
    reference: Tokens, hypothesis: Tokens, weights: Weights, counts: tuple[Mask, Mask] | None = None
) -> tuple[float, float, float]:
    """Precision, recall and their harmonic mean: each token's cosine with the nearest on the other side, weighted.

    They are 1 for the same token IDs, never above, and rounded to the grid of what models say. With `counts`, which say
    of each side's tokens which count, the others are there only to be near to. Where no token of one side counts, it
    has the value of the other.
    """
    if np.array_equal(reference.ids, hypothesis.ids) and (
        counts is None or (np.array_equal(*counts) and counts[0].any())
    ):
        return (1.0, 1.0, 1.0)
    empty = [set(side.ids.tolist()) <= weights.special for side in (reference, hypothesis)]
    if any(empty):
        return (1.0, 1.0, 1.0) if all(empty) else (0.0, 0.0, 0.0)
    # bert-score pads its batches with tokens at right angles to all, so that a token is never nearer to nothing than 0.
    cosines = np.clip(hypothesis.vectors @ reference.vectors.T, 0, 1)
    ours, theirs = weights.of(reference.ids), weights.of(hypothesis.ids)
    if counts is not None:
        ours, theirs = share_weights(ours, counts[0]), share_weights(theirs, counts[1])
    precision = float(cosines.max(axis=1) @ theirs)
    recall = float(cosines.max(axis=0) @ ours)
    if not (ours.any() and theirs.any()):
        precision = recall = max(precision, recall)
    total = precision + recall
    found = precision, recall, 2 * precision * recall / total if total else 0.0
    return round(found[0], DIGITS), round(found[1], DIGITS), round(found[2], DIGITS)


def share_weights(weights: NDArray[np.float64], counts: Mask) -> NDArray[np.float64]:
    """The weights of the tokens that count, of sum 1, or all 0 where none does; equal ones where they weigh nothing."""
    found = weights * counts
    if not found.any():
        found = counts.astype(np.float64)
    total = found.sum()
    return np.asarray(found / total if total else found)


@dataclass(frozen=True)
class Baseline:
    """Precision, recall and F1 of unrelated sentences, by layer; from a file as bert-score has them."""

    path: str
    layers: dict[int, tuple[float, float, float]]
    digest: str

    @classmethod
    def read(cls, path: str) -> Baseline:
        """A file of comma-separated values: a heading, then lines of a layer and three numbers."""
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise ScoreError(error.strerror or str(error), path=path) from error
        layers = {}
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
            if number == 1 or not line:
                continue
            try:
                layer, numbers = parse_entry(line)
            except ValueError as error:
                what = "expected a layer and three numbers below 1"
                raise ScoreError(what, path=path, line=number) from error
            layers[layer] = numbers
        return cls(path, layers, digest_bytes(content))

    def of(self, layer: int) -> tuple[float, float, float]:
        """The three numbers of a layer."""
        if layer not in self.layers:
            raise ScoreError(f"there is no baseline for layer {layer}", path=self.path)
        return self.layers[layer]


def parse_entry(line: str) -> tuple[int, tuple[float, float, float]]:
    """A layer and its numbers; a `ValueError` where no score could be spread between these and 1."""
    layer, precision, recall, f1 = map(float, line.split(","))
    if not layer.is_integer() or not all(math.isfinite(each) and each < 1 for each in (precision, recall, f1)):
        raise ValueError(line)
    return int(layer), (precision, recall, f1)


class BertScore(Metric):
    """BERTScore as an error rate.

    Measures: how little the contextual embeddings of the two texts match: 100 (1 - BERTScore).
    Formula: 100 (1 - F), F the mean over the utterances of the harmonic mean of P and R; P is the mean, over the tokens
        of the hypothesis, of the cosine with the nearest token of the reference, and R the reverse.

    Example:
        >>> import mondegreen as mg
        >>> from mondegreen.resources.contextual import Contextual
        >>> toy = Contextual.of({"a": [1, 0], "cat": [0, 1], "bat": [4, 3]})
        >>> resources = mg.Resources(None, {"contextual": toy})
        >>> run = mg.score(["a cat"], ["a bat"], metrics=["bertscore"], resources=resources)
        >>> round(run["bertscore"].value, 4)
        15.2941

    Caveats: F is 1 for texts of the same token IDs and for two empty ones, and 0 where one side alone is empty. Each
        is rounded to 1e-5 points; scores within 1e-4 are the same. With `idf=yes` a token weighs log((N + 1) / (n +
        1)), where n of N references hold it, so that the score depends on all references, and the signature names
        them; where no token of a sentence is rarer than the others, all weigh the same. Scores of different models and
        layers are not comparable. Models of the BERT family are computed by our own encoder, others by bert-score
        (`doctor` says which). Cosines below 0 count as 0, as they do in bert-score's batches. A model sees no more of
        a sentence than its window; truncation is reported. With `only`, tokens of other words serve only as candidates
        for a match; pairs without a selected word are excluded, and if only one side has one, that side decides. NaN
        without any utterance.
    Source: Zhang et al., "BERTScore: Evaluating Text Generation with BERT", ICLR 2020; the same numbers as bert-score.
    """

    name = "bertscore"
    version = 2
    better = "lower"
    columns = ("precision", "recall", "f1", "utterances")
    unit = "sentences"
    options = (
        Option("value", ("f1", "p", "r"), "which BERTScore is subtracted from 1: F1, precision or recall"),
        Option("idf", ("no", "yes"), "weight tokens by inverse document frequency over the references"),
        Option("model", ("default",), "a transformer model by name or directory", str),
        Option("layer", ("default",), "layer number (default: the one bert-score recommends, else the last)", int),
        Option("baseline", ("none",), "a baseline file of bert-score: rescale with the scores of unrelated texts", str),
        ONLY,
    )

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        path = self.changes.get("baseline")
        self.baseline = None if path is None else Baseline.read(path)
        self.weights: Weights | None = None
        self.looks_ahead = self.chosen["idf"] == "yes"
        self.only = get_wanted(self)
        # A baseline spreads the scores, and with them the noise.
        spread = 1 - max((max(floor) for floor in self.baseline.layers.values()), default=0.0) if self.baseline else 1.0
        self.noise = NoiseWidth(points=MODEL.points / min(spread, 1.0))

    @property
    def model(self) -> str | None:
        return self.changes.get("model")

    @property
    def layer(self) -> int | None:
        layer = self.changes.get("layer")
        return None if layer is None else int(layer)

    @property
    def signature(self) -> str:
        """Also which references the weights are from, and what the baselines are."""
        weights = [f"idf@{self.weights.digest}"] if self.weights else []
        return ":".join([super().signature, *weights, *([f"baseline@{self.baseline.digest}"] if self.baseline else [])])

    def uses(self) -> Mapping[str, str | None]:
        return {"contextual": self.model, **({"analyzer": None} if self.only else {})}

    def prepare(self, batches: Iterable[Batch]) -> None:
        """Counts which tokens the references hold."""
        if not self.looks_ahead:
            return
        times: Counter[str] = Counter()
        resource = None
        for batch in batches:
            times.update(batch.references)
            resource = batch.settings.resources.get("contextual", self.model)
        if resource is not None:
            ids = resource.ids(times)
            self.weights = Weights.inverse(resource.model.special, ((ids[text], times[text]) for text in times))

    def measure(self, batch: Batch) -> Rows:
        """Precision, recall and F1 of each pair, and 1 for the pair."""
        pairs = list(zip(batch.references, batch.hypotheses, strict=True))
        words = group_by_text(batch, self.only) if self.only else None
        counted = np.array([words is None or any(words[side].any() for side in pair) for pair in pairs], np.bool_)
        known: dict[Pair, tuple[float, ...]] = dict.fromkeys(
            (pair for pair, counts in zip(pairs, counted, strict=True) if not counts), LOST
        )
        known |= {pair: same for pair in pairs if pair not in known and (same := score_trivial(*pair)) is not None}
        rest = {pair for pair in pairs if pair not in known}
        resources = batch.settings.resources
        if rest:
            known |= self.found(rest, resources, words)
        found = np.array([known[pair] for pair in pairs]).reshape(-1, 4)
        warn_truncated(found[:, 3])
        if self.baseline is not None and pairs:
            layer = resources.get("contextual", self.model).model.layers if self.layer is None else self.layer
            floor = np.array(self.baseline.of(layer))
            found[:, :3] = counted[:, None] * (found[:, :3] - floor) / (1 - floor)
        return self.rows(*found[:, :3].T, counted)

    def found(self, pairs: set[Pair], resources: Resources, words: Words | None) -> dict[Pair, tuple[float, ...]]:
        """What an earlier run has kept, and what the model says of the rest, pairs of about equal length together."""
        resource: Contextual = resources.get("contextual", self.model)
        cache = resources.cache
        by_text = {"\0".join(pair): pair for pair in pairs}
        how = [f"{self.name}.v{self.version}", self.chosen["layer"], self.weights.digest if self.weights else "equal"]
        if words is not None:
            how += ["+".join(sorted(self.only)), resources.get("analyzer").identity]
        key = "|".join([resource.identity, *how])
        # An analyzer of the user's may be another tomorrow under the same name.
        keeps = resource.keep and (words is None or getattr(resources.get("analyzer"), "remembered", False))
        kept = cache.get_many(key, by_text) if keeps else {}
        known = {by_text[text]: tuple(np.frombuffer(value, "<f8").tolist()) for text, value in kept.items()}
        missing = sorted(by_text.keys() - kept.keys(), key=lambda text: length_key(by_text[text]))
        weights = self.weights or Weights(resource.model.special if missing else frozenset())
        with progress(f"{self.name}: {resource.identity}", len(missing)) as advance:
            for start in range(0, len(missing), AT_ONCE):
                part = missing[start : start + AT_ONCE]
                tokens = resource.tokens((side for text in part for side in by_text[text]), self.layer)
                for text in part:
                    one, other = by_text[text]
                    cut = resource.cut(one) + resource.cut(other)
                    counts = None if words is None else (resource.counts(one, words), resource.counts(other, words))
                    known[by_text[text]] = (*match_tokens(tokens[one], tokens[other], weights, counts), cut)
                if keeps:
                    cache.put_many(key, {text: np.array(known[by_text[text]], "<f8").tobytes() for text in part})
                advance(len(part))
        return known

    def fraction(self, total: Row) -> Fraction:
        """What the utterances lack of the chosen value."""
        return Fraction(total.utterances - total[COLUMN[self.chosen["value"]]], total.utterances, "utterances")

    def score(self, total: Row) -> float:
        """What the mean of the chosen value lacks of 1, times 100."""
        if not total.utterances:
            return float("nan")
        return 100 * (1 - total[COLUMN[self.chosen["value"]]] / total.utterances)

    def scores(self, sums: Rows) -> NDArray[np.float64]:
        """All at once."""
        chosen = sums.values[:, self.columns.index(COLUMN[self.chosen["value"]])]
        whole = sums.values[:, self.columns.index("utterances")]
        shares = np.divide(chosen, whole, out=np.full(len(sums), np.nan), where=whole != 0)
        return np.asarray(100 * (1 - shares))


def score_trivial(reference: str, hypothesis: str) -> tuple[float, ...] | None:
    """What needs no model: equal texts, and an empty side."""
    if reference == hypothesis:
        return SAME
    blank = [not side.strip() for side in (reference, hypothesis)]
    return None if not any(blank) else SAME if all(blank) else LOST


def length_key(pair: Pair) -> tuple[int, Pair]:
    """By this pairs are sorted, so that sentences that go to the model together are of about equal length."""
    return max(len(pair[0]), len(pair[1])), pair


def warn_truncated(cut: NDArray[np.float64]) -> None:
    """Warns of what the model did not see."""
    if cut.any():
        warnings.warn(
            f"{pluralize(int(np.count_nonzero(cut)), 'pair')} with a sentence longer than bertscore's model takes: "
            f"{pluralize(int(cut.sum()), 'token')} truncated at the ends",
            ScoreWarning,
            stacklevel=2,
        )
