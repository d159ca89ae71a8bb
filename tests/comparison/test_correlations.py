"""How metrics correlate over units: values, intervals, and who matters most, beside the plain definitions."""

import math
import random

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.correlations import (
    Correlations,
    Sample,
    correlate_metrics,
    correlation_matrix,
    find_influence,
    jackknife_interval,
    leave_out_each,
    make_samples,
    mean_matrix,
    mean_of_defined,
    pearson_without_each,
    resample_matrices,
)
from mondegreen.comparison.statistics import METHODS, pearson
from mondegreen.results.interval import Bootstrap

RNG = random.Random(1)
REFERENCES = [" ".join(RNG.choices("abcdefgh", k=RNG.randint(1, 9))) for _ in range(60)]
SPEAKERS = [str(place % 7) for place in range(60)]


def system(name: str, seed: int) -> mg.Run:
    rng = random.Random(seed)
    texts = [" ".join(word if rng.random() < 0.7 else "xyz" for word in text.split()) for text in REFERENCES]
    keys = [f"u{place}" for place in range(60)]
    reference = mg.Corpus(keys, REFERENCES, "ref", fields={"speaker": SPEAKERS})
    return mg.score(reference, mg.Corpus(keys, texts, name), ["wer", "cer", "chrf"])


SYSTEMS = [system("one", 1), system("two", 2)]


def found(*runs: mg.Run, method: str = "pearson", over: str = "utterance", resamples: int = 50) -> Correlations:
    return correlate_metrics(runs or SYSTEMS, method, Bootstrap(over, resamples))


def utterance_scores(run: mg.Run, label: str) -> list[float]:
    return [run[label].metric.score(run[label].rows[place]) for place in range(len(run.pairs))]


@pytest.mark.parametrize("method", METHODS)
def test_the_mean_over_systems(method: str) -> None:
    each = [METHODS[method](utterance_scores(run, "wer"), utterance_scores(run, "cer")) for run in SYSTEMS]
    assert found(method=method).value("cer", "wer") == pytest.approx(sum(each) / 2)
    assert [(pair.first, pair.second) for pair in found().pairs] == [("wer", "cer"), ("wer", "chrf"), ("cer", "chrf")]


@pytest.mark.parametrize("method", METHODS)
def test_who_matters_most(method: str) -> None:
    """As found by leaving out each in turn."""
    first, second = utterance_scores(SYSTEMS[0], "wer"), utterance_scores(SYSTEMS[0], "chrf")
    whole = METHODS[method](first, second)
    without = [
        METHODS[method](first[:place] + first[place + 1 :], second[:place] + second[place + 1 :]) for place in range(60)
    ]
    most = max(abs(each - whole) for each in without)
    (_, pair, _) = found(SYSTEMS[0], method=method).pairs
    assert pair.influence is not None
    assert pair.influence.without == pytest.approx(without[int(pair.influence.name[1:])])
    assert abs(pair.influence.without - whole) == pytest.approx(most)


def test_without_the_one_that_differs_nothing_varies() -> None:
    """Whatever rounding leaves of a sum of squares."""
    rng = np.random.default_rng(4)
    for _ in range(50):
        columns = np.column_stack([np.full(6, rng.random()), rng.random(6)])
        columns[3, 0] += rng.random()
        expected = [pearson(*np.delete(columns, place, axis=0).T.tolist()) for place in range(6)]
        assert math.isnan(expected[3])
        assert pearson_without_each(columns).tolist() == pytest.approx(expected, nan_ok=True)


def test_spearmans_matrix_is_spearmans() -> None:
    values = np.array([[1, 5, 2], [1, 4, 2], [3, 4, 2], [9, 1, 2.0]])
    got = correlation_matrix(values, "spearman")
    assert got[0, 1] == pytest.approx(METHODS["spearman"](values[:, 0].tolist(), values[:, 1].tolist()))
    assert np.isnan(got[2]).all()


@pytest.mark.parametrize("method", METHODS)
def test_intervals_hold_the_coefficient(method: str) -> None:
    for pair in found(method=method, resamples=200).pairs:
        assert -1 <= pair.interval.low < pair.value < pair.interval.high <= 1


def test_the_interval_is_that_of_fisher_where_it_should_be() -> None:
    """Numbers that are normal: there the bootstrap and Fisher's transformation agree."""
    rng = np.random.default_rng(1)
    both = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], 300)
    drawn = [correlation_matrix(both[rng.integers(0, 300, 300)], "pearson")[0, 1] for _ in range(2000)]
    value = pearson(*both.T.tolist())
    ends = [math.tanh(math.atanh(value) + sign * 1.96 / math.sqrt(297)) for sign in (-1, 1)]
    assert np.percentile(drawn, [2.5, 97.5]) == pytest.approx(ends, abs=0.02)


