"""MUSE's lists: a source word and a target word on each line, separated by a space."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Pair


def read(lines: Sequence[str], path: str) -> list[Pair]:
    """The pairs of all non-empty lines."""
    found = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and len(words) != 2:
            raise ScoreError(
                f"a source and a target word belong here, but there are {len(words)}; "
                "entries of several words need a tab between the sides",
                path=path,
                line=number,
            )
        if words:
            found.append(Pair(words[0], words[1]))
    return found
