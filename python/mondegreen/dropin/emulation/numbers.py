"""Numbers as C and Perl read, hold and print them. C's `atof` is in the core (`mondegreen._core.atof`).

Programs that recipes start by the hundred import this module, so `re` and `struct` are loaded only where needed.
"""

import math

INT32_MIN = -(2**31)
INT32 = range(INT32_MIN, 2**31)
PERL_NUMBER = rb"(?i)\s*([+-]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))"


def parse_c_int(text: bytes) -> int:
    """C's `atoi` with 64-bit `long`: the integer at the beginning, else 0; overflow keeps the low 32 bits."""
    text = text.lstrip(b" \t\n\v\f\r")
    rest = text[1:] if text[:1] in (b"+", b"-") else text
    digits = rest[: len(rest) - len(rest.lstrip(b"0123456789"))].lstrip(b"0")
    # `strtol` saturates at 64 bits, which 20 digits exceed; Python refuses to read some thousand of them.
    value = int(digits[:20] or b"0")
    saturated = max(-value, -(2**63)) if text[:1] == b"-" else min(value, 2**63 - 1)
    return (saturated + 2**31) % 2**32 - 2**31


def parse_perl_number(text: bytes | str) -> float:
    """A text in Perl's numeric context: the number at its beginning, else 0."""
    data = text.encode("ascii", "replace") if isinstance(text, str) else text
    if data.replace(b".", b"", 1).isdigit():  # most numbers need no pattern
        return float(data)
    import re

    found = re.match(PERL_NUMBER, data)
    return float(found[1]) if found else 0.0


def parse_whole_int(text: str) -> int:
    """Kaldi's `ConvertStringToInteger`: an integer of 32 bits, and nothing else."""
    digits = text.strip().lstrip("+-")
    is_integer = text.isascii() and digits.isdigit() and len(text.strip()) - len(digits) < 2
    # Python makes no number of some thousand digits.
    if not is_integer or len(digits.lstrip("0")) > 10 or int(text) not in INT32:
        raise ValueError(f'Invalid integer option "{text}"')
    return int(text)


def parse_whole_float(text: str, *, double: bool = False) -> float:
    """Kaldi's `ConvertStringToReal`: a number, and nothing else, rounded to a C++ `float` unless it is a `double`."""
    try:
        value = float("" if "_" in text else text)
    except ValueError:
        raise ValueError(f'Invalid floating-point option "{text}"') from None
    return value if double else round_to_float32(value)


def truncate_to_int32(value: float) -> int:
    """C's `(int) value`; x86 turns NaN and whatever 32 bits do not hold into the least integer."""
    return int(value) if INT32_MIN - 1 < value < 2**31 else INT32_MIN


def round_to_float32(value: float) -> float:
    """C's `(float) value`: the nearest 32-bit float, infinite where the value is too large."""
    from struct import pack, unpack

    try:
        return float(unpack("<f", pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def divide_as_c(dividend: float, divisor: float) -> float:
    """The quotient by IEEE 754: division by zero gives an infinity or NaN."""
    if divisor != 0.0:
        return dividend / divisor
    if dividend == 0.0 or math.isnan(dividend):
        return math.nan
    return math.copysign(math.inf, dividend) * math.copysign(1.0, divisor)


def log_as_c(value: float) -> float:
    """The natural logarithm by IEEE 754: minus infinity of zero, NaN of negative numbers."""
    if value > 0.0:
        return math.log(value)
    return -math.inf if value == 0.0 else math.nan


def format_c_float(template: bytes, value: float) -> bytes:
    """C's `printf` of one number; the NaN of 0/0 has its sign bit set on x86, and glibc prints it as `-nan`."""
    if math.isnan(value):
        return b"-nan".rjust(int(template[1:-1].partition(b".")[0] or 0))
    return template % value


def format_perl_float(value: float, digits: int) -> bytes:
    """Perl's `sprintf` of one number with so many decimals."""
    if math.isfinite(value):
        return b"%.*f" % (digits, value)
    return b"NaN" if math.isnan(value) else b"Inf" if value > 0 else b"-Inf"
