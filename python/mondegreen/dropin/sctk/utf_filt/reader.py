"""Reads the markup of a transcript into events, as an SGML parser with the same definition gives them."""

import re
from typing import NamedTuple

from mondegreen.dropin.sctk.utf_filt.dtd import Dtd, Element
from mondegreen.dropin.sctk.utf_filt.entities import character
from mondegreen.dropin.sctk.utf_filt.lexer import COMMENTS, DocumentError, at_place
from mondegreen.dropin.sctk.utf_filt.marks import Recogniser
from mondegreen.dropin.sctk.utf_filt.tags import START, attributes, told

DEPTH = 50
MARKUP = re.compile(rb"<(?=[A-Za-z?!])|</(?=[A-Za-z>])|&(?=[A-Za-z#])|\]\]>")
END = re.compile(rb"</([A-Za-z][\w.-]*)?\s*(?:>|(?=<))")
# What can be no text where it is nothing else.
UNREADABLE = re.compile(rb"</?[A-Za-z]|<[!?]|\]\]>")
INSTRUCTION = re.compile(rb"<\?([^>]*)>")
ENTITY = re.compile(rb"&([A-Za-z][\w.-]*)(?:;|\r)?")
CHARACTER = re.compile(rb"&#(?:(\d+)|([A-Za-z]+))(?:;|\r)?")
RECORD_END = re.compile(rb"\r")


class Event(NamedTuple):
    """What happens: `start`, `end`, `cdata`, `sdata`, `pi` or `conforming`, with a name or a text.

    Attributes are None where nothing is given. The line is how far a parser's output goes by then, which a script that
    dies tells.
    """

    kind: str
    data: bytes
    attributes: dict[bytes, bytes | None]
    line: int


