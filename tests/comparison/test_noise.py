"""Verdicts rest on exact quotients and on a metric's noise width: beside fractions, scipy and every way to sign."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.comparison.changes import Condition, find_changes
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.correlations import make_samples
from mondegreen.comparison.humans import preferred_side
from mondegreen.comparison.paired_tests import wilcoxon_test
from mondegreen.comparison.standings import compare_standings
from mondegreen.metrics import make_metric, parse_quantity
from mondegreen.metrics.base import Counted
from mondegreen.metrics.support.noise import (
    COUNTS,
    MODEL,
    SUMS,
    NoiseWidth,
    count_differences,
    rank_values,
    settle_noise,
)
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.nbest.surface import find_best_setting
from mondegreen.resources.contextual import Contextual
from mondegreen.resources.sentence_models import Sentences
from mondegreen.results.interval import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

# Words of the reference, errors of the baseline and of the system.
Case = tuple[int, int, int]
FLIPPED: list[Case] = [
    *[(9, 2, 2), (11, 3, 7), (9, 4, 4), (4, 1, 1), (7, 3, 1), (7, 0, 2), (11, 1, 5), (5, 1, 3)],
    *[(10, 1, 2), (4, 1, 2), (8, 0, 2), (9, 4, 3), (11, 1, 2), (10, 1, 5), (7, 0, 2), (7, 3, 1)],
]
COUNT = st.integers(0, 12)
QUOTIENT = st.tuples(COUNT, st.integers(0, 12))


def texts(cases: Sequence[Case], side: int) -> list[str]:
    """Of each case so many words, of which as many are wrong as that side has."""
    return [
        " ".join(["x"] * (case[side] if side else 0) + ["a"] * (case[0] - (case[side] if side else 0)))
        for case in cases
    ]


def runs(cases: Sequence[Case], *metrics: str) -> list[mg.Run]:
    return [mg.score(texts(cases, 0), texts(cases, side), metrics or ["wer"]) for side in (1, 2)]


def by_all_signs(gains: Sequence[Fraction]) -> float:
    """Wilcoxon's test as it is defined: ranks of exact numbers, and every way to sign them."""
    kept = [each for each in gains if each]
    sizes = [abs(each) for each in kept]
    ranks = [sum(other < each for other in sizes) * 2 + sizes.count(each) + 1 for each in sizes]  # twice, so whole
    plus = sum(rank for rank, each in zip(ranks, kept) if each > 0)
    least = min(plus, sum(ranks) - plus)
    ways = [
        sum(rank for rank, sign in zip(ranks, signs) if sign) for signs in itertools.product((0, 1), repeat=len(ranks))
    ]
    return min(1.0, 2 * sum(way <= least for way in ways) / len(ways))


def p_values(cases: Sequence[Case]) -> dict[str, float]:
    return {
        each.test: each.p
        for each in Comparison(runs(cases), Bootstrap(resamples=50)).verdicts[0]
        if each.metric == "wer"
    }


def test_sixteen_utterances_of_which_rounding_made_a_finding() -> None:
    """The ranks of 1/3 and of 2/3 - 1/3 are one rank; taken apart they gave p = 0.0388."""
    exact = by_all_signs([Fraction(base - new, words) for words, base, new in FLIPPED])
    assert p_values(FLIPPED)["wilcoxon"] == exact
    assert exact == pytest.approx(0.0566, abs=5e-5)


@pytest.mark.parametrize("seed", range(20))
def test_wilcoxon_of_rates_is_that_of_fractions(seed: int) -> None:
    pick = random.Random(seed)
    cases = [(words, pick.randint(0, words), pick.randint(0, words)) for words in pick.choices(range(1, 12), k=11)]
    assert p_values(cases)["wilcoxon"] == by_all_signs([Fraction(base - new, words) for words, base, new in cases])


