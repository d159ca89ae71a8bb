"""The document type definition of a transcript, as far as it decides how one is read.

These are its elements with their attributes, which of them are empty, whose end tags may be left out, entities, and the
marks that stand for tags within some elements (short references). The order and number of elements is not kept. The
parsers of Python's standard library read XML and HTML, and SGML with such omissions and marks is neither.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import NamedTuple

DEPTH = 50
# A comment, and a declaration that holds nothing but such; what else is in a declaration.
COMMENT = rb"--(?:[^-]|-(?!-))*--"
COMMENTS = re.compile(rb"<!(?:%b\s*)*>" % COMMENT)
BODY = rb"(?:\"[^\"]*\"|'[^']*'|%b|[^\"'>-]|-(?!-))*" % COMMENT
WORD = re.compile(
    rb"\s+|" + COMMENT + rb"|(?P<word>\"[^\"]*\"|'[^']*'|%[\w.-]+;?|#?\w[\w.:-]*|[-+](?=\()|.)", re.DOTALL
)
DECLARATION = re.compile(
    rb"(?P<blank>\s*)(?:(?P<close>\]\s*>)|%%(?P<parameter>[\w.-]+);?|%b|<\?[^>]*>"
    rb"|<!(?P<kind>[A-Za-z]+)(?P<body>%b)>|(?P<end>$))" % (COMMENTS.pattern, BODY)
)
SGML = re.compile(rb"\s*<!SGML\b(%b)>" % BODY)
DOCTYPE = re.compile(rb"\s*(?:%b\s*)*<!DOCTYPE\s+([\w.-]+)\s*\[" % COMMENTS.pattern, re.IGNORECASE)
PARAMETER = re.compile(rb"%([\w.-]+);?")
CHARACTER = re.compile(rb"&#(\d+|[A-Za-z]+);?")
# Contents of elements and values of attributes that no definition of UTF has.
UNSUPPORTED = {b"CDATA", b"RCDATA", b"#CURRENT", b"#CONREF"}

# Texts of declarations beyond this only mean to fill the memory.
LONGEST = 1_000_000
# What entities and parameters of a document may stand for in all: so many bytes, and so many for each of the document.
FREE_TEXT, TEXT_PER_BYTE = 1_000_000, 20

# The ends of a record and the start of the next are carriage return and line feed.
FUNCTIONS = {b"RE": b"\r", b"RS": b"\n", b"SPACE": b" ", b"TAB": b"\t"}
CONTROLS = {*range(0x20), 0x7F} - {ord(function) for function in FUNCTIONS.values()}
# The marks of the reference concrete syntax, which holds where a document has no declaration of its own.
REFERENCE_MARKS = [
    *(b"&#TAB;", b"&#RE;", b"&#RS;", b"&#RS;B", b"&#RS;&#RE;", b"&#RS;B&#RE;", b"B&#RE;", b"&#SPACE;", b"BB", b"--"),
    *(bytes([sign]) for sign in b"\"#%'()*+,-:;=@[]^_{|}~"),
]


class DocumentError(Exception):
    """What is wrong with a document, and where in it."""


@contextmanager
def report_at(at: int) -> Iterator[None]:
    """Reports what is wrong within an entity at the place that refers to it."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(error.args[0], at) from None


class Entity(NamedTuple):
    """What a name stands for, and its kind: text with markup (``), or CDATA, SDATA, PI."""

    kind: bytes
    text: bytes


class Attribute(NamedTuple):
    """One attribute of an element: its tokens if it has only those, and what it is where nobody gives it."""

    name: bytes
    is_text: bool
    tokens: list[bytes]
    is_required: bool
    default: bytes | None


class Element(NamedTuple):
    """One element, and what it may hold."""

    name: bytes
    children: set[bytes] | None
    is_empty: bool
    has_text: bool
    omits_end: bool


class MarkFinder:
    """Finds marks; where several begin, the longest is meant, even if the map does not name it."""

    def __init__(self, patterns: dict[bytes, re.Pattern[bytes]], entities: dict[bytes, bytes]) -> None:
        self.by_first: dict[int, list[tuple[re.Pattern[bytes], bytes | None]]] = {}
        # Among marks of one length those that the map names come last, and win.
        for mark in sorted(patterns, key=lambda each: each in entities):
            for first in b" \t" if mark.startswith(b"B") else mark[:1]:
                self.by_first.setdefault(first, []).append((patterns[mark], entities.get(mark)))
        self.start = re.compile(b"[%b]" % re.escape(bytes(self.by_first)))

    def match(self, text: bytes, at: int) -> tuple[int, bytes | None]:
        """How long the mark is that begins there, and the entity that it stands for."""
        length, entity = 0, None
        for pattern, name in self.by_first.get(text[at], ()):
            found = pattern.match(text, at)
            if found and found.end() - at >= length:
                length, entity = found.end() - at, name
        return length, entity


