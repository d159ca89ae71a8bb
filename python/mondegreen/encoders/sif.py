"""Smooth inverse frequency."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from mondegreen.component import Option
from mondegreen.encoders.base import Values, make_number_check
from mondegreen.encoders.word_encoder import OPTIONS, Bag, ComponentRemovingEncoder


class SmoothInverseFrequency(ComponentRemovingEncoder):
    """SIF: means weighted by inverse frequency, without the common component.

    Formula: v = sum of a / (a + p(w)) x(w) over the sum of those weights, p(w) the share of all words that w is; then
        v - u (u v), u the first right singular vector of all sentences of the run.
    Caveats: a sentence's vector depends on all others of the run, both sides. A word that the frequencies do not know
        weighs most.
    Source: Arora et al., "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017.
    """

    name = "sif"
    version = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "a",
            ("0.001",),
            "smoothing constant above 0: lower values discount frequent words more",
            make_number_check(1e-12),
        ),
        *OPTIONS,
    )
    count = 1

    def average_words(self, bag: Bag) -> Values:
        a = float(self.chosen["a"])
        return bag.mean(a / (a + self.frequencies.of_words(bag.words)))

    def compute_shares(self, squares: Values) -> Values:
        return np.ones(len(squares))
