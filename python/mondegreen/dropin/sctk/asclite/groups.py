"""Groups of segments that overlap in time, which asclite aligns one by one."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from mondegreen.dropin.sctk.asclite.speech import INFO, Run, Segment, Side, Speech, Token, divide
from mondegreen.errors import ScoreError

Place = tuple[bytes, bytes]


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
