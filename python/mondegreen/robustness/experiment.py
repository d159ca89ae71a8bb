"""Rates of errors, as they are written: `0:0.5:0.05` from, to and by, or `0,0.1,0.3`."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from mondegreen.errors import ScoreError

MAX_RATES = 1000


def parse_rates(option: str, text: str) -> tuple[float, ...]:
    """The rates, each once, the least first."""
    try:
        parts = [Decimal(part.strip()) for part in text.replace(":", ",").split(",")]
    except InvalidOperation:
        raise make_rates_error(option, text) from None
    if not all(part.is_finite() for part in parts) or (":" in text and ("," in text or len(parts) != 3)):
        raise make_rates_error(option, text)
    if ":" in text:
        first, last, step = parts
        if step <= 0 or last < first or last - first > MAX_RATES * step:
            raise ScoreError(
                f'{option} is "{text}"; write FROM:TO:BY, from the least to the greatest, {MAX_RATES} at most'
            )
        parts = [first + step * index for index in range(int((last - first) / step) + 1)]
    if not all(0 <= part <= 1 for part in parts):
        raise ScoreError(f'{option} is "{text}"; a rate is a share from 0 to 1, such as 0.3 for 30 %')
    return tuple(sorted({float(part) for part in parts}))


def make_rates_error(option: str, text: str) -> ScoreError:
    """The error for what is no list of rates."""
    return ScoreError(f'{option} is "{text}"; write rates such as 0:0.5:0.05 (from, to, by) or 0,0.1,0.3')