def test_wilcoxon_of_many_rates_is_scipys_of_exact_ranks() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    pick = random.Random(3)
    cases = [(words, pick.randint(0, words), pick.randint(0, words)) for words in pick.choices(range(1, 12), k=40)]
    whole = [27720 // words * (base - new) for words, base, new in cases]  # over the least common multiple of 1 to 11
    ranks = stats.rankdata([abs(each) for each in whole if each])
    twice = [round(2 * rank) for rank in ranks]
    ways = {0: 1}
    for rank in twice:
        for total, count in list(ways.items()):
            ways[total + rank] = ways.get(total + rank, 0) + count
    plus = sum(rank for rank, each in zip(twice, filter(None, whole)) if each > 0)
    least = min(plus, sum(twice) - plus)
    expected = min(1.0, 2 * sum(count for total, count in ways.items() if total <= least) / 2 ** len(twice))
    assert p_values(cases)["wilcoxon"] == pytest.approx(expected, rel=1e-12)


@given(st.lists(st.tuples(QUOTIENT, QUOTIENT), max_size=8))
def test_differences_are_those_of_fractions(cases: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    sides = np.array(cases, dtype=np.int64).reshape(-1, 2, 2)
    found = count_differences((sides[:, 0, 0], sides[:, 0, 1]), (sides[:, 1, 0], sides[:, 1, 1]))
    for (one, other), value in zip(cases, found.tolist()):
        if one[1] and other[1]:
            assert value == float(100 * (Fraction(*other) - Fraction(*one)))
        else:
            assert np.isnan(value)


@given(st.lists(st.tuples(*[st.integers(1, 2**40)] * 4), max_size=4))
def test_differences_of_great_counts_are_exact_too(cases: list[tuple[int, int, int, int]]) -> None:
    columns = np.array(cases, dtype=np.int64).reshape(-1, 4).T
    found = count_differences((columns[0], columns[1]), (columns[2], columns[3]))
    assert found.tolist() == [float(100 * (Fraction(c, d) - Fraction(a, b))) for a, b, c, d in cases]


@pytest.mark.parametrize("label", ["wer", "cer", "ser", "mer", "wil", "wip", "case", "wer:alternatives=yes", "cpwer"])
def test_metrics_of_counts_are_exact_and_have_no_noise(label: str) -> None:
    found = parse_quantity(label)
    assert isinstance(found, Counted)
    assert found.noise == COUNTS
    pick = random.Random(label)
    rows = [[[pick.randint(0, 9) for _ in found.columns] for _ in range(200)] for _ in range(2)]
    before, after = (Rows.of(found.columns, list(zip(*each))) for each in rows)
    exact = []
    for one, other in zip(*rows):
        (a, b), (c, d) = (found.ratio(Row(zip(found.columns, each))) for each in (one, other))
        exact.append(float(100 * (Fraction(int(c), int(d)) - Fraction(int(a), int(b)))) if b and d else None)
    assert [None if np.isnan(each) else each for each in found.differences(before, after).tolist()] == exact
    assert found.scores(before).tolist() == pytest.approx([found.score(row) for row in before], rel=0, nan_ok=True)


def test_what_metrics_say_of_their_noise() -> None:
    assert make_metric("chrf").noise == make_metric("ember").noise == make_metric("semdist:model=words").noise == SUMS
    assert make_metric("semdist").noise == make_metric("bertscore").noise == MODEL
    assert make_metric("both=semdist+2*bertscore").noise.points == pytest.approx(3e-4)
    assert mg.score(["a"], ["a"])["wer"].noise == COUNTS


def test_equal_errors_over_other_wholes_are_ties() -> None:
    """By MER 1 of 3 places for both, found another way: 1/3 is 2/6 to the last digit."""
    base = mg.score(["a b c", "a b c d e f"], ["a b x", "a b c d x x"], ["mer", "wil"])
    system = mg.score(["a b c", "a b c d e f"], ["a b", "a b c d x x"], ["mer", "wil"])
    found = compare_standings(base["mer"], system["mer"], base.groups("utterance"))
    assert [found.better, found.worse, found.equal] == [0, 0, 2]


def wordy(hypotheses: Sequence[str]) -> mg.Run:
    """The run of a model to which bat is near cat, but for the last bits of float32."""
    toy = Sentences.of({"ref": [1, 0, 0], "near": [0.8, 0.6, 0], "as near": [0.8, 0.60000025, 0], "far": [0, 1, 0]})
    resources = mg.Resources(None, {"sentences": toy})
    return mg.score(["ref"] * len(hypotheses), list(hypotheses), ["semdist"], resources=resources)


def test_what_only_the_noise_of_a_model_tells_apart_is_equal() -> None:
    base, system = wordy(["near"] * 6 + ["far"]), wordy(["as near"] * 6 + ["near"])
    assert base["semdist"].rows.values[0, 0] != system["semdist"].rows.values[0, 0]  # or it tests nothing
    comparison = Comparison([base, system], Bootstrap(resamples=200))
    found = comparison.utterances[0]["semdist"]
    assert [found.better, found.worse, found.equal] == [1, 0, 6]
    p = {each.test: each.p for each in comparison.verdicts[0] if each.metric == "semdist"}
    assert [p["sign"], p["wilcoxon"], p["randomization"]] == [1.0, 1.0, 1.0]


def test_a_change_within_the_noise_is_none() -> None:
    base, system = wordy(["near"] * 30), wordy(["as near"] * 30)
    ((found,),) = find_changes([base, system], Bootstrap(resamples=100), base.groups("utterance"))
    assert [found.better, found.bootstrap, found.randomization] == [None, 1.0, 1.0]
    assert not Condition.parse("semdist>+0").check(base.scores, system).fails
    assert not Condition.parse("semdist<-0").check(base.scores, system).fails


def test_shuffles_that_are_as_large_count_as_large() -> None:
    """Of utterances that all gained alike, only shuffles of one sign are as large; rounding must not lose those."""
    cases = [(3, 2, 1), (7, 3, 2), (9, 5, 2), (11, 6, 1)]
    ((found,),) = find_changes(runs(cases), Bootstrap(resamples=4000), runs(cases)[0].groups("utterance"))
    assert found.randomization == pytest.approx(2 / 16, abs=0.02)


def test_correlated_scores_are_ties_within_the_noise() -> None:
    run = wordy(["near", "as near", "far", "near"])
    (found,) = make_samples([run], "utterance")
    assert len(set(found.values[:, 0].tolist())) == 2


def test_people_and_metrics() -> None:
    losses = np.array([[20.0, 20.000001], [20.0, 20.1], [1.0, 0.5]])
    assert preferred_side(losses, MODEL).tolist() == [0, -1, 1]
    assert preferred_side(losses, COUNTS).tolist() == [-1, -1, 1]


def test_the_best_setting_is_the_first_of_those_that_are_the_same() -> None:
    values: dict[tuple[str, ...], float] = {("1",): 20.000001, ("2",): 20.0, ("3",): 21.0}
    assert find_best_setting(values, make_metric("semdist")) == ("1",)
    assert find_best_setting(values, make_metric("wer")) == ("2",)


@given(st.lists(st.integers(-5, 5), max_size=30), st.integers(0, 2**32 - 1))
def test_noise_changes_neither_signs_nor_ranks(values: list[int], seed: int) -> None:
    noisy = np.array(values, dtype=np.float64) + np.random.default_rng(seed).uniform(-4e-5, 4e-5, len(values))
    found = settle_noise(noisy, MODEL.width(noisy))
    assert np.sign(found).tolist() == [float(np.sign(each)) for each in values]
    for one, other in itertools.combinations(range(len(values)), 2):
        assert (abs(found[one]) < abs(found[other])) == (abs(values[one]) < abs(values[other]))
    assert wilcoxon_test(found.tolist()).p == wilcoxon_test(values).p


@given(st.lists(st.floats(-1e6, 1e6), max_size=40), st.floats(1e-6, 10))
def test_what_is_joined_lies_close_and_stays_in_order(values: list[float], width: float) -> None:
    found = settle_noise(values, width)
    assert all(abs(one - other) <= 2.1 * width for one, other in zip(values, found.tolist()))
    order = np.argsort(values, kind="stable")
    assert (np.diff(found[order]) >= 0).all()
    assert settle_noise(values, 0.0).tolist() == values


def test_a_long_chain_of_neighbors_is_not_one_value() -> None:
    assert len(set(settle_noise(np.arange(1000) * 0.9, 1.0).tolist())) > 300


def test_what_is_no_number_stays_so() -> None:
    found = rank_values([np.nan, np.inf, -np.inf, 1.0, 1.0 + 1e-12], SUMS).tolist()
    assert np.isnan(found[0])
    assert found[1:] == [np.inf, -np.inf, 1.0, 1.0]


def test_a_width_follows_the_greater_score() -> None:
    assert NoiseWidth(relative=1e-9).width([0.5, 200.0], [0.1, 3.0]).tolist() == [1e-9, 200 * 1e-9]


def test_verdicts_are_corrected_for_the_metrics_and_systems_alone() -> None:
    cases = [(9, 4, 1), (5, 3, 1)] * 15
    several = Comparison(runs(cases, "wer", "ser"), Bootstrap(resamples=999))
    assert several.family == 2  # whichever tests are shown
    alone = Comparison(runs(cases, "wer"), Bootstrap(resamples=999))
    assert alone.family == 1
    (wer, ser) = several.changes[0]
    assert several.verdict(0, wer) == "better"
    assert several.verdict(0, ser) == "equal"
    assert alone.corrected(0, "wer") == wer.randomization
    assert several.corrected(0, "wer") == 2 * wer.randomization


def test_equal_token_ids_make_a_tie_of_bertscore() -> None:
    """As of accents that a tokenizer drops: what the model says of either is the same, to the last bit."""
    toy = Contextual.of({"ou": [1, 0.3], "où": [1, 0.3], "est": [0.2, 1], "chat": [0.4, 0.5]})
    toy.model.numbers["où"] = toy.model.numbers["ou"]  # type: ignore[attr-defined] # the toy's table
    resources = mg.Resources(None, {"contextual": toy})
    base, system = (mg.score(["où est"], [text], ["bertscore"], resources=resources) for text in ("ou est", "où est"))
    assert base["bertscore"].value == system["bertscore"].value == 0.0
