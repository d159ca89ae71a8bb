"""When the words of a segment were said."""

import pytest

from mondegreen.corpus import Segment
from mondegreen.metrics.meetings.metric import WAYS, time_words

SEGMENT = Segment("u", "A", ["abc", "b"], 0.0, 4.0, timed=True)
TIMES = [
    ("character_based", [(0, 3), (3, 4)]),
    ("character_based_points", [(1.5, 1.5), (3.5, 3.5)]),
    ("equidistant_intervals", [(0, 2), (2, 4)]),
    ("equidistant_points", [(1, 1), (3, 3)]),
    ("full_segment", [(0, 4), (0, 4)]),
]


@pytest.mark.parametrize(("way", "expected"), TIMES)
def test_ways(way: str, expected: list[tuple[float, float]]) -> None:
    assert WAYS[way](SEGMENT) == expected


@pytest.mark.parametrize("way", WAYS)
def test_segments_without_words_have_no_times(way: str) -> None:
    assert WAYS[way](Segment("u", "A", [], 0.0, 4.0, timed=True)) == []


def test_the_collar_widens_in_nanoseconds() -> None:
    assert time_words([SEGMENT], "equidistant_points", "segment", 0.1) == (
        ["abc", "b"],
        [900_000_000, 2_900_000_000],
        [1_100_000_000, 3_100_000_000],
    )


def test_words_may_come_in_the_order_of_their_own_times() -> None:
    both = [SEGMENT, Segment("v", "A", ["x"], 1.0, 2.0, timed=True)]
    assert time_words(both, "equidistant_intervals", "segment")[0] == ["abc", "b", "x"]
    assert time_words(both, "equidistant_intervals", "word")[0] == ["abc", "x", "b"]
