"""Rows add up, exactly."""

import math

import numpy as np
import pytest

from mondegreen import Row, Rows
from mondegreen.batch import Batch
from mondegreen.metrics.base import Fraction, Metric
from mondegreen.metrics.support.rows import Groups

ROWS = Rows.of(("errors", "words"), ([1, 2], [3, 4]))


def test_rows_have_names_and_a_total() -> None:
    assert [len(ROWS), ROWS[1], ROWS.total()] == [2, Row(errors=2, words=4), Row(errors=3, words=7)]
    assert ROWS.total().errors == 3


def test_joined_batches_are_one() -> None:
    joined = Rows.joined(ROWS.columns, [ROWS, ROWS])
    assert joined.values.tolist() == [[1, 3], [2, 4], [1, 3], [2, 4]]
    assert Rows.joined(ROWS.columns, []).total() == Row(errors=0, words=0)


def test_sums_keep_every_count() -> None:
    large = Rows.of(("errors",), (np.array([2**32 - 1] * 3, dtype=np.uint32),))  # uint32 would wrap around
    assert large.total().errors == 3 * (2**32 - 1)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="'wards' among errors, words"):
        _ = ROWS.total().wards


class Count(Metric):
    """A metric of one column, which is a share of nothing."""

    name = "count"
    version = 1
    better = "lower"
    columns = ("count",)
    unit = "words"

    def measure(self, batch: Batch) -> Rows:
        return self.rows([1] * len(batch))

    def score(self, total: Row) -> float:
        return total["count"] or math.nan


def test_what_a_metric_says_that_says_nothing() -> None:
    one = Count()
    assert one.fraction(Row(count=3)) == Fraction(None, None, "")
    assert [one.range(Row(count=3)), [*one.list_notes([], [], "h")], one.uses()] == [None, [], {}]
    assert [one.looks_ahead, one.of_sessions, one.policy, one.idle_notes] == [False, False, None, frozenset()]
    sums = Rows.of(("count",), ([3, 0, 3, 5],))
    assert one.scores(sums).tolist() == pytest.approx([3, math.nan, 3, 5], nan_ok=True)
    assert one.differences(Rows.of(("count",), ([1, 1, 4, 5],)), sums).tolist() == pytest.approx(
        [2, math.nan, -1, 0], nan_ok=True
    )


def test_rows_by_group() -> None:
    """A group without rows is there, too."""
    found = Rows.of(("a", "b"), ([1, 2, 4], [8, 16, 32])).by(Groups("g", tuple("abcd"), np.array([2, 0, 2])))
    assert [found.columns, found.values.tolist()] == [("a", "b"), [[2, 16], [0, 0], [5, 40], [0, 0]]]
    assert [*found][2] == found[2] == Row(a=5, b=40)
