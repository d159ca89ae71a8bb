"""Agreement with people: the published protocol, by hand and on its data."""

import math

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.humans import (
    SHARES,
    Agreement,
    Choices,
    Humans,
    add_fitted,
    check_triplets,
    collect_preferences,
    judge_metrics,
    metric_losses,
    pair_sides,
    preferred_side,
)
from mondegreen.comparison.preferences import Fitted
from mondegreen.formats.rated import TEXTS, Triplets

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
    run = mg.score(["a b"] * 2, ["a b", "x"], ["wer", "chrf"])
    for label in ("wer", "chrf"):
        assert preferred_side(metric_losses(run[label]).reshape(1, 2)).tolist() == [-1]


def test_no_triplet_counts() -> None:
    with pytest.raises(mg.ScoreError, match="no triplet has 5 votes; the maximum is 4"):
        check_triplets(Choices(VOTES[4:]))
    check_triplets(Choices(VOTES))


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
    with pytest.raises(mg.ScoreError, match=f"^no triplet has {least} votes; the maximum is 0$"):
        Choices.of([[0, 0]], least)
    assert Choices(VOTES).least == 5  # as the protocol of HATS has it


def test_triplets_are_two_sides_of_one_reference() -> None:
    """All first hypotheses, then all second ones, in one run: what is decided of its texts holds of both sides."""
    texts = dict(zip(TEXTS, (["a b", "c"], ["a b", "x"], ["a", "c"]), strict=True))
    pairs = pair_sides(Triplets("t.tsv", texts, [2, 5]))
    assert list(pairs.references) == ["a b", "c", "a b", "c"]
    assert list(pairs.hypotheses) == ["a b", "x", "a", "c"]
    assert list(pairs.keys) == ["2A", "5A", "2B", "5B"]


def test_what_metrics_prefer() -> None:
    """The first has no errors in the first triplet, the second none in the other."""
    run = mg.score(["a b", "c"] * 2, ["a b", "x", "a", "c"], ["wer", "wip"])
    found = judge_metrics(run.scores, Choices(np.array([[9, 0], [0, 9]])), ["a b", "c"])
    assert {label: each.tolist() for label, each in found.preferences.items()} == {"wer": [-1, 1], "wip": [-1, 1]}


def test_fitted_margins_are_preferences() -> None:
    """Above 0 the second is better; triplets with too few votes teach nothing, and those without any neither."""
    choices = Choices(np.array([[6, 3], [1, 1], [0, 0]]))
    given = collect_preferences(np.array([[3.0], [1.0], [5.0], [1.0], [4.0], [0.0]]), choices, ["a", "b", "a"])
    assert given.gains[:, 0].tolist() == [2, -3, 5]
    assert given.shares.tolist() == [pytest.approx(1 / 3), 0.5, 0.5]
    assert given.votes.tolist() == [9, 0, 0]
    assert given.references.tolist() == [0, 1, 0]
    weights = np.ones(1)
    fitted = Fitted(weights, weights, weights, 0.1, np.array([0.5, -0.5, 0.0]), np.array([True, False, False]), 10)
    found = add_fitted(Humans({}, Choices(VOTES[:3])), fitted)
    assert found.preferences["fitted"].tolist() == [1, -1, 0]
    assert [(each.part, each.share, each.right, each.pairs) for each in found.verdicts()] == [
        ("cross-validation", "100 %", 0, 0),
        ("cross-validation", "70 %", 0, 1),
        ("cross-validation", "all", 0, 2),
        ("kept aside", "100 %", 0, 1),
        ("kept aside", "70 %", 0, 1),
        ("kept aside", "all", 0, 1),
    ]


def test_references_are_drawn_with_all_their_triplets() -> None:
    """Of one reference, every resample is the same; of two that are all right and all wrong, resamples are either."""
    choices, sides = Choices(np.array([[9, 0]] * 40)), {"wer": np.array([-1] * 20 + [1] * 20)}
    alone = Humans(sides, choices, ["a"] * 40)
    assert alone.interval("wer", 0) == (50, 50)
    two = Humans(sides, choices, ["a"] * 20 + ["b"] * 20)
    assert two.interval("wer", 0) == (0, 100)
    apart = Humans(sides, choices)
    low, high = apart.interval("wer", 0)
    assert 30 < low < 40
    assert 60 < high < 70  # 50 -+ 1.96 * sqrt(0.25 / 40) is 34.5 to 65.5
    assert apart.interval("wer", 0, np.arange(40) < 20) == (100, 100)
    assert all(map(math.isnan, apart.interval("wer", 0, np.zeros(40, dtype=np.bool_))))
