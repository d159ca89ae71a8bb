"""Two tab-separated columns, or more: the first holds source words, the second target words."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Pair


def read(lines: Sequence[str], path: str) -> list[Pair]:
    """The pairs of all non-empty lines."""
    found = []
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not any(cells):
            continue
        if len(cells) < 2 or not all(cells[:2]):
            raise ScoreError("a source word, a tab and a target word belong here", path=path, line=number)
        found.append(Pair(cells[0], cells[1]))
    return found
