"""Groups of segments that overlap in time, which asclite aligns one by one, and how its log shows them."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from mondegreen.dropin.sctk.asclite.options import CELL
from mondegreen.dropin.sctk.asclite.speech import INFO, Run, Segment, Side, Speech, Token, divide
from mondegreen.errors import ScoreError

Place = tuple[bytes, bytes]
UNITS = (b"kB", b"MB", b"GB", b"TB")
HEADING = [b"Aligned", b"SegGrpID", b"File", b"Channel", b"Eval"]
SIDE_HEADING = b"%sSegID %sSegBT %sSegET %sSpkrID %sTknID %sTknBT %sTknET %sTknTxt %sTknConf %sTknPrev %sTknNext"
NOBODY = b"," * 10


class Group:
    """Segments of references and hypotheses, each a list by speaker."""

    def __init__(self, run: Run) -> None:
        self.number = next(run.counter)
        self.references: list[list[Segment]] = []
        self.hypotheses: list[list[Segment]] = []

    @property
    def streams(self) -> list[list[Segment]]:
        return self.hypotheses + self.references

    @property
    def segments(self) -> list[Segment]:
        return [segment for stream in self.streams for segment in stream]

    @property
    def start(self) -> int:
        return min([2**31 - 1, *(segment.start for segment in self.segments)])

    @property
    def end(self) -> int:
        return max([0, *(segment.end for segment in self.segments)])

    def count_cells(self) -> int:
        cells = 1
        for stream in self.streams:
            cells *= 1 + count_tokens(stream)
        return cells


def list_tokens(segments: Iterable[Segment]) -> list[Token]:
    return [token for segment in segments for token in segment.tokens]


def count_tokens(segments: Iterable[Segment]) -> int:
    return sum(len(segment.tokens) for segment in segments)


def pair_utterances(run: Run, reference: Side, hypothesis: Side) -> Iterator[Group]:
    """Utterances by their IDs; the first of each counts."""
    sides: list[dict[bytes, Segment]] = [{}, {}]
    for side, found in zip((reference, hypothesis), sides, strict=True):
        for segment in side.segments:
            found.setdefault(segment.id, segment)
    for name in sorted(sides[0]):
        if name not in sides[1]:
            shown = name.decode("utf-8", "replace")
            raise ScoreError(f"no utterance {shown}, which the reference has", path=os.fsdecode(hypothesis.path))
        group = Group(run)
        group.references, group.hypotheses = [[sides[0][name]]], [[sides[1][name]]]
        yield group


class Timeline:
    """The segments of a speech in one channel, in the order of the file."""

    def __init__(self, segments: list[Segment]) -> None:
        self.segments = segments
        self.ends = [segment.end for segment in segments]
        self.are_ends_sorted = all(one <= other for one, other in pairwise(self.ends))
        middles = [(divide(segment.start + segment.end, 2), index) for index, segment in enumerate(segments)]
        self.middles = sorted(middles)

    def find_next(self, time: int) -> Segment | None:
        """The first that ends behind a time, and before which the last one ended."""
        if self.are_ends_sorted:
            index = bisect_right(self.ends, time)
            return self.segments[index] if index < len(self.segments) else None
        before = 0
        for segment in self.segments:
            if segment.end > time and before <= time:
                return segment
            before = segment.end
        return None

    def select(self, start: int, end: int) -> list[Segment]:
        """Those whose middle is between two times."""
        found = self.middles[bisect_left(self.middles, (start, -1)) : bisect_left(self.middles, (end, -1))]
        return [self.segments[index] for index in sorted(index for _, index in found)]


Timelines = list[dict[Place, Timeline]]


def split_places(speeches: Iterable[Speech]) -> Timelines:
    timelines = []
    for speech in speeches:
        places: dict[Place, list[Segment]] = {}
        for segment in speech.segments:
            places.setdefault((segment.file, segment.channel), []).append(segment)
        timelines.append({place: Timeline(segments) for place, segments in places.items()})
    return timelines


def select_groups(run: Run, reference: Side, hypothesis: Side | None) -> Iterator[Group]:
    """Groups of segments by files and channels of the reference, from one time without a speaker to the next."""
    references, hypotheses = split_places(reference.speeches), split_places(hypothesis.speeches if hypothesis else [])
    places = iter(sorted({(each.file, each.channel) for each in reference.segments}))

    def enter_place() -> tuple[list[Timeline], list[Timeline], Segment | None]:
        place = next(places, None)
        if place is None:
            return [], [], None
        run.log(INFO, b"Prepare to process source(%b) channel(%b)" % place)
        own, others = ([each[place] for each in side if place in each] for side in (references, hypotheses))
        return own, others, find_first(own, 0)

    own, others, first = enter_place()
    # A channel without segments ends all.
    while first is not None:
        group = Group(run)
        start, end = first.start, find_last(own, first).end
        group.references = [found for each in own if (found := each.select(start, end))]
        group.hypotheses = [found for each in others if (found := each.select(start, end))]
        first = find_first(own, end)
        if first is None:
            own, others, first = enter_place()
        yield group


def find_first(timelines: list[Timeline], time: int) -> Segment | None:
    """Of the next segments of all speakers the one that starts first."""
    found = [segment for each in timelines if (segment := each.find_next(time)) is not None]
    return min(found, key=lambda segment: segment.start, default=None)


def find_last(timelines: list[Timeline], first: Segment) -> Segment:
    """The last of segments that overlap, beginning with the first."""
    last, again = first, True
    while again:
        again = False
        for each in timelines:
            segment = each.find_next(last.end)
            if segment is not None and segment.start < last.end:
                last, again = segment, True
    return last


def describe_group(group: Group, cells: int) -> bytes:
    shown = []
    for name, streams in ((b"REF", group.references), (b"HYP", group.hypotheses)):
        counts = b",".join(b"%d" % count_tokens(stream) for stream in streams)
        shown.append(b"%b:%d(%b)" % (name, len(streams), counts))
    times = (group.start / 1000, group.end / 1000)
    what = b"Align SG %d [%b] %d dimensions, Difficulty: %d (%b) ---> bt=%.3f et=%.3f"
    return what % (group.number, b" ".join(shown), len(group.streams), cells, format_size(cells), *times)


def format_size(cells: int) -> bytes:
    """The memory that cells take in the original."""
    size = cells / 1024 * CELL
    shown = [size / 1024**power for power in range(len(UNITS))]
    index = max((power for power in range(1, len(UNITS)) if shown[power] > 1.0), default=0)
    return b"%.2f %b" % (shown[index], UNITS[index])


def format_time(time: int) -> bytes:
    return b"%.3f" % (time / 1000) if time >= 0 else b""


def format_segment(segment: Segment) -> bytes:
    return b"%d,%b,%b,%b" % (segment.number, format_time(segment.start), format_time(segment.end), segment.speaker)


def format_token(token: Token) -> bytes:
    confidence = b"" if token.confidence is None else b"%.3f" % token.confidence
    links = [b"|".join(b"%d" % each.number for each in tokens) for tokens in (token.before, token.behind)]
    times = (format_time(token.start), format_time(token.end))
    fields = [format_segment(token.segment), b"%d" % token.number, *times, token.source, confidence, *links]
    return b",".join(fields)
