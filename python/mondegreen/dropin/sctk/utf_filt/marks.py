"""Short references: marks in the text of some elements, such as blanks or `+`, that stand for entities.

Ends of lines are carriage return and line feed here, which are the end of a record and the start of the next.
"""

import re
from collections.abc import Iterable

FUNCTIONS = {b"RE": b"\r", b"RS": b"\n", b"SPACE": b" ", b"TAB": b"\t"}
FUNCTION = re.compile(rb"&#([A-Za-z]+);?")
BLANKS = re.compile(rb"(B+)")
# What the reference concrete syntax knows, which holds where a document has no declaration of its own.
REFERENCE_MARKS = [
    *(b"&#TAB;", b"&#RE;", b"&#RS;", b"&#RS;B", b"&#RS;&#RE;", b"&#RS;B&#RE;", b"B&#RE;", b"&#SPACE;", b"BB", b"--"),
    *(bytes([sign]) for sign in b"\"#%'()*+,-:;=@[]^_{|}~"),
]


class Marks:
    """The maps from marks to entities, and which elements use which."""

    def __init__(self, delimiters: Iterable[bytes]) -> None:
        self.patterns = {spelled(mark): pattern(spelled(mark)) for mark in delimiters}
        self.maps: dict[bytes, dict[bytes, bytes]] = {}
        self.used: dict[bytes, bytes] = {}

    def define(self, name: bytes, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        """Gives a map its marks; a ValueError where one is no mark at all."""
        found = {spelled(mark): entity for mark, entity in pairs}
        if not found.keys() <= self.patterns.keys():
            raise ValueError
        self.maps.setdefault(name, found)

    def use(self, name: bytes, element: bytes) -> None:
        """Lets an element use a map."""
        self.used.setdefault(element, name)

    def recogniser(self, element: bytes, around: "Recogniser | None") -> "Recogniser | None":
        """What finds marks within an element: those of its map, or those of the element around it."""
        name = self.used.get(element)
        if name is None:
            return around
        return Recogniser(self.patterns, self.maps[name]) if self.maps.get(name) else None


class Recogniser:
    """Finds marks; where several begin, the longest is meant, even if the map does not name it."""

    def __init__(self, patterns: dict[bytes, re.Pattern[bytes]], entities: dict[bytes, bytes]) -> None:
        self.by_first: dict[int, list[tuple[re.Pattern[bytes], bytes | None]]] = {}
        # Among marks of one length those that the map names come last, and win.
        for mark in sorted(patterns, key=lambda each: each in entities):
            for first in b" \t" if mark.startswith(b"B") else mark[:1]:
                self.by_first.setdefault(first, []).append((patterns[mark], entities.get(mark)))
        self.start = re.compile(b"[%b]" % re.escape(bytes(self.by_first)))

    def at(self, text: bytes, place: int) -> tuple[int, bytes | None]:
        """How long the mark is that begins there, and the entity that it stands for."""
        length, entity = 0, None
        for form, name in self.by_first.get(text[place], ()):
            found = form.match(text, place)
            if found and found.end() - place >= length:
                length, entity = found.end() - place, name
        return length, entity


def spelled(mark: bytes) -> bytes:
    """A mark with the characters that its functions stand for."""
    return FUNCTION.sub(lambda found: FUNCTIONS.get(found[1].upper(), found[0]), mark)


def pattern(mark: bytes) -> re.Pattern[bytes]:
    """What a mark looks like: `B` is blanks, as many as there are, and at least as many as there are letters."""
    parts = BLANKS.split(mark)
    forms = [b"[ \\t]{%d,}" % len(part) if part.startswith(b"B") else re.escape(part) for part in parts]
    return re.compile(b"".join(forms))
