"""What a document type definition says that decides how a transcript is read.

These are its elements with their attributes, which of them are empty, whose end tags may be left out, entities, and the
marks that stand for tags within some elements (short references). The order and number of elements is not kept.
"""

import re
from dataclasses import dataclass, field

from mondegreen.dropin.sctk.utf_filt.entities import Entity, Expanded, Parameters, replaced, text_of
from mondegreen.dropin.sctk.utf_filt.lexer import BODY, COMMENTS, DocumentError, Words, at_place, unquoted, words
from mondegreen.dropin.sctk.utf_filt.marks import REFERENCE_MARKS, Marks

DEPTH = 50
# Contents of elements and values of attributes that no definition of UTF has.
UNSUPPORTED = {b"CDATA", b"RCDATA", b"#CURRENT", b"#CONREF"}
DECLARATION = re.compile(
    rb"(?P<blank>\s*)(?:(?P<close>\]\s*>)|%%(?P<parameter>[\w.-]+);?|%b|<\?[^>]*>"
    rb"|<!(?P<kind>[A-Za-z]+)(?P<body>%b)>|(?P<end>$))" % (COMMENTS.pattern, BODY)
)
SGML = re.compile(rb"\s*<!SGML\b(%b)>" % BODY)
DOCTYPE = re.compile(rb"\s*(?:%b\s*)*<!DOCTYPE\s+([\w.-]+)\s*\[" % COMMENTS.pattern, re.IGNORECASE)


@dataclass
class Attribute:
    """One attribute of an element: its tokens if it has only those, and what it is where nobody gives it."""

    name: bytes
    is_text: bool
    tokens: list[bytes]
    is_required: bool
    default: bytes | None


@dataclass
class Element:
    """One element: what it may hold, and its attributes in the order of their declaration."""

    name: bytes
    children: set[bytes] | None
    is_empty: bool
    has_text: bool
    omits_end: bool
    attributes: list[Attribute] = field(default_factory=list)


@dataclass
class Dtd:
    """All of it; names are in capitals but for those of entities."""

    root: bytes
    marks: Marks
    expanded: Expanded
    parameters: Parameters
    elements: dict[bytes, Element] = field(default_factory=dict)
    attributes: dict[bytes, list[Attribute]] = field(default_factory=dict)
    entities: dict[bytes, Entity] = field(default_factory=dict)

    def finish(self) -> None:
        """Joins attributes to their elements, which may be declared behind them."""
        for name, element in self.elements.items():
            element.attributes = self.attributes.get(name, [])


def read_dtd(text: bytes) -> tuple[Dtd, int]:
    """The definition that a text begins with, and where the document behind it begins."""
    prolog = SGML.match(text)
    at = prolog.end() if prolog else 0
    opening = DOCTYPE.match(text, at)
    if not opening:
        raise DocumentError("no <!DOCTYPE ... [ before the first element", at)
    expanded = Expanded(len(text))
    marks = Marks(delimiters(prolog[1] if prolog else b""))
    dtd = Dtd(opening[1].upper(), marks, expanded, Parameters(expanded))
    end = declarations(dtd, text, opening.end(), 0)
    dtd.finish()
    if dtd.root not in dtd.elements:
        raise DocumentError(f"the element {dtd.root.decode('latin-1')} is not declared", at)
    return dtd, end


def delimiters(declaration: bytes) -> list[bytes]:
    """The marks that an SGML declaration knows; the usual ones where it says nothing."""
    parts = list(words(declaration, {}))
    upper = [part.upper() for part in parts]
    if b"SHORTREF" not in upper:
        return REFERENCE_MARKS
    at = upper.index(b"SHORTREF") + 1
    found = [] if upper[at : at + 1] == [b"NONE"] else list(REFERENCE_MARKS)
    for part in parts[at + 1 :]:
        if part[:1] not in b"\"'":
            break
        found.append(unquoted(part))
    return found


