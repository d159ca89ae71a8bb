"""How metrics are written: `ember:cost=0.5:vectors="C:/a b.vec"`; what stands between double quotes divides nothing.

A quote inside quotes is written twice.
"""

from __future__ import annotations

import re

from mondegreen.errors import ScoreError

QUOTED = re.compile(r'"((?:[^"]|"")*)"')
# What would end a value, or part a signature.
SIGNS = re.compile(r'[:,|"]|^\s|\s$')


def split_unquoted(text: str, sign: str) -> list[str]:
    """The parts between the signs that no quotes hold."""
    parts, inside = [""], False
    for letter in text:
        inside ^= letter == '"'
        if letter == sign and not inside:
            parts.append("")
        else:
            parts[-1] += letter
    if inside:
        raise ScoreError(f"a quote is opened and not closed in {text}")
    return parts


def unquote_value(value: str) -> str:
    """The value that was meant."""
    return QUOTED.sub(lambda found: found[1].replace('""', '"'), value)


def quote_value(value: str) -> str:
    """The value as it must be written."""
    doubled = value.replace('"', '""')
    return f'"{doubled}"' if SIGNS.search(value) else value
