"""What systems change of a baseline: beside numpy, every way to exchange, scipy and sacrebleu."""

import itertools
import math
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mondegreen as mg
from mondegreen.comparison.changes import Change, bootstrap_runs, estimate_p, find_changes, split_differences
from mondegreen.results.interval import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS = "le chat dort sur la table et rêve de souris grises".split()  # noqa: SIM905 - as one reads it


def texts(seed: int, wrong: float, count: int = 120) -> tuple[list[str], list[str]]:
    """References, the same for each seed; and hypotheses in which so many words are wrong."""
    rng, errors = random.Random(1), random.Random(seed)
    references = [" ".join(rng.choices(WORDS, k=1 + place % 9)) for place in range(count)]
    hypotheses = [
        " ".join("x" * len(word) if errors.random() < wrong else word for word in text.split()) for text in references
    ]
    return references, hypotheses


def compared(*runs: mg.Run, threads: int | None = None, over: str = "utterance", **how: Any) -> list[list[Change]]:
    plan = Bootstrap(over, **{"resamples": 2000, **how})
    return find_changes(runs, plan, runs[0].groups(over), threads)


def one(base: mg.Run, system: mg.Run, **how: Any) -> Change:
    ((found, *_),) = compared(base, system, **how)
    return found


def draws(*runs: mg.Run) -> list[NDArray[np.float64]]:
    return bootstrap_runs(runs, Bootstrap(resamples=4000), runs[0].groups("utterance"), None)


def scored(seed: int, wrong: float, *metrics: str) -> mg.Run:
    return mg.score(*texts(seed, wrong), metrics or ["wer"])


def test_the_numbers_themselves() -> None:
    found = one(mg.score(["a b", "c d"], ["a x", "x x"]), mg.score(["a b", "c d"], ["a b", "x x"]))
    assert [found.base, found.system, found.absolute] == [75, 50, -25]
    assert found.relative == pytest.approx(-100 / 3)
    assert found.better is True
    assert found.units == 2


def test_more_is_better_for_some() -> None:
    base, system = mg.score(["a b"] * 2, ["a x", "a b"], ["wip"]), mg.score(["a b"] * 2, ["a b", "a b"], ["wip"])
    assert [one(base, system).better, one(system, base).better] == [True, False]


def test_the_interval_is_what_numpy_finds() -> None:
    base, system = scored(2, 0.3), scored(3, 0.25)
    found = one(base, system, resamples=20_000, level=90)
    rows = [run["wer"].rows.values[:, :2] for run in (base, system)]
    drawn = np.random.default_rng(1).integers(0, len(rows[0]), (20_000, len(rows[0])))
    rates = [100 * sums[:, 0] / sums[:, 1] for sums in (each[drawn].sum(axis=1) for each in rows)]
    expected = np.percentile(rates[1] - rates[0], [5, 95])
    assert [found.low, found.high] == pytest.approx(expected, abs=0.06 * (expected[1] - expected[0]))
    spread = np.abs(rates[1] - rates[0] - found.absolute) >= abs(found.absolute)
    assert found.bootstrap == pytest.approx(spread.mean(), abs=0.015)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_every_way_to_exchange(seed: int) -> None:
    """With twelve utterances all 4,096 ways can be gone through."""
    references, hypotheses = texts(2, 0.4, 12)
    base, system = mg.score(references, hypotheses, ["cer"]), mg.score(references, texts(seed, 0.3, 12)[1], ["cer"])
    rows = [run["cer"].rows.values[:, :2] for run in (base, system)]
    observed = abs(system["cer"].value - base["cer"].value)
    as_large = 0
    for coins in itertools.product([False, True], repeat=12):
        swapped = np.array(coins)[:, None]
        one_sum, other_sum = (np.where(swapped, *pair).sum(axis=0) for pair in (rows[::-1], rows))
        as_large += abs(100 * one_sum[0] / one_sum[1] - 100 * other_sum[0] / other_sum[1]) >= observed - 1e-9
    assert one(base, system, resamples=20_000).randomization == pytest.approx(as_large / 4096, abs=0.015)


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
@pytest.mark.parametrize(("seed", "wrong"), [(3, 0.27), (4, 0.2)])
def test_sacrebleu_says_the_same(monkeypatch: pytest.MonkeyPatch, test: str, seed: int, wrong: float) -> None:
    """On its chrF, whose statistics are sums over sentences as our rows are."""
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.significance import PairedTest, Result

    references, base = texts(2, 0.3)
    system = texts(seed, wrong)[1]
    kind = {"randomization": "ar", "bootstrap": "bs"}[test]
    metrics = {"chrF": CHRF(char_order=3, beta=2, whitespace=True)}
    systems: list[tuple[str, Sequence[str]]] = [("base", base), ("system", system)]
    _, answer = PairedTest(systems, metrics, [references], kind, 4000)()
    first, theirs = next(results for name, results in answer.items() if name != "System")
    assert isinstance(first, Result)
    assert isinstance(theirs, Result)
    runs = [mg.score(references, each, ["chrf"]) for each in (base, system)]
    ours = one(*runs, resamples=4000)
    assert [ours.base, ours.system] == pytest.approx([first.score, theirs.score], abs=1e-6)
    if test == "randomization":
        p = ours.randomization
    else:  # it asks only how much more often the difference would be larger, not how much smaller; so let us here
        drawn = split_differences(runs[0], *draws(*runs))["chrf"]
        p = (abs(drawn) - abs(drawn).mean() > abs(ours.absolute)).mean()
        assert p < ours.bootstrap < 3 * p
    # Two probabilities of 4,000 draws each are within 0.04 but once in a thousand times.
    assert p == pytest.approx(theirs.p_value, abs=0.04)


