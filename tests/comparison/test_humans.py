"""Agreement with people: the published protocol, by hand and on its data; and weights that are fitted to it."""

import math

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.humans import (
    SHARES,
    Agreement,
    Choices,
    Humans,
    check_triplets,
    fit_weights,
    judge_metrics,
    maximize_likelihood,
    metric_losses,
    pair_sides,
    preferred_side,
    write_formula,
)
from mondegreen.formats.triplets import TEXTS, Triplets
from mondegreen.metrics import make_metric, make_metrics

# Of ten people: all for the first, seven for the second, six for the first, as many for each, and four voters alone.
VOTES = np.array([[10, 0], [3, 7], [6, 4], [5, 5], [4, 0]])


def humans(*preferred: int) -> Humans:
    return Humans({"one": np.array(preferred), "other": np.array([-1, 1, -1, -1, -1])}, Choices(VOTES))


def test_which_triplets_count() -> None:
    found = humans(-1, 1, -1, -1, -1)
    assert {name: found.agreement("one", share).triplets for name, share in SHARES.items()} == {
        "100 %": 1,
        "70 %": 2,
        "all": 4,
    }


@pytest.mark.parametrize(
    ("preferred", "right", "ties"),
    [
        ((-1, 1, -1, 0, 0), 3, 1),  # where people do not agree nobody is right
        ((-1, 1, -1, -1, -1), 3, 0),
        ((1, -1, 1, 1, 1), 0, 0),
        ((0, 0, 0, 0, 0), 0, 4),  # a tie is wrong
        ((-1, 1, 0, 1, 0), 2, 1),
    ],
)
def test_what_is_right(preferred: tuple[int, ...], right: int, ties: int) -> None:
    assert humans(*preferred).agreement("one", 0) == Agreement(right, 4, ties)


def test_the_standard_error() -> None:
    assert Agreement(30, 40, 2).percent == 75
    assert Agreement(30, 40, 2).error == pytest.approx(100 * math.sqrt(0.75 * 0.25 / 40))
    assert math.isnan(Agreement(0, 0, 0).percent)
    assert math.isnan(Agreement(0, 0, 0).error)


def test_metrics_against_each_other() -> None:
    (found,) = humans(-1, -1, 0, 1, 1).duels()
    assert [found.first, found.second, found.only_first, found.only_second] == ["one", "other", 0, 2]
    assert found.p == found.corrected == 0.5  # of two tosses both alike


def test_strictly_better_scores() -> None:
    nan = math.nan
    rounded = [0.1 + 0.2, 0.3]
    assert preferred_side(np.array([[1, 2], [2, 1], [1, 1], [nan, 1], [1, nan], rounded])).tolist() == [
        -1,
        1,
        0,
        0,
        0,
        0,
    ]


def test_more_is_better_for_some() -> None:
    runs = [mg.score(["a b"], [text], ["wer", "chrf"]) for text in ("a b", "x")]
    for label in ("wer", "chrf"):
        assert preferred_side(metric_losses([run[label] for run in runs])).tolist() == [-1]


def test_no_triplet_counts() -> None:
    with pytest.raises(mg.ScoreError, match="no triplet has 5 votes; the most that any has is 4"):
        check_triplets(Choices(VOTES[4:]))
    check_triplets(Choices(VOTES))


def simulated(count: int, *truth: float) -> tuple[list[np.ndarray], Choices]:
    """People who choose by a known sum of what each metric sees, in units of its own."""
    rng = np.random.default_rng(1)
    sides = [rng.normal(size=(count, 2)) * (1 + place) for place in range(len(truth))]
    gains = sum(weight * (each[:, 0] - each[:, 1]) for weight, each in zip(truth, sides))
    chosen = rng.binomial(10, 1 / (1 + np.exp(-gains)))
    return sides, Choices(np.column_stack([10 - chosen, chosen]))


def test_weights_are_found_again() -> None:
    sides, choices = simulated(20_000, 0.6, 0.2, 0.0)
    found = fit_weights(sides, choices, 0)
    assert found.weights.tolist() == pytest.approx([0.75, 0.25, 0], abs=0.02)
    assert all(half.tolist() == pytest.approx([0.75, 0.25, 0], abs=0.03) for half in found.halves)


def test_no_weight_is_below_0() -> None:
    sides, choices = simulated(2000, 0.6, -0.3)
    assert fit_weights(sides, choices, 0).weights.tolist() == [1, 0]
    sides, choices = simulated(200, -0.6)
    with pytest.raises(mg.ScoreError, match="people choose against all of the metrics"):
        fit_weights(sides, choices, 0)


def test_weights_are_judged_on_the_other_half() -> None:
    """Noise that could be learnt by heart: forty metrics of nothing agree with people by chance alone."""
    sides, choices = simulated(400, 0.3, *[0.0] * 40)
    found = fit_weights(sides[1:], choices, 0)
    decided = choices.sides != 0
    right = (found.preferences == choices.sides)[decided].mean()
    gains = np.column_stack([each[:, 0] - each[:, 1] for each in sides[1:]])
    learnt = (np.sign(gains @ maximize_likelihood(gains, choices.votes)) == choices.sides)[decided].mean()
    assert right < 0.53
    assert learnt > 0.56
    assert fit_weights(sides[1:], choices, 0).weights.tolist() == found.weights.tolist()
    assert fit_weights(sides[1:], choices, 1).halves[0].tolist() != found.halves[0].tolist()


