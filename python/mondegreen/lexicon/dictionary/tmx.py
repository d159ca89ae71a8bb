"""Word lists of translation memories (TMX): the first two segments of each unit are a pair."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from mondegreen.errors import ScoreError
from mondegreen.lexicon.dictionary import Pair


def read(lines: Sequence[str], path: str) -> list[Pair]:
    """The pairs of all units that have two segments."""
    text = "\n".join(lines)
    if "<!ENTITY" in text:
        raise ScoreError("this XML defines entities, which word lists have no need of", path=path)
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as error:
        raise ScoreError(f"this is no TMX: {error}", path=path, line=error.position[0]) from error
    found = []
    for unit in root.iter("tu"):
        segments = [" ".join("".join(segment.itertext()).split()) for segment in unit.iter("seg")]
        if len(segments) > 1 and all(segments[:2]):
            found.append(Pair(segments[0], segments[1]))
    return found