def declarations(dtd: Dtd, text: bytes, at: int, depth: int) -> int:
    """Takes in declarations up to the end of the text or of the subset, and gives where that is."""
    if depth > DEPTH:
        raise DocumentError("parameter entities go round", at)
    while True:
        found = DECLARATION.match(text, at)
        if not found:
            raise DocumentError("a declaration that cannot be read", len(text) - len(text[at:].lstrip()))
        if found["close"] is not None or found["end"] is not None:
            return found.end()
        start = found.end("blank")
        if found["parameter"]:
            with at_place(start):
                declarations(dtd, replaced(dtd.parameters, found["parameter"], start), 0, depth + 1)
        elif found["kind"]:
            declare(dtd, found["kind"].upper(), found["body"], start)
        at = found.end()


def declare(dtd: Dtd, kind: bytes, body: bytes, at: int) -> None:
    """Takes in one declaration; what does not matter to a transcript is left out."""
    takers = {
        b"ELEMENT": element,
        b"ATTLIST": attribute_list,
        b"ENTITY": entity,
        b"SHORTREF": short_references,
        b"USEMAP": use_map,
    }
    if kind not in takers:
        return
    try:
        with at_place(at):
            takers[kind](dtd, Words(words(body, dtd.parameters)))
    except (IndexError, ValueError):
        raise DocumentError(f"a declaration of {kind.decode()} that cannot be read", at) from None


def element(dtd: Dtd, parts: Words) -> None:
    """`<!ELEMENT names - O content>`."""
    names = parts.group()
    omits_end = False
    if parts.peek() in {b"-", b"O", b"o"}:
        parts.pop()
        omits_end = parts.pop().upper() == b"O"
    content = [part.upper() for part in parts.rest()]
    first = content[0]
    if first in UNSUPPORTED:
        raise ValueError
    held = {part for part in content if part[:1].isalnum()}
    has_text = first == b"ANY" or b"#PCDATA" in content
    for name in names:
        children = None if first == b"ANY" else held
        is_empty = first == b"EMPTY"
        made = Element(name.upper(), children, is_empty, has_text, omits_end or is_empty)
        dtd.elements.setdefault(made.name, made)


def attribute_list(dtd: Dtd, parts: Words) -> None:
    """`<!ATTLIST names name type default ...>`."""
    names = [name.upper() for name in parts.group()]
    attributes = []
    while parts.peek():
        name = parts.pop().upper()
        if parts.peek().upper() == b"NOTATION":
            parts.pop()
        is_group = parts.peek() == b"("
        kind = [part.upper() for part in parts.group()]
        default: bytes | None = parts.pop()
        required = default.upper() == b"#REQUIRED" if default else False
        if default and default.upper() == b"#FIXED":
            default = parts.pop()
        elif default and default.upper() in UNSUPPORTED and default.startswith(b"#"):
            raise ValueError
        elif default and default.startswith(b"#"):
            default = None
        is_text = not is_group and kind == [b"CDATA"]
        if default is not None:
            default = unquoted(default) if is_text else unquoted(default).upper()
        attributes.append(Attribute(name, is_text, kind if is_group else [], required, default))
    for each in names:
        dtd.attributes.setdefault(each, attributes)


def entity(dtd: Dtd, parts: Words) -> None:
    """`<!ENTITY name "text">`, and those of parameters, with `%`."""
    if parts.peek() == b"%":
        parts.pop()
        dtd.parameters.setdefault(parts.pop(), text_of(parts.pop(), dtd.parameters))
        return
    name, kind = parts.pop(), b""
    if parts.peek()[:1] not in b"\"'":
        kind = parts.pop().upper()
    if kind not in {b"SYSTEM", b"PUBLIC"}:
        dtd.entities.setdefault(name, Entity(kind, text_of(parts.pop(), dtd.parameters)))


def short_references(dtd: Dtd, parts: Words) -> None:
    """`<!SHORTREF map "mark" entity ...>`."""
    name = parts.pop().upper()
    pairs = []
    while parts.peek():
        pairs.append((unquoted(parts.pop()), parts.pop()))
    dtd.marks.define(name, pairs)


def use_map(dtd: Dtd, parts: Words) -> None:
    """`<!USEMAP map elements>`."""
    name = parts.pop().upper()
    for each in parts.group():
        dtd.marks.use(name, each.upper())