class Dtd:
    """The definition; names are in upper case but for those of entities."""

    def __init__(self, root: bytes, marks: Iterable[bytes], size: int) -> None:
        self.root = root
        # How much text entities may still stand for: names that stand for names need few bytes to fill the memory.
        self.text_left = FREE_TEXT + TEXT_PER_BYTE * size
        self.parameters: dict[bytes, bytes] = {}
        self.elements: dict[bytes, Element] = {}
        self.attributes: dict[bytes, list[Attribute]] = {}  # of elements, in the order of their declaration
        self.entities: dict[bytes, Entity] = {}
        # Marks, the maps from marks to entities, and which elements use which.
        self.patterns = {spell_mark(mark): make_pattern(spell_mark(mark)) for mark in marks}
        self.maps: dict[bytes, dict[bytes, bytes]] = {}
        self.map_of: dict[bytes, bytes] = {}

    def spend(self, text: bytes, at: int = 0) -> bytes:
        """The text that stands in a name's place, if it is not too much."""
        self.text_left -= len(text)
        if self.text_left < 0:
            raise DocumentError("entities stand for too much text", at)
        return text

    def spend_parameter(self, name: bytes) -> bytes:
        return self.spend(self.parameters[name])

    def find_marks(self, element: bytes, around: MarkFinder | None) -> MarkFinder | None:
        """What finds marks within an element: those of its map, or those of the element around it."""
        name = self.map_of.get(element)
        if name is None:
            return around
        return MarkFinder(self.patterns, self.maps[name]) if self.maps.get(name) else None


def read_dtd(text: bytes) -> tuple[Dtd, int]:
    """The definition that a text begins with, and where the document behind it begins."""
    prolog = SGML.match(text)
    at = prolog.end() if prolog else 0
    opening = DOCTYPE.match(text, at)
    if not opening:
        raise DocumentError("no <!DOCTYPE ... [ before the first element", at)
    marks = list_marks(prolog[1]) if prolog else REFERENCE_MARKS
    dtd = Dtd(opening[1].upper(), marks, len(text))
    end = read_declarations(dtd, text, opening.end(), 0)
    if dtd.root not in dtd.elements:
        raise DocumentError(f"the element {dtd.root.decode('latin-1')} is not declared", at)
    return dtd, end


def list_marks(declaration: bytes) -> list[bytes]:
    """The marks that an SGML declaration knows; the usual ones where it says nothing."""
    parts = list(split_words(declaration, lambda _: b""))  # no parameter is declared before it
    upper = [part.upper() for part in parts]
    if b"SHORTREF" not in upper:
        return REFERENCE_MARKS
    at = upper.index(b"SHORTREF") + 1
    own = takewhile(lambda part: part[:1] in b"\"'", parts[at + 1 :])
    return [*([] if upper[at : at + 1] == [b"NONE"] else REFERENCE_MARKS), *map(unquote, own)]


def read_declarations(dtd: Dtd, text: bytes, at: int, depth: int) -> int:
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
        if name := found["parameter"]:
            if name not in dtd.parameters:
                raise DocumentError(f"the parameter entity {name.decode('latin-1')} is not declared", start)
            with report_at(start):
                read_declarations(dtd, dtd.spend_parameter(name), 0, depth + 1)
        elif found["kind"] and (declare := DECLARATIONS.get(found["kind"].upper())):
            try:
                with report_at(start):
                    declare(dtd, deque(split_words(found["body"], dtd.spend_parameter)))
            except (LookupError, ValueError):
                kind = found["kind"].upper().decode()
                raise DocumentError(f"a declaration of {kind} that cannot be read", start) from None
        at = found.end()


def split_words(text: bytes, find: Callable[[bytes], bytes], depth: int = 0) -> Iterator[bytes]:
    """The names, literals and signs of a declaration, without comments, parameter entities being replaced.

    A LookupError or ValueError says that it cannot be read.
    """
    if depth > DEPTH:
        raise ValueError
    for found in WORD.finditer(text):
        word = found["word"] or b""
        if word[:1] == b"%" and len(word) > 1:
            yield from split_words(find(word[1:].rstrip(b";")), find, depth + 1)
        elif word:
            yield word


def unquote(word: bytes) -> bytes:
    return word[1:-1] if word[:1] in {b'"', b"'"} else word


def pop_group(words: deque[bytes]) -> list[bytes]:
    """One name, or the names in parentheses."""
    if peek(words) != b"(":
        return [words.popleft()]
    depth, names = 0, []
    while True:
        word = words.popleft()
        depth += (word == b"(") - (word == b")")
        if word[:1].isalnum():
            names.append(word)
        if not depth:
            return names


def peek(words: deque[bytes]) -> bytes:
    return words[0] if words else b""


