"""Which steps of normalization would remove many of the errors: those that are differences of writing, not of words.

A sample of the utterances with errors decides which steps are looked at. What is then reported is counted as a run with
these steps counts it: over all utterances, or, of very many, over some of them, which the sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch, make_batches, select_pairs
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.normalization import Normalizer, make_normalizer, normalize
from mondegreen.notes import Note
from mondegreen.pairs import Pairs, take_items
from mondegreen.results.run import Run
from mondegreen.results.score import Score

# The metrics whose errors are explained: the first of them that a run has.
METRICS = ("wer", "cer")
# The share of the errors that must be differences of writing.
SHARE = 0.2
# The share of a sample that is worth a count of all: less, because a sample may fall short of the whole.
PROMISING = 0.15
# Steps are named only if, without them, more than this share of the errors would come back.
NEGLIGIBLE = 0.05
SAMPLE = 150
# So many utterances are counted in a few hundredths of a second; of more, as many at even distances.
COUNTED = 1_500
DIGIT = re.compile("[0-9]")
# Letters of scripts without spaces between words: Thai, Lao, Burmese, Khmer, kana, and Chinese characters.
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
MIXED, UNSPACED_METRIC = "mixed-er", "cer:spaces=no"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """How many of a metric's errors vanish with further steps of normalization, and what the metric is then.

    `utterances` is how many were counted, where it is not all.
    """

    metric: str
    steps: tuple[str, ...]
    vanished: int
    errors: int
    value: float
    utterances: int | None = None

    def note(self, run: str, how: str) -> Note:
        """The note on the run of that name, in which `how` says how the steps are chosen."""
        rate = f"{self.metric.upper()} {self.value:.2f} %"
        detail: dict[str, str | int] = {"vanished": self.vanished, "errors": self.errors, "how": how, "rate": rate}
        if self.utterances is None:
            return Note("normalization", run, detail=detail)
        return Note("normalization-sampled", run, detail=detail | {"utterances": self.utterances})


@dataclass(frozen=True, slots=True)
class Sample:
    """Some pairs with errors, after the run's own steps."""

    metric: Metric
    batch: Batch
    errors: float

    @classmethod
    def of(cls, run: Run, score: Score, metric: Metric) -> Sample:
        """Pairs with errors, at even distances."""
        column = score.rows.values[:, 0]
        found = np.flatnonzero(column)
        places = found[np.linspace(0, len(found) - 1, min(SAMPLE, len(found))).astype(np.intp)]
        own, at = run.settings, places.tolist()
        return cls(
            metric,
            Batch(
                normalize(take_items(run.pairs.references, at), own.normalize, "references"),
                normalize(take_items(run.pairs.hypotheses, at), own.normalize, "hypotheses"),
                own,
            ),
            float(column[places].sum()),
        )

    def vanished(self, rules: Sequence[Normalizer]) -> float:
        """How many errors these rules remove."""
        references, hypotheses = (normalize(side, rules) for side in (self.batch.references, self.batch.hypotheses))
        rows = self.metric.measure(Batch(references, hypotheses, self.batch.settings))
        return self.errors - float(rows.values[:, 0].sum())


def diagnose(run: Run) -> Diagnosis | None:
    """The steps that would remove more than a fifth of the errors, if there are such; the fewest that do as much."""
    score = next((found for name in METRICS for found in run.scores.values() if found.metric.name == name), None)
    if (
        score is None
        or not isinstance(score.metric, Metric)
        or score.metric.uses()
        or not score.rows.values[:, 0].any()
    ):
        return None
    sample = Sample.of(run, score, score.metric)
    texts = [*sample.batch.references, *sample.batch.hypotheses]
    changing = find_changing_steps(texts, run.settings.resources.language)
    if not changing or not (steps := drop_needless_steps(sample, changing)):
        return None
    pairs, places = sample_pairs(run.pairs)
    try:
        after = sum_rows(run, pairs, score.metric, tuple(steps.values()))
    except ScoreError:  # a number outside the sample that has no name
        return None
    before = int(score.rows.values[places, 0].sum())
    value, vanished = score.metric.score(after), before - int(after.errors)
    if vanished <= SHARE * before or np.isnan(value):
        return None
    utterances = None if pairs is run.pairs else len(pairs)
    return Diagnosis(score.metric.name, tuple(steps), vanished, before, value, utterances)


