"""The one way data flows: read, normalise, tokenise, align, measure, aggregate."""

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from mondegreen.aggregate.run import Run
from mondegreen.aggregate.score import aggregate
from mondegreen.batch import Settings, batches
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreWarning
from mondegreen.measure import chosen
from mondegreen.measure.metric import Metric
from mondegreen.measure.rows import Rows
from mondegreen.normalise import Rule
from mondegreen.pairs import Join, Pairs, pair
from mondegreen.read import read
from mondegreen.tokenise import Tokeniser

Source: TypeAlias = "Corpus | Mapping[str, str] | Sequence[str] | str | os.PathLike[str]"


def score(
    references: Source,
    hypotheses: Source,
    metrics: Iterable[str] = ("wer", "cer"),
    *,
    align: str = "kaldi",
    normalise: Sequence[Rule] = (),
    tokenise: Tokeniser | None = None,
    missing: str = "empty",
    extra: str = "skip",
    duplicate: str = "first",
    format: str | None = None,
    threads: int | None = None,
) -> Run:
    """Scores hypotheses against references.

    Each side is a list of texts, a dict of texts by utterance, a `Corpus`, or the path of a file in the given
    `format` (else the one it looks like). `align` names the program whose choice among equally good alignments is
    followed; `normalise` lists callables that rewrite each text first, and `tokenise` cuts it into words. `missing`
    says what becomes of references without a hypothesis ("empty", "skip" or "error"), `extra` what of hypotheses
    without a reference, and `duplicate` which utterance of a key counts ("first", "last" or "error").
    """
    kinds = chosen([metrics] if isinstance(metrics, str) else metrics)
    join = Join(missing, extra, duplicate)
    pairs = pair(corpus(references, "references", format), corpus(hypotheses, "hypotheses", format), join)
    for note in pairs.notes():
        warnings.warn(note, ScoreWarning, stacklevel=2)
    return run(pairs, kinds, Settings(align, tuple(normalise), tokenise, threads))


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
    return Run(pairs, scores, settings)


def corpus(source: Source, name: str, format: str | None = None) -> Corpus:
    """The corpus that the user means by a path, a dict, a list or a corpus."""
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | os.PathLike):
        return read(source, format)
    if isinstance(source, Mapping):
        return Corpus(list(source.keys()), list(source.values()), name)
    return Corpus.by_position(source, name)
