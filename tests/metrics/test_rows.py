"""Rows add up, exactly."""

import numpy as np
import pytest

from mondegreen import Row, Rows

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
