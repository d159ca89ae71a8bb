"""How many scores lie in each step."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from mondegreen.results.summary import STEPS, make_histogram

SCORES = some.lists(some.none() | some.floats(-1e6, 1e6), max_size=30)


@example([[5e-324]])
@example([[-1e6, np.nextafter(-1e6, 0)]])
@given(some.lists(SCORES, min_size=1, max_size=3))
def test_every_score_lies_in_a_step(systems: list[list[float | None]]) -> None:
    found = make_histogram(systems)
    defined = [[score for score in scores if score is not None] for scores in systems]
    if found is None:
        assert not any(defined)
        return
    assert [sum(counts) for counts in found.counts] == [len(scores) for scores in defined]
    assert [sum(counts) + lacking for counts, lacking in zip(found.counts, found.undefined)] == list(map(len, systems))
    assert len(found.edges) == STEPS + 1
    assert all(low < high for low, high in zip(found.edges, found.edges[1:]))


def test_systems_share_their_steps() -> None:
    found = make_histogram([[0.0, 10.0, None], [20.0, 5.0, 5.0]])
    assert found is not None
    one, other = (np.flatnonzero(counts).tolist() for counts in found.counts)
    assert one[0] == 0
    assert other == [5, STEPS - 1]  # a quarter of the way, and the end
    assert found.undefined == [1, 0]


def test_what_lies_far_away_is_in_the_last_step() -> None:
    found = make_histogram([[*range(100), *range(100), 10_000.0]])
    assert found is not None
    assert found.edges[-1] == pytest.approx(99)
    assert found.counts[0][-1] == 11  # 95 to 99, each twice, and the one beyond
    assert found.counts[0][0] == 10


@pytest.mark.parametrize("systems", [[], [[]], [[None], [None, None]]])
def test_without_scores_there_is_none(systems: list[list[float | None]]) -> None:
    assert make_histogram(systems) is None


@pytest.mark.parametrize(
    ("scores", "low", "high"),
    [
        ([0.0, 0.0], 0, 1),  # no width
        ([5.0], 0, 5),
        ([-2.0, 0.0], -2, pytest.approx(-0.02)),
        ([-3.0], -3, -2),
    ],
)
def test_the_steps_begin_at_0_or_below(scores: list[float | None], low: float, high: float) -> None:
    """And end where 99 of 100 scores lie below: here 99 hundredths of the way from the least to the greatest."""
    found = make_histogram([scores])
    assert found is not None
    assert [found.edges[0], found.edges[-1], len(found.edges)] == [low, high, 21]