def test_scipy_says_the_same() -> None:
    """Where the metric is a mean over utterances, as of SER, the exchange is that of paired samples."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    base, system = scored(2, 0.06, "ser"), scored(3, 0.09, "ser")
    wrong = [run["ser"].rows.values[:, 0] for run in (base, system)]
    theirs = stats.permutation_test(
        wrong, lambda one, other: np.mean(one) - np.mean(other), permutation_type="samples", n_resamples=5000
    )
    ours = one(base, system, resamples=5000)
    assert ours.randomization == pytest.approx(theirs.pvalue, abs=0.04)
    ends = stats.bootstrap(
        (wrong[1] - wrong[0],), np.mean, n_resamples=5000, method="percentile", confidence_level=0.95
    ).confidence_interval
    assert [ours.low, ours.high] == pytest.approx([100 * ends.low, 100 * ends.high], abs=1)


def test_neither_threads_nor_other_systems_change_anything() -> None:
    runs = [scored(seed, 0.3, "wer", "cer", "wip") for seed in (2, 3, 4)]
    found = compared(*runs, resamples=333)
    assert compared(*runs, resamples=333, threads=1) == compared(*runs, resamples=333, threads=5) == found
    assert compared(runs[0], runs[2], resamples=333) == found[1:]
    assert compared(*runs, resamples=333, seed=1) != found


def test_no_difference_is_no_evidence() -> None:
    run = scored(2, 0.3)
    found = one(run, run)
    assert [found.absolute, found.relative, found.low, found.high] == [0, 0, 0, 0]
    assert [found.bootstrap, found.randomization, found.better] == [1, 1, None]


def test_nothing_to_reduce() -> None:
    found = one(mg.score(["a", "b"], ["a", "b"]), mg.score(["a", "b"], ["a", "x"]))
    assert [found.base, found.absolute, found.better] == [0, 50, False]
    assert math.isnan(found.relative)


@pytest.mark.parametrize("count", [1, 3])
def test_one_unit_says_nothing_of_chance(count: int) -> None:
    keys = [str(place) for place in range(count)]
    reference = mg.Corpus(keys, ["a b"] * count, "ref", fields={"speaker": ["ann"] * count})
    base, system = (mg.score(reference, dict(zip(keys, [text] * count))) for text in ("a b", "a x"))
    ((found, *_),) = compared(base, system, over="speaker")
    assert [found.absolute, found.units] == [50, 1]
    assert all(math.isnan(each) for each in (found.low, found.high, found.bootstrap, found.randomization))


def test_scores_that_are_not_defined() -> None:
    found = one(mg.score(["", ""], ["", "x"]), mg.score(["", ""], ["", ""]))
    assert all(math.isnan(each) for each in (found.base, found.absolute, found.low, found.randomization))
    assert found.better is None


def test_speakers_are_exchanged_whole() -> None:
    """Two speakers, all of whose utterances changed alike: each of four ways is as likely, and two are as large."""
    keys = [str(place) for place in range(40)]
    reference = mg.Corpus(keys, ["a"] * 40, "ref", fields={"speaker": ["ann"] * 20 + ["eve"] * 20})
    base, system = (mg.score(reference, dict(zip(keys, [text] * 40)), ["wer"]) for text in ("x", "a"))
    ((found,),) = compared(base, system, over="speaker")
    assert found.randomization == pytest.approx(0.5, abs=0.05)
    # Whoever is drawn, all changed by as much.
    assert [found.units, found.low, found.high] == [2, -100, -100]
    assert one(base, system).randomization < 0.001


NAN = math.nan


@pytest.mark.parametrize(
    ("differences", "observed", "width", "expected"),
    [
        ([1, -1, 0.5], 1, 0, 3 / 4),  # either way; and the observed one is one of them
        ([1, -1, 0.5, NAN], -1, 0, 3 / 4),  # what is not defined is none
        ([0.5, 0.2], 1, 0, 1 / 3),
        ([0.98, 0.97, 2], 1, 0.02, 3 / 4),  # smaller by no more than the noise
        ([0, 0], 0, 0, 1),
        ([], 1, 0, NAN),
        ([NAN], 1, 0, NAN),
        ([1, 2], NAN, 0, NAN),
    ],
)
def test_p_values_by_hand(differences: list[float], observed: float, width: float, expected: float) -> None:
    found = estimate_p(np.array(differences, dtype=np.float64), observed, width)
    assert found == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(("units", "defined"), [(1, False), (2, True)])
def test_two_units_are_enough_to_draw(units: int, defined: bool) -> None:
    found = one(mg.score(["a b"] * units, ["a b"] * units), mg.score(["a b"] * units, ["a x"] * units), resamples=9)
    numbers = (found.low, found.high, found.bootstrap, found.randomization)
    assert [math.isfinite(each) for each in numbers] == [defined] * 4
