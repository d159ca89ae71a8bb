"""Numbers as Perl reads them."""

from __future__ import annotations

import re

NUMBER = re.compile(r"\s*[+-]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", re.IGNORECASE | re.ASCII)


def numeric(text: str) -> float:
    """The beginning of a text that looks like a number, or 0."""
    found = NUMBER.match(text)
    return float(found[0]) if found else 0.0