def test_kendalls_interval_is_that_of_the_bootstrap_where_many_are_equal() -> None:
    """Mostly right utterances, as a good system has; and both systems say much the same, so one tells little more."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    rng = np.random.default_rng(2)
    first = np.where(rng.random(400) < 0.8, 0.0, rng.random(400).round(1))
    second = np.where(rng.random(400) < 0.95, first, rng.random(400).round(1))
    third = np.where(rng.random(400) < 0.95, first, rng.random(400).round(1))
    names = list(map(str, range(400)))
    both = [Sample(names, np.column_stack([first, each]), 0) for each in (second, third)]

    def tau(*columns: np.ndarray) -> float:
        return float(np.mean([stats.kendalltau(columns[0], each).statistic for each in columns[1:]]))

    draws = (rng.integers(0, 400, 400) for _ in range(1000))
    ends = np.percentile([tau(first[at], second[at], third[at]) for at in draws], [2.5, 97.5])
    value = tau(first, second, third)
    got = jackknife_interval(value, list(leave_out_each(both, (0, 1), "kendall").values()), Bootstrap())
    assert [got.low, got.high] == pytest.approx(ends, abs=0.15 * (ends[1] - ends[0]))


def test_a_metric_goes_with_itself_and_either_way_with_others() -> None:
    got = found()
    assert [got.value(label, label) for label in got.labels] == [1.0] * 3
    assert got.value("wer", "cer") == got.value("cer", "wer") == got.pairs[0].value


def test_a_seed_gives_the_same() -> None:
    assert found().pairs == found().pairs
    other = correlate_metrics(SYSTEMS, "pearson", Bootstrap(resamples=50, seed=3))
    assert other.pairs[0].interval != found().pairs[0].interval


def test_utterances_of_which_a_side_is_empty_have_no_part() -> None:
    """Alone, and only where utterances are what is correlated."""
    run = mg.score(["a b", "", "c", "d e f", "g"], ["a x", "y", "", "d e f", "y"], ["wer", "cer"])
    got = found(run)
    assert [got.samples[0].names, got.samples[0].left_out] == [["1", "4", "5"], 2]
    assert make_samples([run], "blocks:2")[0].left_out == 0


def test_speakers_blocks_and_systems() -> None:
    assert [len(each.names) for each in found(over="speaker").samples] == [7, 7]
    (blocks, _) = found(over="blocks:25").samples
    assert blocks.names == ["1-25", "26-50", "51-60"]
    errors, words = SYSTEMS[0]["wer"].rows.values[25:50, :2].sum(axis=0)
    assert blocks.values[1, 0] == pytest.approx(100 * errors / words)
    three = [*SYSTEMS, system("three", 3)]
    (systems,) = found(*three, over="system").samples
    assert [systems.names, systems.values[2, 0]] == [["one", "two", "three"], three[2]["wer"].value]


def test_what_does_not_vary_is_told() -> None:
    run = mg.score(["a b", "c d", "e f"], ["a x", "x d", "e y"], ["wer", "ser", "cer"])
    got = found(run)
    assert got.constant == ["wer", "ser", "cer"]
    assert all(math.isnan(pair.value) and pair.influence is None for pair in got.pairs)


BAD = [
    (["wer"], "utterance", "wer alone correlates with nothing; name two or more with --metrics"),
    (["wer", "cer"], "speaker", 'there is no column "speaker"'),
    (["wer", "cer"], "system", "1 by system: too few to correlate"),
    (["wer", "cer"], "blocks:100", "1 by blocks:100: too few to correlate"),
    (["wer", "cer"], "blocks:0", '"blocks:0" says no number of utterances'),
    (["wer", "cer"], f"blocks:1{'0' * 30}", "says no number of utterances; write it as blocks:100"),
    (["wer", "cer"], "blocks:many", '"blocks:many" says no number of utterances'),
]


@pytest.mark.parametrize(("metrics", "over", "sentence"), BAD)
def test_what_cannot_be_correlated(metrics: list[str], over: str, sentence: str) -> None:
    run = mg.score(["a", "b", "c"], ["a", "b", "x"], metrics)
    with pytest.raises(mg.ScoreError, match=sentence):
        found(run, over=over)


def test_too_few_of_which_metrics_say_something() -> None:
    run = mg.score(["a b", "c", "", ""], ["a x", "c", "x", ""], ["wer", "cer"])
    with pytest.raises(mg.ScoreError, match=r"^2 by utterance, and 2 not defined: too few to correlate"):
        found(run)


@pytest.mark.parametrize(
    ("value", "without", "defined"),
    [
        (0.5, [0.4, 0.5, 0.6], True),
        (0.5, [0.4, math.nan, 0.6], False),  # of two nothing can be said
        (0.5, [0.4, math.nan, 0.5, 0.6], True),
        (1.0, [1.0, 1.0, 1.0], False),  # Fisher's transformation has no end there
        (-1.0, [-1.0, -1.0, -1.0], False),
        (math.nan, [0.4, 0.5, 0.6], False),
    ],
)
def test_an_interval_needs_three_and_no_perfect_line(value: float, without: list[float], defined: bool) -> None:
    found = jackknife_interval(value, without, Bootstrap(level=90.0))
    assert math.isfinite(found.low) is math.isfinite(found.high) is defined
    if defined:
        # By hand: 0.5 with errors of variance 0.02 / 3: atanh(0.5) and back, 1.645 standard errors apart.
        error = math.sqrt(2 * 0.02 / 3) / 0.75
        ends = [math.tanh(math.atanh(0.5) + sign * 1.6448536 * error) for sign in (-1, 1)]
        assert [found.low, found.high] == pytest.approx(ends, abs=1e-6)
    assert found.how == Bootstrap(level=90.0)


NAN = math.nan


@pytest.mark.parametrize(
    ("whole", "without", "found"),
    [
        (0.5, {"a": 0.5, "b": 0.3, "c": 0.7}, ("b", 0.3)),  # of those that change it as much the first
        (0.5, {"a": 0.5, "b": 0.3, "c": 0.71}, ("c", 0.71)),
        (0.5, {"a": NAN, "b": 0.45, "c": NAN}, ("b", 0.45)),
        (0.5, {"a": 0.5 + 5e-10, "b": 0.5 - 9e-10}, ("a", 0.5 + 5e-10)),  # the same but for rounding
        (0.5, {"a": NAN}, None),
        (NAN, {"a": 0.5}, None),
        (0.5, {}, None),
    ],
)
def test_who_changes_a_coefficient_most(
    whole: float, without: dict[str, float], found: tuple[str, float] | None
) -> None:
    influence = find_influence(whole, without)
    assert (influence and tuple(influence)) == found


@pytest.mark.parametrize(("values", "mean"), [([1.0, NAN, 2.0], 1.5), ([NAN], NAN), ([], NAN), ([0.25], 0.25)])
def test_means_are_of_what_is_defined(values: list[float], mean: float) -> None:
    assert mean_of_defined(values) == pytest.approx(mean, nan_ok=True)
    each = np.array(values, dtype=np.float64).reshape(-1, 1, 1)
    assert mean_matrix(each)[0, 0] == pytest.approx(mean, nan_ok=True)


@pytest.mark.parametrize("method", ["pearson", "spearman"])
def test_systems_share_the_units_that_are_drawn(method: str) -> None:
    """Each of those that any has is drawn for all; who lacks one has a smaller resample."""
    rng = np.random.default_rng(5)
    sides = [Sample(list("abcdef"), rng.random((6, 2)), 0), Sample(list("bcdefg"), rng.random((6, 2)), 0)]
    got = resample_matrices(sides, method, Bootstrap(resamples=20, seed=3))
    assert len(got) == 20
    draws = np.random.default_rng(3)
    for matrix in got:
        drawn = ["abcdefg"[place] for place in draws.integers(0, 7, 7)]
        each = [
            METHODS[method](
                *np.array([side.values[side.names.index(name)] for name in drawn if name in side.names]).T.tolist()
            )
            for side in sides
        ]
        assert matrix[0, 1] == pytest.approx(np.mean(each), nan_ok=True)


@pytest.mark.parametrize(("units", "constant"), [(1, [0, 1]), (2, [1]), (3, [1])])
def test_a_metric_of_one_value_does_not_vary(units: int, constant: list[int]) -> None:
    values = np.column_stack([np.arange(units), np.ones(units)]).astype(np.float64)
    assert Sample(list(map(str, range(units))), values, 0).constant() == constant


def test_three_units_are_enough() -> None:
    run = mg.score(["a b", "c d", "e f"], ["a x", "c d", "x x"], ["wer", "cer"])
    assert found(run).value("wer", "cer") > 0.9
    for over, count in (("blocks:1", 3), ("blocks:2", 2), ("blocks:3", 1)):
        assert len(make_samples([run], over)[0].names) == count


def test_a_system_is_worth_its_score() -> None:
    runs = [mg.score(["a b"], [text], ["wer", "cer"]) for text in ("a b", "a x", "x y")]
    (sample,) = make_samples(runs, "system")
    assert sample.values.tolist() == [[0, 0], [50, pytest.approx(100 / 3)], [100, pytest.approx(200 / 3)]]
