"""The one way data flows: read, normalise, tokenise, align, measure, aggregate."""

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from mondegreen.aggregate import Run, aggregate
from mondegreen.batch import Settings, batches
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreWarning
from mondegreen.measure import chosen
from mondegreen.measure.metric import Metric
from mondegreen.measure.rows import Rows
from mondegreen.normalise import Rule
from mondegreen.pairs import Pairs, pair
from mondegreen.read import read

Source: TypeAlias = "Corpus | Mapping[str, str] | Sequence[str] | str | os.PathLike[str]"


def score(
    references: Source,
    hypotheses: Source,
    metrics: Iterable[str] = ("wer", "cer"),
    *,
    align: str = "kaldi",
    missing: str = "empty",
    format: str | None = None,
    normalise: Sequence[Rule] = (),
    threads: int | None = None,
) -> Run:
    """Scores hypotheses against references.

    Each side is a list of texts, a dict of texts by utterance, a `Corpus`, or the path of a file in the given
    `format` (else the one it looks like). `align` names the program whose choice among equally good alignments is
    followed, `missing` says what becomes of references without a hypothesis ("error", "empty" or "skip"), and
    `normalise` lists callables that rewrite each text first.
    """
    kinds = chosen([metrics] if isinstance(metrics, str) else metrics)
    pairs = pair(corpus(references, "references", format), corpus(hypotheses, "hypotheses", format), missing)
    for note in pairs.notes():
        warnings.warn(note, ScoreWarning, stacklevel=2)
    return run(pairs, kinds, Settings(align, tuple(normalise), threads))


def run(pairs: Pairs, metrics: Sequence[Metric], settings: Settings) -> Run:
    """Measures all pairs, a batch at a time, by all metrics."""
    measured: list[list[Rows]] = [[] for _ in metrics]
    for batch in batches(pairs, settings):
        for metric, parts in zip(metrics, measured, strict=True):
            parts.append(metric.measure(batch))
    scores = {
        metric.label: aggregate(metric, Rows.joined(metric.columns, parts), pairs, settings)
        for metric, parts in zip(metrics, measured, strict=True)
    }
    return Run(pairs, scores)


def corpus(source: Source, name: str, format: str | None = None) -> Corpus:
    """The corpus that the user means by a path, a dict, a list or a corpus."""
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | os.PathLike):
        return read(source, format)
    if isinstance(source, Mapping):
        return Corpus(list(source.keys()), list(source.values()), name)
    return Corpus.by_position(source, name)
