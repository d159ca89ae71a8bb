"""Reads the markup of a transcript into events, as an SGML parser with the same definition gives them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mondegreen.dropin.sctk.utf_dtd import (
    CHARACTER,
    COMMENTS,
    DEPTH,
    Attribute,
    DocumentError,
    Dtd,
    Element,
    Entity,
    MarkFinder,
    report_at,
    resolve_character,
    unquote,
)

MARKUP = re.compile(rb"<(?=[A-Za-z?!])|</(?=[A-Za-z>])|&(?=[A-Za-z#])|\]\]>")
START = re.compile(rb"<([A-Za-z][\w.-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'<>/])*)(>|/|(?=<))")
END = re.compile(rb"</([A-Za-z][\w.-]*)?\s*(?:>|(?=<))")
# What can be no text where it is nothing else.
UNREADABLE = re.compile(rb"</?[A-Za-z]|<[!?]|\]\]>")
INSTRUCTION = re.compile(rb"<\?([^>]*)>")
ENTITY = re.compile(rb"&([A-Za-z][\w.-]*)(?:;|\r)?")
CHARACTER_NUMBER = re.compile(rb"&#(?:(\d+)|([A-Za-z]+))(?:;|\r)?")
# Of attributes.
PAIR = re.compile(rb"\s*(?:([A-Za-z][\w.-]*)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"']+)|([^\s\"'=]+)|$)")
NAME = re.compile(rb"[\w.-]+")
REFERENCE = re.compile(rb"&([A-Za-z][\w.-]*);?")


class Event(NamedTuple):
    """What happens: `start`, `end`, `cdata`, `sdata`, `pi` or `conforming`, with a name or a text.

    Attributes are None where nothing is given. The line is how far a parser's output goes by then, which a script that
    dies reports.
    """

    kind: str
    data: bytes
    attributes: dict[bytes, bytes | None]
    line: int


def read_events(dtd: Dtd, text: bytes, at: int) -> list[Event]:
    reader = Reader(dtd)
    reader.read(text, at, 0)
    while reader.open:
        if not reader.open[-1].omits_end:
            raise DocumentError(f"{to_text(reader.open[-1].name)} has no end", len(text))
        reader.end_element()
    if not reader.events:
        raise DocumentError("there is no element", len(text))
    reader.add_event("conforming", b"")
    return reader.events


class Reader:
    """What is open in a document while it is read, and the events so far."""

    def __init__(self, dtd: Dtd) -> None:
        self.dtd = dtd
        self.events: list[Event] = []
        self.open: list[Element] = []
        self.marks: list[MarkFinder | None] = [None]
        self.text: list[bytes] = []
        self.line = 0

    def add_event(self, kind: str, data: bytes, attributes: dict[bytes, bytes | None] | None = None) -> None:
        """Adds an event, which takes a line, and one for each attribute."""
        self.line += 1 + len(attributes or {})
        self.events.append(Event(kind, data, attributes or {}, self.line))

    def read(self, text: bytes, at: int, depth: int) -> None:
        if depth > DEPTH:
            raise DocumentError("entities go round", at)
        markup = at
        while at < len(text):
            marks = self.marks[-1]
            if markup <= at:  # else it was found before, and marks come first
                found = MARKUP.search(text, at)
                markup = found.start() if found else len(text)
            mark = marks.start.search(text, at, markup) if marks else None
            end = mark.start() if mark else markup
            if end > at:
                self.add_text(text[at:end], at)
                at = end
                continue
            length, entity = marks.match(text, at) if marks else (0, None)
            if entity is not None:
                self.read_entity(entity, at, depth)
                at += length
            else:
                at = self.read_markup(text, at, max(length, 1), depth)

    def read_markup(self, text: bytes, at: int, length: int, depth: int) -> int:
        """Reads one piece of markup, or what is none after all; gives where it ends."""
        if found := START.match(text, at):
            self.start_element(found[1].upper(), found[2], at)
            if found[3] == b"/" and self.events[-1].kind != "end":
                raise DocumentError(f"{to_text(found[1].upper())} ends at a slash, which is not supported", at)
        elif found := END.match(text, at):
            self.close_element((found[1] or b"").upper(), at)
        elif found := ENTITY.match(text, at):
            self.read_entity(found[1], at, depth)
        elif found := CHARACTER_NUMBER.match(text, at):
            if found[1]:
                self.add_text(resolve_character(found[1]), at)
            else:
                with report_at(at):
                    self.read(resolve_character(found[2]), 0, depth + 1)
        elif found := INSTRUCTION.match(text, at):
            self.flush_text()
            self.add_event("pi", found[1])
        elif not (found := COMMENTS.match(text, at)):
            if UNREADABLE.match(text, at):
                raise DocumentError("markup that cannot be read", at)
            self.add_text(text[at : at + length], at)
            return at + length
        return found.end()

    def add_text(self, text: bytes, at: int) -> None:
        """Takes text, which the parser gives out in one piece up to the next markup."""
        if self.open and self.open[-1].has_text:
            self.text.append(text)
        elif text.strip():
            where = to_text(self.open[-1].name) if self.open else "the document"
            raise DocumentError(f"text in {where}, which holds none itself", at)

    def flush_text(self) -> None:
        """Adds the text so far, in pieces between the ends of lines, which go."""
        pieces = [piece for piece in b"".join(self.text).replace(b"\n", b"").split(b"\r") if piece]
        self.text.clear()
        self.line += bool(pieces)
        self.events += [Event("cdata", piece, {}, self.line) for piece in pieces]

    def spend_entity(self, name: bytes, at: int) -> Entity:
        """An entity, whose text counts."""
        entity = self.dtd.entities.get(name)
        if entity is None:
            raise DocumentError(f"the entity {to_text(name)} is not declared", at)
        self.dtd.spend(entity.text, at)
        return entity

    def read_entity(self, name: bytes, at: int, depth: int) -> None:
        entity = self.spend_entity(name, at)
        if entity.kind == b"CDATA":
            self.add_text(entity.text, at)
        elif entity.kind in {b"SDATA", b"PI"}:
            self.flush_text()
            self.add_event(entity.kind.decode().lower(), entity.text)
        else:
            with report_at(at):
                self.read(entity.text, 0, depth + 1)

    def start_element(self, name: bytes, given: bytes, at: int) -> None:
        """Begins an element; those that cannot hold it end before it if they may."""
        element = self.dtd.elements.get(name)
        if element is None:
            raise DocumentError(f"the element {to_text(name)} is not declared", at)
        self.flush_text()
        while self.open and not self.can_hold(name) and self.open[-1].omits_end:
            self.end_element()
        if not self.can_hold(name):
            where = to_text(self.open[-1].name) if self.open else "this place"
            raise DocumentError(f"{to_text(name)} cannot stand in {where}", at)
        self.add_event("start", name, self.read_attributes(element, given, at))
        self.open.append(element)
        self.marks.append(self.dtd.find_marks(name, self.marks[-1]))
        if element.is_empty:
            self.end_element()

    def can_hold(self, name: bytes) -> bool:
        if not self.open:
            return name == self.dtd.root and not self.events
        children = self.open[-1].children
        return children is None or name in children

    def close_element(self, name: bytes, at: int) -> None:
        """Ends the element of that name, or the last, and those within it that need no end tag."""
        while self.open and name not in {b"", self.open[-1].name} and self.open[-1].omits_end:
            self.end_element()
        if not self.open or name not in {b"", self.open[-1].name}:
            raise DocumentError(f"{to_text(name)} is not open, and cannot end", at)
        self.end_element()

    def end_element(self) -> None:
        self.flush_text()
        self.add_event("end", self.open.pop().name)
        self.marks.pop()

    def read_attributes(self, element: Element, text: bytes, at: int) -> dict[bytes, bytes | None]:
        """All attributes of an element in the order of their declaration; None where nothing is given."""
        attributes = self.dtd.attributes.get(element.name, [])
        known = {each.name: each for each in attributes}
        given: dict[bytes, bytes] = {}
        for name, value in split_attributes(element.name, attributes, text, at):
            if name not in known:
                raise DocumentError(f"{to_text(element.name)} has no attribute {to_text(name)}", at)
            if name in given:
                raise DocumentError(f"{to_text(element.name)} has its attribute {to_text(name)} twice", at)
            # Spaces stand for tabs and the ends of lines.
            plain = value.replace(b"\n", b"").replace(b"\r", b" ").replace(b"\t", b" ")
            plain = REFERENCE.sub(lambda found: self.spend_entity(found[1], at).text, plain)
            plain = CHARACTER.sub(lambda found: resolve_character(found[1]), plain)
            given[name] = check_value(known[name], plain, at)
        for each in attributes:
            if each.is_required and each.name not in given:
                raise DocumentError(f"{to_text(element.name)} needs its attribute {to_text(each.name)}", at)
        return {each.name: given.get(each.name, each.default) for each in attributes}


def split_attributes(
    element: bytes, attributes: list[Attribute], text: bytes, at: int
) -> Iterator[tuple[bytes, bytes]]:
    """Names and values of attributes; a value alone is of the attribute that may have it."""
    start = 0
    while start < len(text):
        found = PAIR.match(text, start)
        if not found:
            raise DocumentError(f"the attributes of {to_text(element)} cannot be read", at)
        if found[1]:
            if found[2][:1] not in b"\"'" and not NAME.fullmatch(found[2]):
                raise DocumentError(f"the attribute {to_text(found[1].upper())} needs quotes around its value", at)
            yield found[1].upper(), unquote(found[2])
        elif found[3]:
            token = found[3].upper()
            owners = [each.name for each in attributes if token in each.tokens]
            if not owners:
                raise DocumentError(f"no attribute of {to_text(element)} may be {to_text(token)}", at)
            yield owners[0], token
        start = found.end()


def check_value(attribute: Attribute, value: bytes, at: int) -> bytes:
    """The value as a parser writes it: a token in upper case, a backslash twice."""
    if not attribute.is_text:
        value = b" ".join(value.split()).upper()
        if attribute.tokens and value not in attribute.tokens:
            raise DocumentError(f"the attribute {to_text(attribute.name)} cannot be {to_text(value)!r}", at)
    return value.replace(b"\\", b"\\\\")


def to_text(name: bytes) -> str:
    return name.decode("utf-8", "replace")
