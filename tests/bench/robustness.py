"""Curves of sentence encoders beside a loop over sentences, and the memory they take."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import memory
import numpy as np
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg
from mondegreen.encoders import make_encoders
from mondegreen.resources.word_lists import Frequencies
from mondegreen.simulation import Candidate, Table, corrupt
from mondegreen.simulation.robustness import Noise, Panel, measure_curves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

TEXTS, LENGTH, WORDS, DIMENSION, MEGABYTES = 50_000, 10, 5_000, 100, 450
RATES, SEED, A = (0.1, 0.3), 7, 0.001


def robustness(effort: Effort) -> Iterator[Row]:
    """Means and SIF at two rates, of sentences of ten made words with made vectors."""
    draw = random.Random(11)
    words = [f"w{place}" for place in range(WORDS)]
    vectors = dict(zip(words, np.random.default_rng(11).standard_normal((WORDS, DIMENSION)).astype(np.float32)))
    counts = {word: WORDS - place for place, word in enumerate(words)}
    table = Table.of({word: [Candidate(other, 0.5, 1.0, 0.5) for other in draw.sample(words, 2)] for word in words})
    texts = [" ".join(draw.choices(words, k=LENGTH)) for _ in range(effort.size(TEXTS))]
    known = {"raw-vectors": mg.WordVectors.of(vectors), "frequencies": Frequencies.of(counts)}

    def ours() -> object:
        panel = Panel(make_encoders(["avg:words=all", "sif"], mg.Resources(chosen=known)))
        return measure_curves(texts, panel, Noise(table, [SEED], threads=1), RATES)

    before = memory.status("VmRSS")
    memory.REFERENCES.write_text("5")
    times = best({"ours": ours}, effort.rounds(2))
    peak = memory.status("VmHWM") - before
    times |= best({"loop": lambda: [loop(texts, table, rate, vectors, counts) for rate in RATES]}, 1)
    work = f"mean and SIF of {len(texts):,} sentences at {len(RATES)} rates, errors drawn"
    yield Row(
        work, "numpy, sentence by sentence", Faster(1.5), times["ours"], times["loop"], peak, MEGABYTES * 1_000_000
    )


def loop(
    texts: list[str], table: Table, rate: float, vectors: dict[str, NDArray[np.float32]], counts: dict[str, int]
) -> list[float]:
    """The same errors, drawn by us; a mean for each sentence, and one without the first singular vector of all."""
    drawn = corrupt(texts, table, rate=rate, seed=SEED, mode="bernoulli", threads=1).texts
    total = sum(counts.values())
    both = [text.split() for text in (*texts, *drawn)]
    means = np.array([np.mean([vectors[word] for word in text], axis=0) for text in both])
    weighed = np.array(
        [
            np.average(
                [vectors[word] for word in text], axis=0, weights=[A / (A + counts[word] / total) for word in text]
            )
            for text in both
        ]
    )
    first = np.linalg.svd(weighed, full_matrices=False)[2][0]
    return [alike(means), alike(weighed - np.outer(weighed @ first, first))]


def alike(both: NDArray[np.float64]) -> float:
    """The mean cosine of sentences and themselves with errors."""
    left, right = np.split(both, 2)
    return float(((left * right).sum(axis=1) / np.linalg.norm(left, axis=1) / np.linalg.norm(right, axis=1)).mean())
