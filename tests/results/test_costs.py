"""What errors cost, by pairs of words, by words and by parts of speech; beside sums made one by one."""

import math

import pytest

import mondegreen as mg
from mondegreen.metrics.support.weighed import Weighed
from mondegreen.results.word_groups import (
    cost_by_tag,
    cost_by_word,
    list_weighted_metrics,
    rank_by_cost,
    sum_substitutions,
)
from toys import TOYS

# By wer-e: a for x 0.2 (cosine 0.8), b for d 2 (cosine -1), y for z 1 (no vectors); sub-first pairs words.
REFERENCES = ["a b y", "a b", "a", "yb yc"]
HYPOTHESES = ["x d z", "x b e", "", "yb b"]


def scored(*metrics: str) -> mg.Run:
    return mg.score(REFERENCES, HYPOTHESES, metrics, policy="sub-first", resources=mg.Resources(None, TOYS))


def weighed(run: mg.Run, label: str) -> Weighed:
    found = run[label].metric
    assert isinstance(found, Weighed)
    return found


@pytest.fixture(params=[1, 2, 65_536])
def run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> mg.Run:
    """The same in batches of any size."""
    monkeypatch.setattr("mondegreen.batch.SIZE", request.param)
    return scored("wer-e")


def test_pairs_of_words(run: mg.Run) -> None:
    found = rank_by_cost(sum_substitutions(run, weighed(run, "wer-e")), 10)
    assert [(each.reference, each.hypothesis, each.times) for each in found] == [
        ("b", "d", 1),
        ("y", "z", 1),
        ("yc", "b", 1),
        ("a", "x", 2),
    ]
    assert [each.total for each in found] == pytest.approx([2, 1, 1, 0.4], abs=1e-6)
    assert [each.cost for each in found] == pytest.approx([2, 1, 1, 0.2], abs=1e-6)
    assert [each.cosine for each in found[::3]] == pytest.approx([-1, 0.8])
    assert all(math.isnan(each.cosine) for each in found[1:3])
    assert len(rank_by_cost(found, 2)) == 2


def test_words(run: mg.Run) -> None:
    found = {group.name: group for group in cost_by_word(run, weighed(run, "wer-e"))}
    assert list(found) == ["b", "a", "y", "yc", "yb"]  # what weighs most comes first
    a, b, right = found["a"], found["b"], found["yb"]
    assert [a.words, a.substitutions, a.deletions] == [3, 2, 1]
    assert [a.weight, a.rate, a.mean_distance] == pytest.approx([1.4, 140 / 3, 20], abs=1e-4)
    assert [b.words, b.substitutions, b.weight, b.mean_distance] == pytest.approx([2, 1, 2, 100], abs=1e-4)
    assert [right.words, right.weight, right.mean_distance] == [1, 0, 0]


def test_parts_of_speech(run: mg.Run) -> None:
    """The tagger of the toys takes the first letter."""
    found = {group.name: group for group in cost_by_tag(run, weighed(run, "wer-e"))}
    assert list(found) == ["b", "y", "a"]
    assert [found["y"].words, found["y"].substitutions] == [3, 2]
    # A word replaced, of which one has no vector, is as far away as can be without an opposite.
    assert [found["y"].weight, found["y"].mean_distance] == pytest.approx([2, 200 / 3])


def test_what_was_lost_has_no_distance() -> None:
    run = mg.score(["a"], [""], ["ember"], resources=mg.Resources(None, TOYS))
    (group,) = cost_by_word(run, weighed(run, "ember"))
    assert [group.rate, math.isnan(group.mean_distance)] == [100, True]


def test_distance_is_that_of_the_words_whatever_the_metric_makes_of_it() -> None:
    run = scored("ember")
    found = {group.name: group for group in cost_by_word(run, weighed(run, "ember"))}
    assert [found["a"].weight, found["a"].mean_distance] == pytest.approx([1.2, 20], abs=1e-4)


def test_only_metrics_of_weighed_errors_have_costs() -> None:
    assert [each.label for each in list_weighted_metrics([scored("wer", "ember", "wer-s")])] == ["ember", "wer-s"]
    assert list_weighted_metrics([]) == []
    assert list_weighted_metrics([scored("wer")]) == []
