"""Numbers as C, C++ and Perl read and round them."""

from __future__ import annotations

INT32 = range(-(2**31), 2**31)


def parse_c_int(text: str) -> int:
    """Parse an integer of 32 bits, as Kaldi's `ConvertStringToInteger` does."""
    digits = text.strip().lstrip("+-")
    is_integer = text.isascii() and digits.isdigit() and len(text.strip()) - len(digits) < 2
    try:
        value = int(text) if is_integer else None
    except ValueError:  # Python makes no number of some thousand digits
        value = None
    if value is None or value not in INT32:
        raise ValueError(f'Invalid integer option "{text}"')
    return value


def parse_c_float(text: str, *, double: bool = False) -> float:
    """Parse a number, rounded to a C++ `float` unless it is a `double`."""
    try:
        value = float("" if "_" in text else text)
    except ValueError:
        raise ValueError(f'Invalid floating-point option "{text}"') from None
    return value if double else round_to_float32(value)


def round_to_float32(value: float) -> float:
    """Return what a C++ `float` keeps of a number."""
    from struct import pack, unpack

    try:
        return float(unpack("f", pack("f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def parse_perl_number(text: str) -> float:
    """Parse the start of a text that looks like a number to Perl; 0 if none does."""
    import re  # it takes longer to load than most programs take to start

    found = re.match(r"\s*[+-]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", text, re.IGNORECASE | re.ASCII)
    return float(found[0]) if found else 0.0
