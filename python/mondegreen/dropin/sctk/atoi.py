"""Whole numbers as C reads them."""

DIGITS = b"0123456789"


def atoi(text: bytes) -> int:
    """The number that the text begins with, 0 if there is none; of what 32 bits do not hold the lower ones are left."""
    text = text.lstrip(b" \t\n\v\f\r")
    rest = text[1:] if text[:1] in (b"+", b"-") else text
    digits = rest[: len(rest) - len(rest.lstrip(DIGITS))].lstrip(b"0")
    # What 64 bits do not hold is their largest number; it has 19 digits, and Python reads no more than some thousand.
    value = int(digits[:20] or b"0")
    held = max(-value, -(2**63)) if text[:1] == b"-" else min(value, 2**63 - 1)
    return (held + 2**31) % 2**32 - 2**31
