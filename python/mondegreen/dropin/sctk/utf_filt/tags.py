"""Start tags: names, and attributes as they are written or as the definition has them."""

import re
from collections.abc import Callable, Iterator

from mondegreen.dropin.sctk.utf_filt.dtd import Attribute, Element
from mondegreen.dropin.sctk.utf_filt.entities import CHARACTER, character
from mondegreen.dropin.sctk.utf_filt.lexer import DocumentError, unquoted

START = re.compile(rb"<([A-Za-z][\w.-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'<>/])*)(>|/|(?=<))")
PAIR = re.compile(rb"\s*(?:([A-Za-z][\w.-]*)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"']+)|([^\s\"'=]+)|$)")
NAME = re.compile(rb"[\w.-]+")
REFERENCE = re.compile(rb"&([A-Za-z][\w.-]*);?")

# From the name of an entity to its text.
Lookup = Callable[[bytes], bytes]


def attributes(element: Element, text: bytes, at: int, lookup: Lookup) -> dict[bytes, bytes | None]:
    """All attributes of an element in the order of their declaration; None where nothing is given."""
    known = {each.name: each for each in element.attributes}
    given: dict[bytes, bytes] = {}
    for name, value in pairs(element, text, at):
        if name not in known:
            raise DocumentError(f"{told(element.name)} has no attribute {told(name)}", at)
        if name in given:
            raise DocumentError(f"{told(element.name)} has its attribute {told(name)} twice", at)
        given[name] = checked(known[name], expanded(value, lookup), at)
    for each in element.attributes:
        if each.is_required and each.name not in given:
            raise DocumentError(f"{told(element.name)} needs its attribute {told(each.name)}", at)
    return {each.name: given.get(each.name, each.default) for each in element.attributes}


def pairs(element: Element, text: bytes, at: int) -> Iterator[tuple[bytes, bytes]]:
    """Names and values of attributes; a value alone is of the attribute that may have it."""
    place = 0
    while place < len(text):
        found = PAIR.match(text, place)
        if not found:
            raise DocumentError(f"the attributes of {told(element.name)} cannot be read", at)
        if found[1]:
            if found[2][:1] not in b"\"'" and not NAME.fullmatch(found[2]):
                raise DocumentError(f"the attribute {told(found[1].upper())} needs quotes around its value", at)
            yield found[1].upper(), unquoted(found[2])
        elif found[3]:
            token = found[3].upper()
            owners = [each.name for each in element.attributes if token in each.tokens]
            if not owners:
                raise DocumentError(f"no attribute of {told(element.name)} may be {told(token)}", at)
            yield owners[0], token
        place = found.end()


def expanded(value: bytes, lookup: Lookup) -> bytes:
    """A value with what its references stand for, and blanks for tabs and the ends of lines."""
    value = value.replace(b"\n", b"").replace(b"\r", b" ").replace(b"\t", b" ")
    value = REFERENCE.sub(lambda found: lookup(found[1]), value)
    return CHARACTER.sub(lambda found: character(found[1]), value)


def checked(attribute: Attribute, value: bytes, at: int) -> bytes:
    """The value as a parser writes it: a token in capitals, a backslash twice."""
    if not attribute.is_text:
        value = b" ".join(value.split()).upper()
        if attribute.tokens and value not in attribute.tokens:
            raise DocumentError(f"the attribute {told(attribute.name)} cannot be {told(value)!r}", at)
    return value.replace(b"\\", b"\\\\")


def told(name: bytes) -> str:
    """A name as a complaint writes it."""
    return name.decode("utf-8", "replace")
