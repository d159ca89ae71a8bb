"""What is remembered is bounded, and the oldest goes first."""

import numpy as np
import pytest

from mondegreen.resources.memo import LIMIT, Memo


def test_the_oldest_go_where_there_is_too_much() -> None:
    memo: Memo[np.ndarray] = Memo(limit=24)
    row = np.zeros(1)  # 8 bytes
    memo.update({"a": row, "b": row, "c": row})
    assert [memo.size, list(memo.kept)] == [24, ["a", "b", "c"]], "as much as the limit is not too much"
    memo.update({"a": row})
    assert [memo.size, list(memo.kept)] == [24, ["a", "b", "c"]], "what is there is not counted again"
    memo.update({"d": np.zeros(2)})
    assert [memo.size, list(memo.kept)] == [24, ["c", "d"]]
    assert memo.get("c") is row
    assert memo.get("a") is None


@pytest.mark.parametrize(("size", "kept"), [(3, True), (4, False)])
def test_what_is_larger_than_the_limit_is_not_kept(size: int, kept: bool) -> None:
    memo: Memo[np.ndarray] = Memo(limit=24)
    memo.update({"a": np.zeros(size)})
    assert (memo.get("a") is not None) is kept
    assert memo.size == (8 * size if kept else 0)


def test_by_default_half_a_gibibyte() -> None:
    assert Memo[np.ndarray]().limit == LIMIT == 2**29
