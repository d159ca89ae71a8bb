"""Numbers as C++ and Perl hold and read them."""

from __future__ import annotations

from math import copysign, inf, isnan, nan


def round_to_float32(value: float) -> float:
    """Return what a C++ `float` keeps of a number."""
    from struct import pack, unpack

    try:
        return float(unpack("f", pack("f", value))[0])
    except OverflowError:
        return copysign(inf, value)


def divide_as_c(dividend: float, divisor: float) -> float:
    """Divide by IEEE 754: division by zero gives an infinity or NaN."""
    if divisor != 0.0:
        return dividend / divisor
    return nan if dividend == 0.0 or isnan(dividend) else copysign(inf, dividend) * copysign(1.0, divisor)


def parse_perl_number(text: str) -> float:
    """Parse the start of a text that looks like a number to Perl; 0 if none does."""
    import re  # it takes longer to load than most programs take to start

    found = re.match(r"\s*[+-]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", text, re.IGNORECASE | re.ASCII)
    return float(found[0]) if found else 0.0
