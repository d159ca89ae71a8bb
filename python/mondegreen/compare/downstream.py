"""Whether a metric of recognition tells how good the translations will be: correlation over blocks of utterances."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.compare.correlation import pearson, spearman
from mondegreen.compare.sign import sign_test
from mondegreen.errors import ScoreError
from mondegreen.measure.noise import SUMS, ranked, settled
from mondegreen.measure.rows import Rows
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.score import Score
    from mondegreen.compare.sign import Signs
    from mondegreen.compare.translation import Translations


# Of two blocks all coefficients are 1 or -1.
LEAST = 3


class TranslationCorrelation(NamedTuple):
    """The coefficients between a metric and a score of translations, over so many blocks."""

    metric: str
    score: str
    pearson: float
    spearman: float
    blocks: int


def correlate_translations(
    run: Run, texts: Sequence[str], references: Sequence[str], how: Translations, scores: Sequence[str], size: int
) -> list[TranslationCorrelation]:
    """Each metric of a run against each score of the translations of its utterances, which come in the same order.

    Blocks are so many utterances that follow each other; the last may be shorter. A block of which a metric is not
    defined counts for no pair with that metric.
    """
    spans = split_blocks(len(run.pairs), size)
    judged = {name: [how.corpus(name, texts[span], references[span]) for span in spans] for name in scores}
    found = []
    for label, score in run.scores.items():
        values = score_blocks(score, spans)
        for name, others in judged.items():
            pairs = [pair for pair in zip(values, others, strict=True) if not isnan(pair[0])]
            sides = (
                ranked([one for one, _ in pairs], score.noise).tolist(),
                ranked([other for _, other in pairs], SUMS).tolist(),
            )
            both = (pearson(*sides), spearman(*sides)) if len(pairs) >= LEAST else (nan, nan)
            found.append(TranslationCorrelation(label, name, *both, len(pairs)))
    return found


def split_blocks(count: int, size: int) -> list[slice]:
    """The places of each block."""
    if size < 1:
        raise ScoreError(f"blocks of {size} utterances cannot be; give 1 or more")
    found = [slice(start, start + size) for start in range(0, count, size)]
    if len(found) < LEAST:
        made = f"{amount(count, 'utterance')} make {amount(len(found), 'block')} of {size}"
        raise ScoreError(f"{made}: too few to correlate; three or more are needed, so give a smaller size")
    return found


def score_blocks(score: Score, spans: Sequence[slice]) -> list[float]:
    """A metric's score of each block."""
    rows = score.rows
    return [score.metric.score(Rows(rows.columns, rows.values[span]).total()) for span in spans]


def compare_sentences(first: Sequence[float], second: Sequence[float]) -> Signs:
    """How often the first system's sentences are better, worse, and as good; and how likely that is by chance."""
    gains = np.subtract(first, second)
    return sign_test(settled(gains, SUMS.width(first, second)).tolist())


def find_translations(keys: Sequence[str], texts: Mapping[str, str], name: str) -> list[str]:
    """The text of each utterance; each must have one."""
    lacking = [key for key in keys if key not in texts]
    if lacking:
        raise ScoreError(
            f"{len(lacking)} of {len(keys)} utterances have no translation, such as {lacking[0]}", path=name
        )
    return [texts[key] for key in keys]
