"""Groups: every pair belongs to one, and their sums are the whole."""

import pytest

import mondegreen as mg
from mondegreen.metrics.support.rows import Groups


@pytest.fixture
def run() -> mg.Run:
    fields = {"speaker": ["eve", "ann", "eve"]}
    reference = mg.Corpus(["u", "v", "w"], ["a b", "c", "d e f"], "r", fields=fields)
    return mg.score(reference, mg.Corpus(["u", "v", "w"], ["a", "c", "x e f"], "h"), ["wer", "ser"])


def test_groups_stand_in_the_order_of_their_first_appearance() -> None:
    groups = Groups.of("speaker", ["b", "a", "b", "", "a"])
    assert [groups.names, groups.index.tolist()] == [("b", "a", ""), [0, 1, 0, 2, 1]]
    assert Groups.of("speaker", []).names == ()


def test_sums_by_group(run: mg.Run) -> None:
    groups = run.groups("speaker")
    sums = run["wer"].rows.by(groups)
    assert groups.names == ("eve", "ann")
    assert [(sums[place].errors, sums[place].words) for place in range(2)] == [(2, 5), (0, 1)]
    assert sums.total() == run["wer"].total


def test_each_utterance_may_be_a_group(run: mg.Run) -> None:
    groups = run.groups("utterance")
    assert groups.names == ("u", "v", "w")
    assert run["ser"].rows.by(groups).values[:, 0].tolist() == [1, 0, 1]


def test_a_column_that_is_not_there(run: mg.Run) -> None:
    with pytest.raises(mg.ScoreError, match='no column "speeker"; did you mean speaker'):
        run.groups("speeker")


def test_no_pairs_no_groups() -> None:
    run = mg.score([], [], ["wer"])
    assert len(run["wer"].rows.by(run.groups("utterance"))) == 0
    assert run["wer"].rows.by(Groups.of("speaker", [])).values.shape == (0, 5)
