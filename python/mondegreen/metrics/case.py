"""Case error rate."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, Alignment
from mondegreen.batch import Batch, Tokens
from mondegreen.metrics.base import Counted, Metric
from mondegreen.metrics.support.rows import Row, Rows


class CaseErrorRate(Metric, Counted):
    """Case error rate: words that are correct except for upper and lower case.

    Measures: the fraction of correctly recognized words whose case differs.
    Formula: 100 C / N; N words that are the same on both sides of an alignment that ignores case, C those whose case
        differs.

    Example:
        >>> import mondegreen as mg
        >>> mg.score(["Then Anna left Rome"], ["then Hannah left rome"], metrics=["case"])["case"].value
        66.66666666666667

    Caveats: substituted and deleted words have no case that could be wrong; `wer` counts them. Case follows Unicode (ß
        and SS are the same letters). With `--normalize lower` nothing can be wrong. NaN where no word was recognized.
    Source: the evaluation of recognizers that write case and punctuation, for which see `wer:script=marks`.
    """

    name = "case"
    version = 1
    better = "lower"
    columns = ("errors", "recognized")
    unit = "words"

    def measure(self, batch: Batch) -> Rows:
        """Words that differ in case, and words recognized, by pair."""
        found = batch.aligned("words without case", lambda: casefold_words(batch))
        wrong = np.fromiter(count_differing(batch, found), np.float64, len(found))
        return self.rows(wrong, found.matches)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Differences per hundred words."""
        return total.errors, total.recognized


def casefold_words(batch: Batch) -> Tokens:
    references, hypotheses = ([[word.casefold() for word in text] for text in side] for side in batch.tokens())
    return references, hypotheses  # type: ignore[return-value] # lists of words are sequences of them


def count_differing(batch: Batch, found: Alignment) -> Iterator[int]:
    """Of each pair, how many words are the same but for their case."""
    steps, offsets = found.steps.tolist(), found.offsets.tolist()
    for at, (said, heard) in enumerate(zip(*batch.tokens(), strict=True)):
        if said == heard:
            yield 0
            continue
        references, hypotheses, wrong = iter(said), iter(heard), 0
        for step in steps[offsets[at] : offsets[at + 1]]:
            reference = "" if step == INSERTIONS else next(references)
            hypothesis = "" if step == DELETIONS else next(hypotheses)
            wrong += step == MATCHES and reference != hypothesis
        yield wrong
