"""Words with vectors, a table of what they are taken for, and texts of them."""

import random

import numpy as np

import mondegreen as mg
from mondegreen.encoders import make_encoders
from mondegreen.resources.word_lists import Frequencies, StopWords
from mondegreen.simulation import Candidate, Table
from mondegreen.simulation.robustness import Noise, Panel

RNG = np.random.default_rng(3)
WORDS = [f"w{number}" for number in range(40)]
VECTORS = mg.WordVectors.of({word: RNG.normal(size=10) for word in WORDS})
ROWS = {
    word: [
        Candidate(WORDS[(place + step) % 40], 1 / 3, float(3 * step + place % 5), float(RNG.random()))
        for step in (1, 2, 3)
    ]
    for place, word in enumerate(WORDS[:30])
}
TABLE = Table.of(ROWS)
RESOURCES = mg.Resources(
    chosen={
        "raw-vectors": VECTORS,
        "vectors": VECTORS,
        "frequencies": Frequencies.of({word: 40 - place for place, word in enumerate(WORDS)}),
        "stop-words": StopWords(frozenset(WORDS[:3]), "toy"),
    }
)


def texts(seed: int = 0, count: int = 60, longest: int = 14) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(0, longest))) for _ in range(count)]


def noise(draws: int = 2, mode: str = "bernoulli") -> Noise:
    return Noise(TABLE, range(7, 7 + draws), mode)


def panel(names: str = "avg,sif,subs", metrics: str = "wer,ember,wip") -> Panel:
    from mondegreen.batch import Settings
    from mondegreen.metrics import make_metrics

    found = make_encoders(names.split(",") if names else [], RESOURCES)
    return Panel(found, make_metrics(metrics.split(",")) if metrics else [], Settings(resources=RESOURCES))
