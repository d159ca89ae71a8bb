"""How bad a hypothesis seems to people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
from mondegreen.metrics.base import Fraction, Metric, Option
from mondegreen.metrics.support.noise import SUMS, NoiseWidth
from mondegreen.metrics.support.preference import STEEPEST, PreferenceModel, find_losses, read_model
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.normalization import normalize, parse_normalizers

V2 = PreferenceModel({"chrf:mean=f": 0.3547, "per": 0.2582, "bertscore:value=r": 0.3871})
SIDES = ("references", "hypotheses")
# What is made of texts of which one side shows no case and no punctuation.
PLAIN = "lower,punctuation,hyphens"
MARKS = re.compile(r"[.,;:!?\u2026\u00bf\u00a1\u060c\u061b\u061f\u0964\u3001\u3002\uff0c\uff01\uff1f]")
# A side shows them if so large a share of its utterances does: a stray letter does not count.
SHOWN = 0.1


class HumanLikeness(Metric):
    """How bad a hypothesis seems to annotators who know the reference.

    Measures: the damage that annotators see: missing n-grams, wrong phonemes and lost meaning, each counted in words,
        with less weight the more there is of it already.
    Formula: 100 times the mean over the utterances of 0.3547 d(chrF) + 0.2582 d(PER) + 0.3871 d(BERTScore recall). Here
        d(x) = sqrt(n) (sqrt(x + 0.001) - sqrt(0.001)), n is the number of reference words, and x what the utterance
        lost: 1 - chrF (order 3, beta 2, F averaged over n), the phoneme error rate, and 1 - recall.
        So about 100 for one word lost, and 200 for four. `model=FILE` takes metrics and weights of a file that
        `mondegreen study agreement --fit --save-model FILE` wrote.

    Example:
        >>> import mondegreen as mg
        >>> from mondegreen.resources.contextual import Contextual
        >>> class Rule:
        ...     identity = "rule-1"
        ...     def speak(self, text):
        ...         return list(text.replace("ph", "f"))
        >>> models = {"phonemes": Rule(), "contextual": Contextual.of({"photo": [1, 0], "foto": [3, 4]})}
        >>> run = mg.score(["photo"], ["foto"], metrics=["human"], resources=mg.Resources(chosen=models))
        >>> round(run["human"].value, 2)
        47.2

    Caveats: no rate of anything, and a long utterance may lose more than a short one. Where one side shows neither case
        nor punctuation (in less than a tenth of its utterances), nobody can have seen the difference: `case=auto` then
        compares both without (`lower,punctuation,hyphens`), else as they stand; the signature says which, and
        `case=count` or `case=ignore` decides it. So it is decided by all utterances of a run: give one option where you
        compare systems of which only some write them. Weights are what `--fit` finds from 500 French triplets of HATS
        (3,500 votes; logistic, vote-weighted, L2 0.01; 95 % intervals 0.24-0.47, 0.18-0.34, 0.30-0.48). Models that had
        not seen the reference (ten folds, and a fifth kept aside; six ways of drawing them) chose as people did in 95.5
        to 96.0 % of the triplets on which all agree, 84.6 to 85.4 % where 70 % do, and 80.0 to 80.6 % of all (standard
        errors 1.5, 1.8, 1.8). The root and the form of the texts were chosen on the same triplets, so expect a little
        less elsewhere. Tried in vain: SemDist, CER, lemmas, parts of speech, word vectors, other layers and IDF,
        pronunciations of Lexique, missing, added and rare words, non-words, negations, fillers and repetitions taken
        away (no gain beyond a standard error); BERTScore precision (likelier votes, but fewer right), and chrF without
        spaces or up to four letters (0.7 points more right, interval -0.7 to 2.2). English was not fitted: of 168 pairs
        of rated hypotheses it orders 86 % as 20 raters did (16 pairs are of equal texts, which no metric can order; of
        the others 95 %, as many as a second panel would), and for the clinical impact of 62 utterances its AUC is 0.86
        for any and 0.88 for significant. It falls short where a wrong word sounds, looks and embeds alike but turns the
        sense, as a negation or a number does. BERTScore's default model knows English; in French it sees little more
        than pieces of words. Differences below 0.01 points are none. NaN without any utterance.
    Source: ours; votes of HATS (Bañeras-Roux et al., 2023). `mondegreen study agreement` compares it with people.
    """

    name = "human"
    version = 2
    better = "lower"
    unit = "words"
    looks_ahead = True
    columns = (*V2.weights, "utterances")
    options = (
        Option("model", ("v2",), "a file that `mondegreen study agreement --fit --save-model FILE` wrote", str),
        Option("case", ("auto", "count", "ignore"), "case and punctuation: where both sides show them, or as said"),
    )

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        path = self.changes.get("model")
        self.use_model(V2 if path is None else read_model(path))
        self.decided = None if self.chosen["case"] == "auto" else self.chosen["case"]

    @classmethod
    def of(cls, model: PreferenceModel) -> HumanLikeness:
        """The metric of a model that is in no file yet."""
        found = cls()
        found.use_model(model)
        return found

    def use_model(self, model: PreferenceModel) -> None:
        self.model = model
        self.members = [make_metric(spec) for spec in model.weights]
        if odd := [member.label for member in self.members if member.of_sessions]:
            raise ScoreError(f"{odd[0]} is of whole sessions, and a model is of utterances")
        self.weights = np.array([*model.weights.values()], dtype=np.float64)
        self.columns = (*(member.label for member in self.members), "utterances")  # type: ignore[misc] # of the model
        each = zip(self.weights.tolist(), self.members, strict=True)
        self.noise = NoiseWidth(sum(weight * STEEPEST * member.noise.points for weight, member in each), SUMS.relative)

    @property
    def signature(self) -> str:
        """Also which model, and whether case and punctuation counted."""
        model = [f"model@{self.model.digest}"] if self.changes.get("model") else []
        case = [f"case={self.decided}"] if self.decided and self.chosen["case"] == "auto" else []
        return ":".join([super().signature, *model, *case])

    def uses(self) -> Mapping[str, str | None]:
        return {kind: name for member in self.members for kind, name in member.uses().items()}

    def prepare(self, batches: Iterable[Batch]) -> None:
        """Decides whether case and punctuation count, and lets each metric look ahead that must."""
        ahead = [member for member in self.members if member.looks_ahead]
        held = batches if not ahead else list(batches)
        if self.chosen["case"] == "auto":
            self.decided = "count" if shows_case(held) else "ignore"
        for member in ahead:
            member.prepare(self.prepared(batch) for batch in held)

    def prepared(self, batch: Batch) -> Batch:
        """The batch as it is compared."""
        if self.decided != "ignore":
            return batch
        steps = parse_normalizers(PLAIN)
        references, hypotheses = (normalize(getattr(batch, side), steps) for side in SIDES)
        return Batch(references, hypotheses, batch.settings, keys=batch.keys)

    def measure(self, batch: Batch) -> Rows:
        """By each metric the root of the words that were lost, and 1 for the pair."""
        if self.decided is None:
            raise ScoreError(f"{self.label} has not seen the texts yet; write case=count or case=ignore")
        return self.rows(*find_losses(self.members, self.prepared(batch)), np.ones(len(batch)))

    def fraction(self, total: Row) -> Fraction:  # noqa: ARG002 - it is the same for all
        """None: it is no share of anything."""
        return Fraction(None, None, "")

    def score(self, total: Row) -> float:
        """The weighted sum of the means, times 100."""
        return float(self.scores(Rows.of(self.columns, [[total[name]] for name in self.columns]))[0])

    def scores(self, sums: Rows) -> NDArray[np.float64]:
        """All at once."""
        losses, utterances = 100 * (sums.values[:, :-1] @ self.weights), sums.values[:, -1]
        found: NDArray[np.float64] = np.divide(
            losses, utterances, out=np.full(len(sums), np.nan), where=utterances != 0
        )
        return found


def shows_case(batches: Iterable[Batch]) -> bool:
    """Whether on both sides enough texts hold letters of both cases, or a mark that ends a clause."""
    there, written = [0, 0], [0, 0]
    for batch in batches:
        for place, side in enumerate(SIDES):
            texts = [text for text in getattr(batch, side) if text.strip()]
            there[place] += len(texts)
            written[place] += sum(map(is_written, texts))
    return all(shown >= SHOWN * whole > 0 for shown, whole in zip(written, there, strict=True))


def is_written(text: str) -> bool:
    return MARKS.search(text) is not None or not (text.lower() == text or text.upper() == text)
