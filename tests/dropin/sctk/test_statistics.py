"""Figures as the originals print them: rounding checked against C's own conversions, the median against glibc."""

import ctypes
import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.dropin.sctk.statistics import compute_moments, find_median, percent_of, round_figure, sort_indices

FIGURES = st.floats(-2e6, 2e6)
WITH_NAN = st.lists(st.one_of(st.just(math.nan), st.integers(0, 5).map(float)), max_size=12)


@given(FIGURES, st.sampled_from([0, 1, 3]))
def test_rounding_goes_through_a_float_of_c(value: float, digits: int) -> None:
    scale = 10.0**digits
    expected = ctypes.c_float(math.trunc(value * scale + math.copysign(0.5, value))).value / scale
    if abs(value) * scale < 2**31 - 1:
        assert round_figure(value, digits) == expected


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (2.5, 0, 3.0),  # half goes away from zero, not to the even neighbor
        (-2.5, 0, -3.0),
        (0.05, 1, 0.1),
        (16777217.4, 0, 16777216.0),  # no 32-bit float holds 16777217
        (math.nan, 3, -2147483.648),  # an undefined NCE
        (math.inf, 1, -214748364.8),
        (3e9, 0, -2147483648.0),
    ],
)
def test_rounding(value: float, digits: int, expected: float) -> None:
    assert round_figure(value, digits) == expected


def test_nothing_is_no_percent_of_nothing() -> None:
    assert percent_of(3, 0) == 0.0
    assert percent_of(1, 8) == 12.5


@given(st.lists(st.integers(-500, 500).map(float), min_size=2, max_size=30))
def test_moments_are_those_of_a_sample(values: list[float]) -> None:
    found = compute_moments(values)
    assert found.mean == pytest.approx(statistics.mean(values), abs=1e-12)
    assert found.variance == pytest.approx(statistics.variance(values), abs=1e-9)
    assert found.deviation == pytest.approx(statistics.stdev(values), abs=1e-9)
    assert found.median == statistics.median(values)
    if found.deviation:
        assert found.z == pytest.approx(found.mean / (statistics.stdev(values) / len(values) ** 0.5), abs=1e-9)


def test_moments_of_nothing_and_of_one() -> None:
    assert compute_moments([]) == (0.0, 0.0, 0.0, 0.0, 0.0)
    assert compute_moments([4.0]) == (4.0, 0.0, 0.0, 4.0, 0.0)
    assert compute_moments([4.0, 4.0]) == (4.0, 0.0, 0.0, 4.0, 0.0)  # no deviation: Z is said to be 0


def test_a_figure_that_is_none_spoils_its_mean_quietly() -> None:
    found = compute_moments([math.nan])
    assert all(math.isnan(value) for value in found)


@given(WITH_NAN)
def test_order_is_that_of_the_c_library(values: list[float]) -> None:
    """glibc's own qsort_r is asked, if this machine has it."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "gnu_get_libc_version"):
        pytest.skip("no glibc")
    libc.gnu_get_libc_version.restype = ctypes.c_char_p
    if libc.gnu_get_libc_version() in {b"2.37", b"2.38"}:
        pytest.skip("these two sorted otherwise")
    compare_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))

    def compare(left: "ctypes._Pointer[ctypes.c_int]", right: "ctypes._Pointer[ctypes.c_int]") -> int:
        difference = values[left[0]] - values[right[0]]
        return -1 if difference < 0 else int(difference > 0)

    places = (ctypes.c_int * len(values))(*range(len(values)))
    libc.qsort(places, len(values), ctypes.sizeof(ctypes.c_int), compare_type(compare))
    assert sort_indices(values) == list(places)


@given(st.lists(st.integers(0, 5).map(float), min_size=1, max_size=12))
def test_equal_figures_keep_their_order(values: list[float]) -> None:
    assert sort_indices(values) == [place for _, place in sorted(zip(values, range(len(values))))]
    assert find_median(values) == statistics.median(values)
