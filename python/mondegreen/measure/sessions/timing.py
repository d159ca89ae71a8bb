"""When each word of a segment was said, if only the segment's times are known: shares of it, by length or equal.

The names of the ways are meeteval's, so that users need learn no others. Times are whole nanoseconds from here on,
so that what touches in decimal numbers touches.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, TypeAlias

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.measure.sessions.session import Segment

    Spans: TypeAlias = "list[tuple[float, float]]"
    Words: TypeAlias = "tuple[list[str], list[int], list[int]]"

NANOSECONDS = 1e9
# What orders words: their segments' starts, or their own.
ORDERS = ("segment", "word")


def shares(start: float, end: float, lengths: Sequence[int]) -> Spans:
    """Parts of the segment, each as long as its word; nothing of it where all words are empty."""
    ends = list(accumulate(lengths, initial=0))
    unit = (end - start) / ends[-1] if ends[-1] else 0.0
    return [(start + unit * first, start + unit * last) for first, last in pairwise(ends)]


def points(spans: Spans) -> Spans:
    """The middle of each part."""
    return [((start + end) / 2, (start + end) / 2) for start, end in spans]


def character_based(segment: Segment) -> Spans:
    """Parts as long as the words have characters."""
    return shares(segment.start, segment.end, [len(word) for word in segment.words])


def equidistant_intervals(segment: Segment) -> Spans:
    """Parts of equal length."""
    return shares(segment.start, segment.end, [1] * len(segment.words))


def full_segment(segment: Segment) -> Spans:
    """The whole segment for each word."""
    return [(segment.start, segment.end)] * len(segment.words)


def given(segment: Segment) -> Spans:
    """The segment's own times, which must be those of one word."""
    if len(segment.words) > 1:
        raise ScoreError("the times are to be those of single words, and there are several words", key=segment.key)
    return full_segment(segment)


WAYS: dict[str, Callable[[Segment], Spans]] = {
    "character_based": character_based,
    "character_based_points": lambda segment: points(character_based(segment)),
    "equidistant_intervals": equidistant_intervals,
    "equidistant_points": lambda segment: points(equidistant_intervals(segment)),
    "full_segment": full_segment,
    "none": given,
}


def timed(segments: Iterable[Segment], way: str, order: str, collar: float = 0.0) -> Words:
    """The words of segments with their times, widened by the collar on both sides."""
    found = [
        (start, end, word)
        for segment in segments
        for word, (start, end) in zip(segment.words, WAYS[way](segment), strict=True)
    ]
    if order == "word":
        found.sort(key=lambda each: each[0])
    starts = [round((start - collar) * NANOSECONDS) for start, _, _ in found]
    ends = [round((end + collar) * NANOSECONDS) for _, end, _ in found]
    return [word for _, _, word in found], starts, ends
