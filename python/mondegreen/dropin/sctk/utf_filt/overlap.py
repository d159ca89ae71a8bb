"""Turns that overlap: they become one that is not scored."""

from dataclasses import replace

from mondegreen.dropin.sctk.perl import number
from mondegreen.dropin.sctk.utf_filt.turn import EXCLUDED, IGNORED, UNKNOWN, Turn

# Times nearer than this are the same.
TOLERANCE = 0.0001
# How far behind its end others are looked at.
REACH = 5


def without_overlaps(turns: list[Turn], *, keeps_text: bool) -> list[Turn]:
    """The turns, those that overlap an earlier one being part of it."""
    left = list(turns)
    at = 0
    while at < len(left) - 1:
        other = at + 1
        while other < len(left) and number(left[other].start) - REACH < number(left[at].end):
            if overlap(left[at], left[other]):
                left[at] = joined(left[at], left.pop(other), keeps_text=keeps_text)
            else:
                other += 1
        at += 1
    return left


def overlap(one: Turn, other: Turn) -> bool:
    """Whether both speak on the same channel at a time."""
    return one.channel == other.channel and not (follows(one, other) or follows(other, one))


def follows(one: Turn, other: Turn) -> bool:
    """Whether one begins where the other ends, or later."""
    return one.start == other.end or number(one.start) - number(other.end) > -TOLERANCE


def joined(one: Turn, other: Turn, *, keeps_text: bool) -> Turn:
    """Both as one that is not scored."""
    return replace(
        one,
        speaker=EXCLUDED,
        sex=UNKNOWN,
        start=min(one.start, other.start, key=number),
        end=max(one.end, other.end, key=number),
        focus=b"",
        text=b"%b - %b" % (one.text, other.text) if keeps_text else IGNORED,
    )
