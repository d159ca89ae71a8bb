"""Segments by hand, and the test on them; tests/dropin/sctk compares with sc_stats itself."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.comparison.paired_tests import Segment, find_segments, mapsswe_test

LETTERS = bytes.maketrans(b"CSID", bytes(range(4)))
STEPS = st.text("CSID", max_size=30)


def cut(first: str, second: str, buffer: int = 2) -> list[Segment]:
    """The segments of steps by their letters."""
    one, other = (text.encode().translate(LETTERS) for text in (first, second))
    return list(find_segments(one, other, buffer=buffer))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("CCCC", "CCCC", []),  # both are right throughout
        ("CCSCCC", "CCCCCC", [(5, 1, 0)]),  # two right words on either side belong to the segment
        ("CCSCSCC", "CCCCCCC", [(7, 2, 0)]),  # one right word does not part errors
        ("SCCCCS", "CCCCCC", [(3, 1, 0), (3, 1, 0)]),  # at both ends of the utterance
        ("SCCS", "CCCC", [(3, 1, 0), (3, 1, 0)]),  # the words between two segments may be in both
        ("CCICC", "CCCC", [(4, 1, 0)]),  # an insertion has no reference word
        ("CCCC", "CCICC", [(4, 0, 1)]),
        ("CC", "CCI", [(2, 0, 1)]),  # behind the last word
        ("", "II", [(0, 0, 2)]),
        ("DDCC", "SSCC", [(4, 2, 2)]),
    ],
)
def test_utterances_are_cut(first: str, second: str, expected: list[tuple[int, int, int]]) -> None:
    assert cut(first, second) == expected


def test_two_right_words_end_a_segment_unless_more_are_asked_for() -> None:
    """As in sc_stats, and Gillick and Cox (1989)."""
    one, other = (text.encode().translate(LETTERS) for text in ("SCCS", "CCCC"))
    assert list(find_segments(one, other)) == cut("SCCS", "CCCC", 2) != cut("SCCS", "CCCC", 3) == [(4, 2, 0)]


@given(STEPS, st.integers(1, 4))
def test_every_error_is_in_a_segment(steps: str, buffer: int) -> None:
    right = steps.replace("I", "").replace("S", "C").replace("D", "C")
    found = cut(steps, right, buffer)
    assert sum(each.first for each in found) >= sum(letter != "C" for letter in steps)
    assert all(each.second == 0 for each in found)


def test_figures_are_those_of_one_sample() -> None:
    differences = [1, -2, 0, 3, 1, 1]
    found = mapsswe_test(differences)
    assert found.segments == 6
    assert found.mean == pytest.approx(statistics.mean(differences))
    assert found.deviation == pytest.approx(statistics.stdev(differences))
    assert found.z == pytest.approx(statistics.mean(differences) / (statistics.stdev(differences) / math.sqrt(6)))
    assert found.p == pytest.approx(math.erfc(abs(found.z) / math.sqrt(2)))


@pytest.mark.parametrize("differences", [[], [0, 0, 0]])
def test_without_differences_nothing_is_found(differences: list[int]) -> None:
    assert mapsswe_test(differences)[3:] == (0.0, 1.0)


@pytest.mark.parametrize("differences", [[2], [1, 1, 1]])
def test_without_variation_nothing_is_said(differences: list[int]) -> None:
    """Of how far differences spread these tell nothing, and 1 would say that systems are alike."""
    assert all(math.isnan(each) for each in mapsswe_test(differences)[3:])
