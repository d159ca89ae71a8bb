"""What readers of all formats share: segments of words, and what is said of lines.

Texts with alternations `{ a / b c / @ }` become graphs of words, as asclite makes them. An `@` lets a reader skip the
alternation, but at the end of a text: what stands before it then ends the segment, and no word behind such an end is
reached.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product

from mondegreen._core import atof
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.sctk.asclite.speech import Run, Segment, Side, Speech, Token, divide
from mondegreen.errors import ScoreError

Lines = Iterator[tuple[int, bytes]]
Fields = list[bytes]
# Marks are words by themselves, even inside of others.
MARK = re.compile(rb"([{}/@])")
DEEPEST = 200
# Makes the word at an index of so many.
Maker = Callable[[bytes, int, int], Token]


def refuse_line(side: Side, number: int, found: int, expected: str) -> ScoreError:
    return ScoreError(f"expected {expected}, found {found} fields", path=os.fsdecode(side.path), line=number + 1)


def add_speeches(side: Side, speeches: dict[bytes, Speech]) -> None:
    side.speeches += [speech for _, speech in sorted(speeches.items())]


def parse_text(run: Run, segment: Segment, words: list[bytes], make: Maker) -> None:
    """Add the graph of words to a segment."""
    try:
        part = parse_words(words, make)
    except ScoreError as error:
        path = segment.speech.side.path if segment.speech else b""
        raise ScoreError(error.what, path=os.fsdecode(path), line=segment.line + 1) from None
    for token in part.starts:
        segment.add_first(run, token)
    for token in part.ends:
        segment.add_last(run, token)


def make_untimed(run: Run, segment: Segment) -> Maker:
    return lambda word, _index, _count: Token(run, segment, -1, -2, word)


def make_shares(
    run: Run, segment: Segment, times: tuple[int, int], *, optional: bool, confidence: float | None = None
) -> Maker:
    """Words that share a time in equal parts, but for what does not divide."""
    start, end = times

    def make(word: bytes, index: int, count: int) -> Token:
        duration = end - start if count == 1 else divide(end - start, count)
        token = Token(run, segment, start + index * duration, start + (index + 1) * duration, word)
        if optional:
            token.make_optional(run)
        token.confidence = confidence
        return token

    return make


def parse_confidence(text: bytes) -> float:
    return round_to_float32(atof(text))


def attach(before: Segment, following: Segment) -> None:
    for last in before.last:
        for first in following.first:
            last.link(first)


def attach_all(speeches: dict[bytes, Speech]) -> None:
    """Link the words of each speaker's segments, of whatever recording."""
    for speech in speeches.values():
        filled = [segment for segment in speech.segments if not segment.is_empty]
        for before, following in pairwise(filled):
            attach(before, following)


def name_segment(speaker: bytes, number: int) -> bytes:
    return b"(%b-%03d)" % (speaker, number)


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
