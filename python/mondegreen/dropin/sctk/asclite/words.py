"""Texts with alternations `{ a / b c / @ }` as graphs of words, as asclite makes them.

An `@` lets a reader skip the alternation, but at the end of a text: what stands before it then ends the segment, and no
word behind such an end is reached.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

from mondegreen.dropin.sctk.asclite.speech import Token
from mondegreen.errors import ScoreError

# Marks are words by themselves, even inside of others.
MARK = re.compile(rb"([{}/@])")
DEEPEST = 200
# Makes the word at an index of so many.
Maker = Callable[[bytes, int, int], Token]


class Part:
    """A part of a graph: where it starts and ends, and whether it may be skipped."""

    def __init__(self) -> None:
        self.starts: list[Token] = []
        self.ends: list[Token] = []
        self.skips = False


def split_words(text: bytes) -> list[bytes]:
    return MARK.sub(rb" \1 ", text).split()


def parse_words(words: list[bytes], make: Maker, depth: int = 0) -> Part:
    """The graph of words, alternations and marks."""
    if depth > DEEPEST:
        raise ScoreError(f"alternations lie within others more than {DEEPEST} times")
    options = split_alternatives(words)
    if len(options) == 1:
        return parse_sequence(group_words(options[0]), make, depth)
    part = Part()
    for option in options:
        other = parse_words(option, make, depth + 1)
        part.skips |= other.skips
        part.starts += other.starts
        part.ends += other.ends
    return part


def parse_sequence(groups: list[list[bytes]], make: Maker, depth: int) -> Part:
    part = Part()
    before: Part | None = None
    is_first = True
    for index, group in enumerate(groups):
        is_word = len(group) < 2
        is_mark = is_word and b"".join(group) in (b"", b"@")
        if is_mark and len(groups) > 1:
            continue
        this = make_part(group, index, len(groups), make) if is_word else parse_words(group, make, depth + 1)
        # Only what stands alone can be skipped as a whole.
        part.skips |= len(groups) == 1 and (is_mark or this.skips)
        for end, start in product(before.ends if before else [], this.starts):
            end.link(start)
        part.starts += this.starts if is_first else []
        is_first &= this.skips
        part.ends = (part.ends if this.skips else []) + this.ends
        if this.skips and before is not None:
            before.ends = before.ends + this.ends
        else:
            before = this
    return part


def make_part(group: list[bytes], index: int, count: int, make: Maker) -> Part:
    """A word by itself, or nothing."""
    part = Part()
    if group and group != [b"@"]:
        token = make(group[0], index, count)
        part.starts, part.ends = [token], [token]
    return part


def split_alternatives(words: list[bytes]) -> list[list[bytes]]:
    """The words between the outermost slashes."""
    parts: list[list[bytes]] = [[]]
    depth = 0
    for word in words:
        depth += (word == b"{") - (word == b"}")
        if word == b"/" and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def group_words(words: list[bytes]) -> list[list[bytes]]:
    """Single words, and the contents of outermost braces; those that do not end are lost."""
    if not words:
        return [[]]
    groups: list[list[bytes]] = []
    current: list[bytes] = []
    depth = 0
    for word in words:
        depth += (word == b"{") - (word == b"}")
        if word == b"}" and depth == 0:
            groups.append(current)
            current = []
        elif word != b"{" or depth != 1:
            current.append(word)
            if depth == 0:
                groups.append(current)
                current = []
    return groups