class Reader:
    """What is open in a document while it is read, and the events so far."""

    def __init__(self, dtd: Dtd) -> None:
        self.dtd = dtd
        self.events: list[Event] = []
        self.open: list[Element] = []
        self.marks: list[Recogniser | None] = [None]
        self.text: list[bytes] = []
        self.line = 0

    def document(self, text: bytes, at: int) -> list[Event]:
        """The events of the document that begins there."""
        self.read(text, at, 0)
        while self.open:
            if not self.open[-1].omits_end:
                raise DocumentError(f"{told(self.open[-1].name)} has no end", len(text))
            self.end()
        if not self.events:
            raise DocumentError("there is no element", len(text))
        self.tell("conforming", b"")
        return self.events

    def tell(self, kind: str, data: bytes, given: dict[bytes, bytes | None] | None = None) -> None:
        """Adds an event, which takes a line, and one for each attribute."""
        self.line += 1 + len(given or {})
        self.events.append(Event(kind, data, given or {}, self.line))

    def read(self, text: bytes, at: int, depth: int) -> None:
        """Reads a text, or what an entity stands for."""
        if depth > DEPTH:
            raise DocumentError("entities go round", at)
        markup = at
        while at < len(text):
            marks = self.marks[-1]
            if markup <= at:  # else it was found before, and marks come first
                found = MARKUP.search(text, at)
                markup = found.start() if found else len(text)
            place = next_mark(text, at, markup, marks)
            if place > at:
                self.add(text[at:place], at)
                at = place
                continue
            length, entity = marks.at(text, at) if marks else (0, None)
            if entity is not None:
                self.refer(entity, at, depth)
                at += length
            else:
                at = self.markup(text, at, max(length, 1), depth)

    def markup(self, text: bytes, at: int, length: int, depth: int) -> int:
        """Takes one piece of markup, or what is none after all; gives where it ends."""
        if found := START.match(text, at):
            self.start(found[1].upper(), found[2], at)
            if found[3] == b"/" and self.events[-1].kind != "end":
                raise DocumentError(f"{told(found[1].upper())} ends at a slash, which is not supported", at)
        elif found := END.match(text, at):
            self.close((found[1] or b"").upper(), at)
        elif found := ENTITY.match(text, at):
            self.refer(found[1], at, depth)
        elif found := CHARACTER.match(text, at):
            if found[1]:
                self.add(character(found[1]), at)
            else:
                with at_place(at):
                    self.read(character(found[2]), 0, depth + 1)
        elif found := INSTRUCTION.match(text, at):
            self.flush()
            self.tell("pi", found[1])
        elif not (found := COMMENTS.match(text, at)):
            if UNREADABLE.match(text, at):
                raise DocumentError("markup that cannot be read", at)
            self.add(text[at : at + length], at)
            return at + length
        return found.end()

    def add(self, text: bytes, at: int) -> None:
        """Takes text, which the parser gives out in one piece up to the next markup."""
        if self.open and self.open[-1].has_text:
            self.text.append(text)
        elif text.strip():
            where = told(self.open[-1].name) if self.open else "the document"
            raise DocumentError(f"text in {where}, which holds none itself", at)

    def flush(self) -> None:
        """Tells the text so far, in pieces between the ends of lines, which go."""
        text = b"".join(self.text).replace(b"\n", b"")
        self.text.clear()
        pieces = [piece for piece in RECORD_END.split(text) if piece]
        self.line += bool(pieces)
        self.events += [Event("cdata", piece, {}, self.line) for piece in pieces]

    def refer(self, name: bytes, at: int, depth: int) -> None:
        """Reads what an entity stands for."""
        entity = self.dtd.entities.get(name)
        if entity is None:
            raise DocumentError(f"the entity {told(name)} is not declared", at)
        self.dtd.expanded.spend(entity.text, at)
        if entity.kind == b"CDATA":
            self.add(entity.text, at)
        elif entity.kind in {b"SDATA", b"PI"}:
            self.flush()
            self.tell(entity.kind.decode().lower(), entity.text)
        else:
            with at_place(at):
                self.read(entity.text, 0, depth + 1)

    def entity_text(self, name: bytes) -> bytes:
        """The text of an entity within an attribute."""
        entity = self.dtd.entities.get(name)
        if entity is None:
            raise DocumentError(f"the entity {told(name)} is not declared", 0)
        return self.dtd.expanded.spend(entity.text)

    def start(self, name: bytes, given: bytes, at: int) -> None:
        """Begins an element; those that cannot hold it end before it if they may."""
        element = self.dtd.elements.get(name)
        if element is None:
            raise DocumentError(f"the element {told(name)} is not declared", at)
        self.flush()
        while self.open and not self.holds(name) and self.open[-1].omits_end:
            self.end()
        if not self.holds(name):
            where = told(self.open[-1].name) if self.open else "this place"
            raise DocumentError(f"{told(name)} cannot stand in {where}", at)
        with at_place(at):
            found = attributes(element, given, at, self.entity_text)
        self.tell("start", name, found)
        self.open.append(element)
        self.marks.append(self.dtd.marks.recogniser(name, self.marks[-1]))
        if element.is_empty:
            self.end()

    def holds(self, name: bytes) -> bool:
        """Whether an element may stand where we are."""
        if not self.open:
            return name == self.dtd.root and not self.events
        return self.open[-1].children is None or name in (self.open[-1].children or ())

    def close(self, name: bytes, at: int) -> None:
        """Ends the element of that name, or the last, and those within it that need no end tag."""
        while self.open and name not in {b"", self.open[-1].name} and self.open[-1].omits_end:
            self.end()
        if not self.open or name not in {b"", self.open[-1].name}:
            raise DocumentError(f"{told(name)} is not open, and cannot end", at)
        self.end()

    def end(self) -> None:
        """Ends the last element."""
        self.flush()
        self.tell("end", self.open.pop().name)
        self.marks.pop()


def next_mark(text: bytes, at: int, end: int, marks: Recogniser | None) -> int:
    """Where a mark begins that may be more than text; the end if there is none before."""
    mark = marks.start.search(text, at, end) if marks else None
    return mark.start() if mark else end
