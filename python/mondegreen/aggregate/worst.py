"""The utterances with the most errors, and those with the highest rate of errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.aggregate.summary import percent_of
from mondegreen.aggregate.tally import count_steps, select_pairs
from mondegreen.alignment import INSERTIONS, MATCHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.run import Run
    from mondegreen.pairs import Pairs


@dataclass(frozen=True, slots=True)
class Utterances:
    """Some pairs of a run, as they were aligned, with their errors, reference words and rates in per cent."""

    pairs: Pairs
    errors: NDArray[np.int64]
    words: NDArray[np.int64]
    rates: NDArray[np.float64]


def find_worst(run: Run, count: int) -> tuple[Utterances, Utterances]:
    """So many utterances with the most errors, then with the highest rate; equals stand as in the corpus.

    Among as many errors the higher rate counts, and the other way round. Without reference words there is no rate.
    """
    steps = count_steps(run)
    words = steps.sum(axis=1) - steps[:, INSERTIONS]
    errors = steps.sum(axis=1) - steps[:, MATCHES]
    rates = percent_of(errors.astype(np.float64), words.astype(np.float64))
    # Without words the rate is beyond all others where errors decide, and nowhere where it decides itself.
    by_errors = np.lexsort((np.where(words == 0, -np.inf, -rates), -errors))
    by_rate = np.lexsort((-errors, -rates))
    wrong = by_errors[errors[by_errors] > 0][:count]
    rated = by_rate[(errors[by_rate] > 0) & (words[by_rate] > 0)][:count]
    most, highest = (
        Utterances(normalize_pairs(run, places.tolist()), errors[places], words[places], rates[places])
        for places in (wrong, rated)
    )
    return most, highest


def normalize_pairs(run: Run, places: Sequence[int]) -> Pairs:
    """The pairs at these places, with their texts as they were aligned."""
    some = select_pairs(run, places)
    batches = list(some.batches())
    references = [text for batch in batches for text in batch.references]
    hypotheses = [text for batch in batches for text in batch.hypotheses]
    return replace(some.pairs, references=references, hypotheses=hypotheses)
