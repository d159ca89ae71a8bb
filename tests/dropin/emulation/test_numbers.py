"""Numbers as C and Perl have them; tests/dropin/sctk/test_atoi.py compares the integers with C's own `atoi`."""

import ctypes
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.dropin.emulation.numbers import (
    divide_as_c,
    format_c_float,
    log_as_c,
    parse_perl_number,
    round_to_float32,
    truncate_to_int32,
)


def test_division_and_logarithm_end_as_in_c() -> None:
    assert divide_as_c(1.0, 0.0) == math.inf
    assert divide_as_c(-1.0, 0.0) == -math.inf
    assert math.isnan(divide_as_c(0.0, 0.0))
    assert divide_as_c(1.0, 4.0) == 0.25
    assert log_as_c(0.0) == -math.inf
    assert math.isnan(log_as_c(-1.0))
    assert log_as_c(math.e) == 1.0


@given(st.floats())
def test_floats_of_32_bits_are_those_of_c(value: float) -> None:
    expected = ctypes.c_float(value).value
    assert round_to_float32(value) == expected or math.isnan(expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3.9, 3), (-3.9, -3), (2147483647.5, 2147483647), (2147483648.0, -(2**31)), (math.nan, -(2**31))],
)
def test_integers_of_32_bits(value: float, expected: int) -> None:
    """What x86 does, which C leaves open."""
    assert truncate_to_int32(value) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 apples", 3.0),
        ("  -1.5e2x", -150.0),
        (".5.", 0.5),
        ("1_000", 1.0),
        ("0x1f", 0.0),
        ("Infinity", math.inf),
        ("e5", 0.0),
    ],
)
def test_perl_reads_the_number_at_the_beginning(text: str, expected: float) -> None:
    """The rules of perlnumber and of Perl's `grok_number`."""
    assert parse_perl_number(text) == parse_perl_number(text.encode()) == expected


def test_no_number_prints_as_the_processor_signs_it() -> None:
    assert format_c_float(b"%6.2f", math.nan) == b"  -nan"
    assert format_c_float(b"%6.2f", 1.005) == b"  1.00"