def declare_element(dtd: Dtd, words: deque[bytes]) -> None:
    """`<!ELEMENT names - O content>`."""
    names = pop_group(words)
    omits_end = False
    if peek(words) in {b"-", b"O", b"o"}:
        words.popleft()
        omits_end = words.popleft().upper() == b"O"
    content = [part.upper() for part in words]
    first = content[0]
    if first in UNSUPPORTED:
        raise ValueError
    children = None if first == b"ANY" else {part for part in content if part[:1].isalnum()}
    has_text, is_empty = first == b"ANY" or b"#PCDATA" in content, first == b"EMPTY"
    for name in map(bytes.upper, names):
        dtd.elements.setdefault(name, Element(name, children, is_empty, has_text, omits_end or is_empty))


def declare_attributes(dtd: Dtd, words: deque[bytes]) -> None:
    """`<!ATTLIST names name type default ...>`."""
    names = pop_group(words)
    attributes = []
    while peek(words):
        name = words.popleft().upper()
        if peek(words).upper() == b"NOTATION":
            words.popleft()
        is_group = peek(words) == b"("
        kind = [part.upper() for part in pop_group(words)]
        word: bytes | None = words.popleft()
        mark = word.upper() if word else b""
        if mark == b"#FIXED":
            word = words.popleft()
        elif mark.startswith(b"#"):
            if mark in UNSUPPORTED:
                raise ValueError
            word = None
        is_text = not is_group and kind == [b"CDATA"]
        if word is not None:
            word = unquote(word) if is_text else unquote(word).upper()
        attributes.append(Attribute(name, is_text, kind if is_group else [], mark == b"#REQUIRED", word))
    for each in names:
        dtd.attributes.setdefault(each.upper(), attributes)


def declare_entity(dtd: Dtd, words: deque[bytes]) -> None:
    """`<!ENTITY name "text">`, and those of parameters, with `%`."""
    if peek(words) == b"%":
        words.popleft()
        dtd.parameters.setdefault(words.popleft(), resolve_text(words.popleft(), dtd))
        return
    name, kind = words.popleft(), b""
    if peek(words)[:1] not in b"\"'":
        kind = words.popleft().upper()
    if kind not in {b"SYSTEM", b"PUBLIC"}:
        dtd.entities.setdefault(name, Entity(kind, resolve_text(words.popleft(), dtd)))


def resolve_text(literal: bytes, dtd: Dtd) -> bytes:
    """The text in a declaration, parameters and characters by number in their places."""
    text = PARAMETER.sub(lambda found: dtd.spend_parameter(found[1]), unquote(literal))
    if len(text) > LONGEST:
        raise ValueError
    return CHARACTER.sub(lambda found: resolve_character(found[1]), text)


def resolve_character(name: bytes) -> bytes:
    """A character by its number or by what it does.

    It is a byte, unless the parsers' own variable says that documents are UTF-8, or it is beyond bytes. Control
    characters are none of a document's.
    """
    if not name.isdigit():
        return FUNCTIONS.get(name.upper(), b"")
    number = int(name)
    if number in CONTROLS:
        return b""
    if number < 0x100 and os.environ.get("SP_ENCODING", "").lower() != "utf-8":
        return bytes([number])
    return chr(min(number, 0x10FFFF)).encode("utf-8", "replace")


def declare_marks(dtd: Dtd, words: deque[bytes]) -> None:
    """`<!SHORTREF map "mark" entity ...>`."""
    name = words.popleft().upper()
    entities = {}
    while peek(words):
        mark = spell_mark(unquote(words.popleft()))
        entities[mark] = words.popleft()
    if not entities.keys() <= dtd.patterns.keys():
        raise ValueError
    dtd.maps.setdefault(name, entities)


def declare_use(dtd: Dtd, words: deque[bytes]) -> None:
    """`<!USEMAP map elements>`."""
    name = words.popleft().upper()
    for each in pop_group(words):
        dtd.map_of.setdefault(each.upper(), name)


def spell_mark(mark: bytes) -> bytes:
    """A mark with the characters that its functions stand for."""
    return re.sub(rb"&#([A-Za-z]+);?", lambda found: FUNCTIONS.get(found[1].upper(), found[0]), mark)


def make_pattern(mark: bytes) -> re.Pattern[bytes]:
    """What a mark looks like: `B` is spaces, as many as there are, and at least as many as there are letters."""
    parts = re.split(rb"(B+)", mark)
    forms = [b"[ \\t]{%d,}" % len(part) if part.startswith(b"B") else re.escape(part) for part in parts]
    return re.compile(b"".join(forms))


# What else may be declared does not matter to a transcript.
DECLARATIONS = {
    b"ELEMENT": declare_element,
    b"ATTLIST": declare_attributes,
    b"ENTITY": declare_entity,
    b"SHORTREF": declare_marks,
    b"USEMAP": declare_use,
}