def note_spaces(run: Run, *, in_python: bool = False) -> Note | None:
    """A note where many character errors are spaces, and the script is written without them."""
    if run.scores.keys().isdisjoint(METRICS) or MIXED in run.scores:
        return None
    joined = "".join(islice(run.pairs.references, COUNTED))
    # What Latin-1 holds has spaces, and is known a hundred times as fast.
    if len(joined.encode("latin-1", "ignore")) == len(joined) or not UNSPACED.search(joined):
        return None
    pairs, _ = sample_pairs(run.pairs)
    metric = make_metric(UNSPACED_METRIC)
    before, after = (sum_rows(run, pairs, each, ()) for each in (make_metric("cer"), metric))
    vanished = int(before.errors - after.errors)
    if vanished <= SHARE * before.errors:
        return None
    how = f'metrics="{MIXED},{UNSPACED_METRIC}"' if in_python else f"--metrics {MIXED},{UNSPACED_METRIC}"
    rate = f"CER {metric.score(after):.2f} %"
    return Note(
        "spaces", run.name, detail={"vanished": vanished, "errors": int(before.errors), "how": how, "rate": rate}
    )


def sample_pairs(pairs: Pairs) -> tuple[Pairs, NDArray[np.intp]]:
    """The pairs that are counted, and their places: all, or of very many some at even distances."""
    if len(pairs) <= COUNTED:
        return pairs, np.arange(len(pairs))
    places = np.linspace(0, len(pairs) - 1, COUNTED).astype(np.intp)
    at = places.tolist()
    part = replace(
        pairs,
        keys=take_items(pairs.keys, at),
        references=take_items(pairs.references, at),
        hypotheses=take_items(pairs.hypotheses, at),
        fields={},
    )
    return part, places


def find_changing_steps(texts: Sequence[str], language: str | None) -> dict[str, Normalizer]:
    """The steps that change any of the texts, in the order in which they are applied."""
    found = {}
    numbers = name_number_steps(texts, language) if language else ()
    accents = () if "".join(texts).isascii() else ("nfc",)
    for name in (*accents, *numbers, "lower", "punctuation"):
        joined = " ".join(texts)
        if name not in numbers and make_step(name)(joined) == joined:
            continue  # no other step looks beyond a space, so none of the texts changes by itself
        changed = normalize(texts, [make_step(name)])
        if changed != texts:
            found[name], texts = make_step(name), changed
    return found


@cache
def make_step(name: str) -> Normalizer:
    """The rule of that name, made once."""
    return make_normalizer(name)


def name_number_steps(texts: Sequence[str], language: str) -> tuple[str, ...]:
    """The steps that write digits in words, if there are digits, and the package of the language is installed."""
    if not any(map(DIGIT.search, texts)):
        return ()
    name = f"numerals:{language}"
    try:
        normalize(texts, [make_step(name)])
    except ScoreError:
        return ()
    return name, "hyphens"  # because it writes "twenty-one", where transcripts mostly have "twenty one"


def drop_needless_steps(sample: Sample, steps: dict[str, Normalizer]) -> dict[str, Normalizer]:
    """The fewest of the steps that remove nearly as many errors as all; none if that is not many."""
    every = sample.vanished(tuple(steps.values()))
    if every < PROMISING * sample.errors:
        return {}
    while len(steps) > 1:
        fewer = [{name: each for name, each in steps.items() if name != left_out} for left_out in steps]
        best = max(fewer, key=lambda some: sample.vanished(tuple(some.values())))
        if sample.vanished(tuple(best.values())) < every - NEGLIGIBLE * sample.errors:
            break
        steps = best
    return steps


def sum_rows(run: Run, pairs: Pairs, metric: Metric, further: tuple[Normalizer, ...]) -> Row:
    settings = replace(run.settings, normalize=(*run.settings.normalize, *further))
    found = [metric.measure(batch) for batch in make_batches(select_pairs(pairs, settings), settings)]
    return Rows.joined(metric.columns, found).total()
