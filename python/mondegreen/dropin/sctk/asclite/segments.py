"""What readers of all formats share: segments of words, and what is said of lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise

from mondegreen._core import atof
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.sctk.asclite.speech import Run, Segment, Side, Speech, Token, divide
from mondegreen.dropin.sctk.asclite.words import Maker, parse_words
from mondegreen.errors import ScoreError

Lines = Iterator[tuple[int, bytes]]
Fields = list[bytes]


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
