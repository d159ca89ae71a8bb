"""Times of segments: padded with silence, joined over short pauses, without overlaps, with records for the gaps."""

import re
from collections.abc import Callable
from typing import NamedTuple

from mondegreen.dropin.sctk.chfilt.options import Options
from mondegreen.dropin.sctk.perl import BLANKS, chomped, number

BEGIN = re.compile(rb"^(\S+\s+\S+\s+\S+\s+)\S+")
END = re.compile(rb"^(\S+\s+\S+\s+\S+\s+\S+\s+)\S+")
SHORTEST_GAP = 0.01


class Segment(NamedTuple):
    """The fields of a record."""

    source: bytes
    channel: bytes
    speaker: bytes
    start: bytes
    end: bytes
    labels: bytes
    text: bytes


# From the end of one segment, that and another to the one that they become, or nothing.
Meet = Callable[[float, Segment, Segment, Options], bytes]


class Last(NamedTuple):
    """When a channel's last segment ends, whose it is, and where it stands."""

    end: bytes
    source: bytes
    place: int


def arranged(records: list[bytes], options: Options) -> list[bytes]:
    """The records after all that the options ask for."""
    if number(options.padding) >= 0:
        pad(records, options)
    if number(options.smoothing) >= 0:
        merge(records, options, smooth)
    if options.drops_overlaps:
        merge(records, options, overlap)
    if options.gaps:
        fill(records, options)
    return records


def segment(record: bytes) -> Segment:
    """The fields of a record."""
    return Segment(*(BLANKS.split(record, 6) + [b""] * 7)[:7])


def shift(gap: float, options: Options) -> float:
    """How much of a gap a segment gets: at most half of it."""
    return min(gap / 2.0, number(options.padding))


def pad(records: list[bytes], options: Options) -> None:
    """Gives the segments silence at both ends, where there is any."""
    lasts: dict[bytes, Last] = {}
    for place, record in enumerate(records):
        one = segment(record)
        last = lasts.get(one.channel, Last(options.start, one.source, place))
        gap = number(one.start) - number(last.end)
        if gap > 0:
            more = shift(gap, options)
            if last.place < place:
                records[last.place] = END.sub(rb"\g<1>%.2f" % (number(last.end) + more), records[last.place])
            records[place] = BEGIN.sub(rb"\g<1>%.2f" % (number(one.start) - more), records[place])
        lasts[one.channel] = Last(one.end, last.source, place)
    for channel in sorted(lasts):
        last = lasts[channel]
        gap = number(options.end) - number(last.end)
        if gap > 0:
            # The original rounds all times but this one.
            end = b"%.15g" % (number(last.end) + shift(gap, options))
            records[last.place] = END.sub(rb"\g<1>" + end, records[last.place])


def merge(records: list[bytes], options: Options, meet: Meet) -> None:
    """Makes one of a channel's neighbours that are to become one."""
    lasts: dict[bytes, Last] = {}
    place = 0
    while place < len(records):
        one = segment(records[place])
        last = lasts.get(one.channel, Last(options.start, one.source, place))
        new = meet(number(last.end), segment(records[last.place]), one, options) if last.place < place else b""
        lasts[one.channel] = Last(one.end, last.source, last.place if new else place)
        if new:
            records[last.place] = new
            del records[place]
        else:
            place += 1


def smooth(end: float, old: Segment, one: Segment, options: Options) -> bytes:
    """The segment that two become, if the second begins soon after the end of the first."""
    same = (old.source, old.channel, old.speaker, old.labels) == (one.source, one.channel, one.speaker, one.labels)
    if end <= number(one.start) - number(options.smoothing) or not same:
        return b""
    return b" ".join([*one[:3], old.start, one.end, one.labels, chomped(old.text), chomped(one.text)]) + b"\n"


def overlap(end: float, old: Segment, one: Segment, _options: Options) -> bytes:
    """The segment that two become, if the second begins before the end of the first."""
    if end <= number(one.start) or old[:2] != one[:2]:
        return b""
    parts = [*one[:2], b"excluded_region", old.start, one.end, one.labels, b"ignore_time_segment_in_scoring\n"]
    return b" ".join(parts)


def fill(records: list[bytes], options: Options) -> None:
    """Puts records without text into the gaps between segments, and after the last of each channel."""
    lasts: dict[bytes, Last] = {}
    filled: list[bytes] = []
    for record in records:
        one = segment(record)
        last = lasts.get(one.channel, Last(options.start, one.source, 0))
        if number(last.end) < number(one.start) - SHORTEST_GAP:
            filled.append(gap(one.source, one.channel, one.source, last.end, number(one.start)))
        filled.append(record)
        lasts[one.channel] = Last(one.end, last.source, 0)
    for channel in sorted(lasts):
        last = lasts[channel]
        if number(last.end) < number(options.end) - SHORTEST_GAP:
            filled.append(gap(last.source, channel, options.identity, last.end, number(options.end)))
    records[:] = filled


def gap(source: bytes, channel: bytes, identity: bytes, start: bytes, end: float) -> bytes:
    """The record of a gap."""
    return b"%b %b %b_%b_inter_segment_gap %b %6.2f <O> \n" % (source, channel, identity, channel, start, end)
