"""Entities: names that stand for text, and characters by their numbers."""

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from mondegreen.dropin.sctk.utf_filt.lexer import DocumentError, unquoted
from mondegreen.dropin.sctk.utf_filt.marks import FUNCTIONS

PARAMETER = re.compile(rb"%([\w.-]+);?")
CHARACTER = re.compile(rb"&#(\d+|[A-Za-z]+);?")
# Texts of declarations beyond this only mean to fill the memory.
LONGEST = 1_000_000
# What entities and parameters of a document may stand for in all: so many bytes, and so many for each of the document.
FREE_TEXT, TEXT_PER_BYTE = 1_000_000, 20
CONTROLS = {*range(0x20), 0x7F} - {ord(function) for function in FUNCTIONS.values()}


class Entity(NamedTuple):
    """What a name stands for, and its kind: text with markup (``), or CDATA, SDATA, PI."""

    kind: bytes
    text: bytes


class Expanded:
    """How much text entities may still stand for: names that stand for names need few bytes to fill the memory."""

    def __init__(self, document: int) -> None:
        self.left = FREE_TEXT + TEXT_PER_BYTE * document

    def spend(self, text: bytes, at: int = 0) -> bytes:
        """The text that stands in a name's place, if it is not too much."""
        self.left -= len(text)
        if self.left < 0:
            raise DocumentError("entities stand for too much text", at)
        return text


class Parameters(dict[bytes, bytes]):
    """The texts of parameter entities by name; whoever takes one spends it."""

    def __init__(self, expanded: Expanded) -> None:
        super().__init__()
        self.expanded = expanded

    def __getitem__(self, name: bytes) -> bytes:
        return self.expanded.spend(super().__getitem__(name))

    def text(self, found: re.Match[bytes]) -> bytes:
        """What stands for a name in a text; nothing if nobody says."""
        if found[1] not in self:
            return b""
        return self[found[1]]


def replaced(parameters: Mapping[bytes, bytes], name: bytes, at: int) -> bytes:
    """The text of a parameter entity."""
    if name not in parameters:
        raise DocumentError(f"the parameter entity {name.decode('latin-1')} is not declared", at)
    return parameters[name]


def text_of(literal: bytes, parameters: Parameters) -> bytes:
    """The text in a declaration, parameters and characters by number in their places; a ValueError if it cannot be."""
    text = PARAMETER.sub(parameters.text, unquoted(literal))
    unknown = {found[1] for found in PARAMETER.finditer(literal)} - parameters.keys()
    if unknown or len(text) > LONGEST:
        raise ValueError
    return CHARACTER.sub(lambda found: character(found[1]), text)


def character(name: bytes) -> bytes:
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
