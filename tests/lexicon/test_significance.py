"""Whether two systems differ by chance: beside numpy, every way to exchange answers, and the binomial distribution."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest

from mondegreen.lexicon.dictionary import Dictionary, Pair
from mondegreen.lexicon.evaluate.evaluation import Evaluation
from mondegreen.lexicon.evaluate.pairwise import Difference, compare_precision
from mondegreen.lexicon.evaluate.predictions import Predictions
from mondegreen.reports.lexicon import report_evaluation
from mondegreen.results.interval import Bootstrap

DEPTHS = (1, 3)


def system(name: str, ranks: Sequence[int | None]) -> Predictions:
    """Answers of which the right one has such a rank; None leaves the word out."""
    ranked = {
        f"w{place}": [f"t{place}" if at == rank else f"x{at}" for at in range(1, 4)]
        for place, rank in enumerate(ranks)
        if rank is not None
    }
    return Predictions(name, ranked)


def evaluation(*ranks: Sequence[int | None], resamples: int = 1000, level: float = 95.0, seed: int = 0) -> Evaluation:
    pairs = [Pair(f"w{place}", f"t{place}") for place in range(len(ranks[0]))]
    systems = [system(name, each) for name, each in zip("abc", ranks)]
    return Evaluation(Dictionary(pairs, "d.tsv"), systems, DEPTHS, bootstrap=Bootstrap("word", resamples, level, seed))


def compared(found: Evaluation) -> list[Difference]:
    one, other = found.surface
    return list(compare_precision(one, other, found.bootstrap))


def drawn(seed: int, count: int, first: float) -> list[int | None]:
    """Ranks of which so many are the first; a few words are not known."""
    left = (0.95 - first) / 3
    draws = np.random.default_rng(seed).choice(5, count, p=[first, left, left, left, 0.05])
    return [None if draw == 4 else int(draw) + 1 for draw in draws]


def naive(ranks: Sequence[Sequence[int | None]], depth: int, how: Bootstrap) -> tuple[float, list[float], float, float]:
    """The gap, its interval and both probabilities, word by word."""
    hits = np.array([(a <= depth, b <= depth) for a, b in zip(*ranks) if a is not None and b is not None], float)
    gap = 100 * (hits[:, 0].mean() - hits[:, 1].mean())
    draws = np.random.default_rng(7)
    resampled, exchanged = [], []
    for _ in range(how.resamples):
        taken = hits[draws.integers(0, len(hits), len(hits))]
        resampled.append(100 * (taken[:, 0].mean() - taken[:, 1].mean()))
        turned = np.where(draws.random(len(hits))[:, None] < 0.5, hits[:, ::-1], hits)
        exchanged.append(100 * (turned[:, 0].mean() - turned[:, 1].mean()))
    tail = (100 - how.level) / 2
    as_large = [np.mean(np.abs(each) >= abs(gap) - 1e-9) for each in (np.array(resampled) - gap, np.array(exchanged))]
    return gap, np.percentile(resampled, [tail, 100 - tail]).tolist(), float(as_large[0]), float(as_large[1])


@pytest.mark.parametrize(("seed", "level"), [(1, 95.0), (2, 80.0)])
def test_the_numbers_are_those_of_a_naive_twin(seed: int, level: float) -> None:
    ranks = drawn(seed, 300, 0.5), drawn(seed + 10, 300, 0.44)
    found = evaluation(*ranks, resamples=5000, level=level)
    for each in compared(found):
        gap, ends, bootstrap, randomization = naive(ranks, each.depth, found.bootstrap)
        assert each.words == sum(a is not None and b is not None for a, b in zip(*ranks))
        assert each.gap == pytest.approx(gap)
        assert [each.low, each.high] == pytest.approx(ends, abs=0.07 * (ends[1] - ends[0]))
        assert each.bootstrap == pytest.approx(bootstrap, abs=0.03)
        assert each.randomization == pytest.approx(randomization, abs=0.03)


def test_every_way_to_exchange() -> None:
    ranks = [1, 1, 1, 2, 1, 1, 3, 1, 1, 1], [1, 2, 2, 1, 2, 3, 3, 1, 2, 2]
    signs = np.array([(a == 1) - (b == 1) for a, b in zip(*ranks)])
    ways = [abs(signs @ np.array(way)) >= abs(signs.sum()) for way in itertools.product((1, -1), repeat=len(signs))]
    (first, _) = compared(evaluation(*ranks, resamples=20_000))
    assert first.randomization == pytest.approx(np.mean(ways), abs=0.015)
    # Of seven words that one alone has right six are the first's.
    assert first.mcnemar == pytest.approx(2 * (math.comb(7, 0) + math.comb(7, 1)) / 2**7)


def test_a_system_does_not_differ_from_itself_nor_by_the_order() -> None:
    one, other = drawn(1, 100, 0.6), drawn(2, 100, 0.4)
    for each in compared(evaluation(one, one)):
        assert (each.gap, each.low, each.high) == (0, 0, 0)
        assert (each.bootstrap, each.randomization, each.mcnemar) == (1, 1, 1)
    for forth, back in zip(compared(evaluation(one, other)), compared(evaluation(other, one))):
        assert (forth.gap, forth.low, forth.high) == pytest.approx((-back.gap, -back.high, -back.low))
        assert (forth.bootstrap, forth.randomization) == (back.bootstrap, back.randomization)


def test_one_word_tells_nothing_of_chance() -> None:
    for words in ([1], [None]):
        for each in compared(evaluation(words, [2])):
            assert [math.isnan(value) for value in (each.low, each.high, each.bootstrap, each.randomization)] == [
                True
            ] * 4
            assert each.mcnemar == 1


def test_the_seed_is_told_and_gives_the_numbers_again() -> None:
    ranks = [drawn(seed, 80, share) for seed, share in ((1, 0.5), (2, 0.45), (3, 0.4))]
    tables = [next(report_evaluation(evaluation(*ranks, seed=seed), ["significance"])) for seed in (5, 5, 6)]
    assert "1000 resamples, seed 5" in tables[0].note
    assert tables[0].rows == tables[1].rows != tables[2].rows
    assert [row[:3] for row in tables[0].rows] == [
        [one, other, depth] for one, other in ("ab", "ac", "bc") for depth in DEPTHS
    ]
