"""The loops of significance: many resamples of a corpus by ten metrics, and whether intervals hold what they promise."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg
from mondegreen.comparison.changes import find_changes
from mondegreen.metrics.support.rows import Row as Sums
from mondegreen.metrics.support.rows import Rows
from mondegreen.results.interval import Bootstrap, find_intervals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from mondegreen.results.score import Score

METRICS = ["wer", "cer", "cer:spaces=no", "ser", "mer", "wil", "wip", "chrf", "chrf:beta=1", "chrf:spaces=no"]
UTTERANCES, RESAMPLES, SIMULATIONS, SIMULATED = 5_447, 10_000, 1_000, 200
WORDS = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]


def resampling(effort: Effort) -> Iterator[Row]:
    """All cores, wall time; numpy's loop is timed over a twentieth of the resamples."""
    run = scored(effort.size(UTTERANCES), random.Random(1))
    count = effort.size(RESAMPLES) // 20 * 20 or 20
    how, groups = Bootstrap(resamples=count), run.groups("utterance")
    keys = list(run.pairs.keys)
    runs = {
        "ours": lambda: find_intervals(run.scores, keys, how),
        "numpy": lambda: loop(run.scores, count // 20),
        "paired": lambda: find_changes([run, run], how, groups),
    }
    times = best(runs, effort.rounds(3), time.perf_counter)
    work = f"{count} resamples of {len(run.pairs)} utterances by {len(run.scores)} metrics"
    yield Row(f"intervals: {work}", "numpy, a loop", Faster(20), times["ours"], 20 * times["numpy"])
    yield Row(
        f"two systems, bootstrap and randomization: {work}",
        "numpy, a loop for each system and test",
        Faster(20),
        times["paired"],
        4 * 20 * times["numpy"],
    )
    yield coverage(effort)


def scored(count: int, rng: random.Random) -> mg.Run:
    """A run over made-up utterances, of which speakers make more or fewer errors."""
    references = [" ".join(rng.choices(WORDS, k=rng.randint(1, 30))) for _ in range(count)]
    wrong = [rng.betavariate(1, 6) for _ in references]
    hypotheses = [
        " ".join(rng.choice(WORDS) if rng.random() < rate else word for word in text.split())
        for text, rate in zip(references, wrong)
    ]
    return mg.score(references, hypotheses, METRICS)


def loop(scores: Mapping[str, Score], count: int) -> dict[str, list[float]]:
    """What one writes by hand: the rows of each resample are fetched and summed up."""
    rng = np.random.default_rng(1)
    found: dict[str, list[float]] = {label: [] for label in scores}
    rows = {label: score.rows.values for label, score in scores.items()}
    size = len(next(iter(rows.values())))
    for _ in range(count):
        drawn = rng.integers(0, size, size)
        for label, score in scores.items():
            sums = rows[label][drawn].sum(axis=0)
            found[label].append(score.metric.score(Sums(zip(score.rows.columns, sums.tolist()))))
    return found


@dataclass(frozen=True)
class Coverage(Row):
    """How often intervals held the truth, in percent."""

    held: float = 0.0

    @property
    def cells(self) -> list[str]:
        """The share where times stand else."""
        verdict = "yes" if 93 <= self.held <= 97 else "NO"
        return [self.work, f"{self.held:.1f} %", self.peer, "95 %", "", "93 to 97 %", "", verdict]


def coverage(effort: Effort) -> Row:
    """Systems whose true difference is known: utterances of 1 to 30 words, each word wrong by chance."""
    simulations = effort.size(SIMULATIONS)
    held = sum(holds(np.random.default_rng(seed)) for seed in range(simulations))
    work = f"95 % intervals of the change of WER, {simulations} pairs of systems, {SIMULATED} utterances"
    return Coverage(work, "what they promise", Faster(1), held=100 * held / simulations)


def holds(rng: np.random.Generator) -> bool:
    """Whether the interval of one simulated comparison holds the true difference, which is 5 points.

    Utterances differ in how hard they are, and what is hard for one system is hard for the other.
    """
    words = rng.integers(1, 31, SIMULATED)
    hard = rng.beta(2, 8, SIMULATED)
    runs = [made(words, rng.binomial(words, rate)) for rate in (hard, 0.75 * hard)]
    how = Bootstrap(resamples=1000, seed=int(rng.integers(1 << 32)))
    ((found,),) = find_changes(runs, how, runs[0].groups("utterance"), 1)
    return bool(found.low <= -5 <= found.high)


def made(words: NDArray[np.int64], errors: NDArray[np.int64]) -> mg.Run:
    """A run of so many words and errors in each utterance."""
    run = any_run()
    zeros = np.zeros(SIMULATED)
    rows = Rows.of(run["wer"].rows.columns, [errors, words, errors, zeros, zeros])
    return replace(run, scores={"wer": replace(run["wer"], rows=rows, total=rows.total())})


@cache
def any_run() -> mg.Run:
    """A run to put other numbers into."""
    return mg.score(["a"] * SIMULATED, ["a"] * SIMULATED, ["wer"])