def test_a_metric_that_says_nothing_gets_no_weight() -> None:
    sides, choices = simulated(500, 0.5)
    assert fit_weights([*sides, np.zeros((500, 2))], choices, 0).weights.tolist() == [1, 0]


def test_what_cannot_be_fitted() -> None:
    sides, choices = simulated(3, 0.5)
    with pytest.raises(mg.ScoreError, match="3 triplets are too few to fit 1 weights"):
        fit_weights(sides, choices, 0)
    with pytest.raises(mg.ScoreError, match="not defined for some hypotheses"):
        fit_weights([np.array([[1, math.nan]] * 3)], choices, 0)


def test_the_formula_is_a_metric() -> None:
    metrics = make_metrics(["cer", "wip", "ser"])
    text = write_formula(metrics, np.array([0.25, 0.75, 0.0]))
    assert text == "fitted=0.25*cer+-0.75*wip"
    assert make_metric(text).better == "lower"


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        ([0.5, 0.5, 0.0], "fitted=0.5*wer+0.5*cer"),
        ([0.0, 0.25, 0.75], "fitted=0.25*cer+-0.75*wip"),
        ([1.0, 0.0, 0.0000004], "fitted=1*wer"),  # less than what is written is nothing
        ([1 / 3, 2 / 3, 0.0], "fitted=0.333333*wer+0.666667*cer"),
    ],
)
def test_the_formula_says_what_has_a_weight(weights: list[float], text: str) -> None:
    """What is better the more there is, is taken away."""
    assert write_formula([make_metric(name) for name in ("wer", "cer", "wip")], np.array(weights)) == text


@pytest.mark.parametrize(
    ("least", "share", "counted"),
    [
        (5, 0.0, [True, True, True, True, False]),
        (10, 0.0, [True, True, True, True, False]),  # so many or more
        (11, 0.0, [False] * 5),
        (4, 0.0, [True] * 5),
        (4, 0.6, [True, True, True, False, True]),
        (4, 0.61, [True, True, False, False, True]),
        (4, 1.0, [True, False, False, False, True]),
    ],
)
def test_votes_that_are_enough(least: int, share: float, counted: list[bool]) -> None:
    assert Choices(VOTES, least).counted(share).tolist() == counted


@pytest.mark.parametrize("least", [0, 1])
def test_without_votes_no_triplet_counts(least: int) -> None:
    assert Choices(np.array([[0, 0], [0, 1]]), least).counted(0).tolist() == [False, True]
    with pytest.raises(mg.ScoreError, match=f"^no triplet has {least} votes; the most that any has is 0$"):
        Choices.of([[0, 0]], least)
    assert Choices(VOTES).least == 5  # as the protocol of HATS has it


@pytest.mark.parametrize(
    ("triplets", "metrics", "enough"), [(3, 1, False), (4, 1, True), (4, 2, True), (5, 3, False), (6, 3, True)]
)
def test_two_triplets_for_each_weight_and_four_at_least(triplets: int, metrics: int, enough: bool) -> None:
    """So that either half has as many as there are weights."""
    losses = [np.array([[1.0, 0.0], [0.0, 1.0]] * 3)[:triplets] for _ in range(metrics)]
    choices = Choices(np.array([[0, 9], [9, 0]] * 3)[:triplets])
    if enough:
        assert fit_weights(losses, choices, 0).weights.sum() == pytest.approx(1)
    else:
        what = f"^{triplets} triplets are too few to fit {metrics} weights and to judge them$"
        with pytest.raises(mg.ScoreError, match=what):
            fit_weights(losses, choices, 0)


def test_triplets_are_two_sides_of_one_reference() -> None:
    texts = dict(zip(TEXTS, (["a b", "c"], ["a b", "x"], ["a", "c"]), strict=True))
    triplets = Triplets("t.tsv", texts, [2, 5])
    first, second = pair_sides(triplets)
    assert [list(first.keys), list(first.references), list(first.hypotheses)] == [
        ["2", "5"],
        ["a b", "c"],
        ["a b", "x"],
    ]
    assert [list(second.references), list(second.hypotheses)] == [["a b", "c"], ["a", "c"]]
    assert [first.names, second.names] == [("t.tsv", "t.tsv (A)"), ("t.tsv", "t.tsv (B)")]


def test_what_metrics_prefer() -> None:
    """The first has no errors in the first triplet, the second none in the other; with a seed there is their sum."""
    one, other = (mg.score(["a b", "c"] * 4, texts * 4, ["wer", "wip"]) for texts in (["a b", "x"], ["a", "c"]))
    choices = Choices(np.array([[9, 0], [0, 9]] * 4))
    found = judge_metrics(one, other, choices, None)
    assert {label: each.tolist() for label, each in found.preferences.items()} == {
        label: [-1, 1] * 4 for label in ("wer", "wip")
    }
    assert found.fitted is None
    fitted = judge_metrics(one, other, choices, 0)
    assert list(fitted.preferences) == ["wer", "wip", "fitted"]
    assert fitted.agreement("fitted", 0) == Agreement(8, 8, 0)
    assert fitted.fitted is not None
