"""Entities as tags of words mark them: `B-PER I-PER O`, with signs of where each begins and ends, or without."""

import re
from collections.abc import Iterator, Sequence

# Words of no entity, as taggers write it.
OUTSIDE = frozenset({"O", "-", "_"})
# Begin, inside, end, single; and those of the other usage, last and unit.
PLACE = re.compile(r"([BIESLU])-(?=.)")
BEGINNING, CLOSING = frozenset("BSU"), frozenset("ESLU")


def get_kind(tag: str) -> str:
    """What a tag says of its word, without the word's place in an entity."""
    found = PLACE.match(tag)
    return tag[found.end() :] if found else tag


def find_spans(tags: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Each entity: its kind, its first word, and the one after its last."""
    inside, start = "", 0
    for at, tag in enumerate(tags):
        found = PLACE.match(tag)
        place, now = (found[1], tag[found.end() :]) if found else ("", "" if tag in OUTSIDE else tag)
        if inside and (now != inside or place in BEGINNING):
            yield inside, start, at
            inside = ""
        if now and not inside:
            inside, start = now, at
        if inside and place in CLOSING:
            yield inside, start, at + 1
            inside = ""
    if inside:
        yield inside, start, len(tags)
