"""asclite's alignment (`-f 7`): groups of segments whose tokens follow one another, and where these stand in a picture.

Lines of `SG` hold tokens, lines of `YES` pairs of them.
"""

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.errors import ScoreError

NAME = "align2html.pl"
HEADING = re.compile(rb"\[ALIGNMENT\]\s*Aligned")
MARK = b"[ALIGNMENT]"
FIELDS = 27
GAP = b"ref:INTER_SEGMENT_GAP"
REFERENCE, SYSTEM = "REF", "SYS"
# Where a line describes the reference's token, and the system's: from the name of its segment on.
SIDES = ((REFERENCE, 5, b"ref:"), (SYSTEM, 16, b"hyp:"))
# Correct, substituted, inserted, deleted, and right words of the wrong speaker.
OUTCOMES = (b"C", b"S", b"I", b"D", b"P")
SECOND = 100  # in pixels
# How far one row of a picture is from the next, and the tokens of a segment from each other.
TOP, STEP, LINE = 25, 20, 30


@dataclass
class Token:
    """A word, or the silence of a segment without any."""

    name: bytes
    text: bytes
    side: str
    segment: tuple[float, float]
    previous: list[bytes]
    following: list[bytes]
    begin: float = 0.0
    duration: float = 0.0
    timed: bool = True
    stroke: int = 1
    y: float = 0.0

    @classmethod
    def parse(cls, side: str, fields: list[bytes]) -> "Token":
        """A token of eleven fields: times of the segment, speaker, name, times, text, confidence, links."""
        segment = parse_perl_number(fields[0]), parse_perl_number(fields[1])
        begin, end = fields[4], fields[5]
        token = cls(fields[3], fields[6], side, segment, parse_links(fields[8]), parse_links(fields[9]))
        token.timed = begin != b""
        # Where one of both times is missing the other is still taken off.
        token.begin = parse_perl_number(begin)
        token.duration = to_milliseconds(parse_perl_number(end) - token.begin) if begin or end else 0.0
        if not token.timed:
            token.begin, token.duration = segment[0], to_milliseconds(segment[1] - segment[0])
        return token

    @property
    def end(self) -> float:
        return self.begin + self.duration

    @property
    def start_x(self) -> float:
        return to_pixels(self.begin)

    @property
    def middle_x(self) -> float:
        return to_pixels(self.begin + self.duration / 2)

    @property
    def end_x(self) -> float:
        return to_pixels(self.end)

    @property
    def is_nowhere(self) -> bool:
        """Whether it says nothing and begins and ends at zero, as it is given where a side has no segment."""
        return self.start_x == 0 and self.end_x == 0 and not self.text

    def estimate_times(self, begin: int, end: int, length: int) -> None:
        """Gives it the share of its segment's time that its place among `length` steps has."""
        start, stop = self.segment
        self.begin = to_milliseconds(start + (stop - start) * begin / length)
        self.duration = to_milliseconds((stop - start) * ((end - begin) / length))


@dataclass
class Segment:
    """What a speaker says in one go."""

    name: bytes
    speaker: bytes
    tokens: dict[bytes, Token] = field(default_factory=dict)
    height: float = 0.0
    estimated: bool = False


@dataclass
class Group:
    """Segments of both sides that were aligned with each other, and how."""

    name: bytes
    file: bytes
    channel: bytes
    sides: dict[str, dict[bytes, Segment]] = field(default_factory=lambda: {REFERENCE: {}, SYSTEM: {}})
    alignment: list[tuple[bytes, bytes, bytes]] = field(default_factory=list)
    aligned: bool = False
    counts: Counter[bytes] = field(default_factory=Counter)
    words: int = 0
    # Of the picture: from where to where it goes, how high it is, and where its speakers stand.
    left: float = 10_000_000.0
    right: float = 0.0
    height: float = 0.0
    heights: dict[bytes, float] = field(default_factory=dict)
    rows: dict[bytes, float] = field(default_factory=dict)
    begin: float = 1_000_000.0
    end: float = 0.0
    estimated: bool = False

    def find_token(self, name: bytes) -> Token | None:
        segments = (segment for side in self.sides.values() for segment in side.values())
        return next((segment.tokens[name] for segment in segments if name in segment.tokens), None)

    def segments(self, *sides: str) -> list[Segment]:
        """The segments of a side or both by their names, those of the reference first."""
        return [self.sides[side][name] for side in sides or (REFERENCE, SYSTEM) for name in sorted(self.sides[side])]

    def count_outcomes(self) -> tuple[int, ...]:
        """The counts of the alignment in the order of the columns, of which the last is that of errors."""
        counts = [self.counts[kind] for kind in OUTCOMES]
        return (*counts, sum(counts[1:]))

    def count_reference_speakers(self) -> int:
        """How many speak, but for the gap between segments."""
        return len({segment.speaker for segment in self.sides[REFERENCE].values()} - {GAP})

    def list_system_segments(self) -> list[Segment]:
        """The segments of the system that stand anywhere."""
        segments = self.sides[SYSTEM].values()
        return [each for each in segments if not all(token.is_nowhere for token in each.tokens.values())]


def to_pixels(seconds: float) -> float:
    return float(b"%.0f" % (SECOND * seconds))


def to_milliseconds(seconds: float) -> float:
    """The time as the original keeps it: as text of three digits."""
    return float(b"%.3f" % seconds)


def parse_links(text: bytes) -> list[bytes]:
    return sorted(text.rstrip(b"|").split(b"|") if text.strip(b"|") else [], key=parse_perl_number)


def read_alignment(path: bytes) -> dict[bytes, Group]:
    message = b"Unable to open for read alignfile file '%b'" % path
    data = perl.read_file(path, perl.DieError(message, NAME, 1299, code=perl.NO_SUCH_FILE))
    groups: dict[bytes, Group] = {}
    for count, line in enumerate(perl.split_lines(data), 1):
        if not line.startswith(MARK) or HEADING.match(line):
            continue
        fields = re.sub(rb"\s+", b"", line[len(MARK) :]).split(b",")
        fields += [b""] * (FIELDS - len(fields))
        if fields[0] == b"SG":
            add_token(groups, fields)
        elif fields[0] == b"YES":
            try:
                add_pair(groups, fields)
            except LookupError as error:
                raise ScoreError(error.args[0], path=os.fsdecode(path), line=count) from None
    return groups


def add_token(groups: dict[bytes, Group], fields: list[bytes]) -> None:
    """Takes the token of a line, which is the system's if both sides have one.

    A segment is of the speaker that was named first.
    """
    for side, start, prefix in reversed(SIDES):
        name, token_name = fields[start], fields[start + 4]
        if name and token_name:
            group = groups.setdefault(fields[1], Group(fields[1], fields[2], fields[3]))
            segment = group.sides[side].setdefault(name, Segment(name, prefix + fields[start + 3]))
            token = Token.parse(side, fields[start + 1 : start + 12])
            segment.tokens[token.name] = token
            return


def add_pair(groups: dict[bytes, Group], fields: list[bytes]) -> None:
    """Takes a step of the alignment, and draws its tokens thicker. The original crashes on one that there is not."""
    name, step, pair = fields[1], fields[4], (fields[9], fields[20])
    if name not in groups:
        raise LookupError(f"no token of the group {to_text(name)} stands above this line")
    group = groups[name]
    group.alignment.append((step, *pair))
    group.aligned = True
    for each in pair:
        token = group.find_token(each)
        if token:
            token.stroke = 2
        elif each:
            raise LookupError(f"no token {to_text(each)} of the group {to_text(name)} stands above this line")


def to_text(name: bytes) -> str:
    return repr(name.decode("utf-8", "replace"))


def lay_out(group: Group) -> None:
    segments = group.segments()
    for segment in segments:
        # The times from before any were estimated.
        for token in segment.tokens.values():
            if not token.is_nowhere:
                group.left = min(group.left, token.start_x)
                group.right = max(group.right, token.end_x)
        lattice = Lattice(segment)
        lattice.settle_links()
        lattice.place_tokens()
        group.heights[segment.speaker] = max(group.heights.get(segment.speaker, 0.0), segment.height)
    group.height = 2 * TOP + STEP + sum(height + STEP for height in group.heights.values())
    # The original looks at one segment alone.
    group.estimated = any(segment.estimated for segment in segments[:1])
    row = float(TOP)
    for side in (REFERENCE, SYSTEM):  # every speaker has a row, those of the reference above those of the system
        for segment in group.segments(side):
            if segment.speaker not in group.rows:
                group.rows[segment.speaker] = row
                row += group.heights[segment.speaker] + STEP
            for token in segment.tokens.values():
                token.y += group.rows[segment.speaker]
        row += 2 * STEP
    for token in (token for segment in segments for token in segment.tokens.values()):
        # From when to when the group goes: by the segments of the reference, and by the words of the system.
        begin, end = token.segment if token.side == REFERENCE else (token.begin, to_milliseconds(token.end))
        if begin or end or token.text:
            group.begin = min(group.begin, begin)
            group.end = max(group.end, end)


class Lattice:
    """Where the tokens of a segment stand: how many steps from its beginning, and on which line where they branch.

    They push each other until all links fit. The original looks at the tokens in the order of their names and starts
    anew after every change; so here, but that only tokens that a change concerns are looked at again. Links that never
    fit (a circle, or a token behind another that is not before it) let the original run for ever.
    """

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.names = sorted(segment.tokens, key=parse_perl_number)
        index_of = {name: index for index, name in enumerate(self.names)}
        tokens = [segment.tokens[name] for name in self.names]
        for token in tokens:  # links that lead out of the segment count for nothing
            token.previous = [name for name in token.previous if name in index_of]
            token.following = [name for name in token.following if name in index_of]
        self.previous = [[index_of[name] for name in token.previous] for token in tokens]
        self.following = [[index_of[name] for name in token.following] for token in tokens]
        self.readers: list[set[int]] = [{index} for index in range(len(tokens))]
        for index, (before, behind) in enumerate(zip(self.previous, self.following, strict=True)):
            for other in (*before, *behind):
                self.readers[other].add(index)
        self.begins = [0] * len(tokens)
        self.ends = [1] * len(tokens)
        self.lines = [0] * len(tokens)
        for line, index in enumerate(index for index, before in enumerate(self.previous) if not before):
            self.lines[index] = line

    def settle_links(self) -> None:
        waiting = list(range(len(self.names)))
        queued = set(waiting)
        links = sum(map(len, self.previous)) + sum(map(len, self.following))
        patience = budget = 4 * (links + 1)
        while waiting:
            index = heappop(waiting)
            queued.discard(index)
            pushed, pulled = self.push(index), self.pull(index)
            for changed in pushed | pulled:
                for reader in self.readers[changed] - queued:
                    heappush(waiting, reader)
                    queued.add(reader)
            # Ends go back and forth without a begin ever moving, or begins go up without end.
            patience = budget if pushed else patience - len(pulled)
            most = len(self.names)
            if patience < 0 or any(self.begins[at] > most or self.lines[at] > most + links for at in pushed):
                self.refuse()

    def refuse(self) -> None:
        """Ends the run on what the original has no end on."""
        name = to_text(self.segment.name)
        raise ScoreError(f"the links between the tokens of the segment {name} contradict each other")

    def push(self, index: int) -> set[int]:
        """Moves the tokens behind one to its end, and below the lines that lead to them; gives those that moved."""
        moved = set()
        end, line = self.ends[index], self.lines[index]
        for branch, other in enumerate(self.following[index]):
            if self.begins[other] < end:
                self.begins[other], self.ends[other] = end, end + 1
                moved.add(other)
            lowest = line + branch - (len(self.previous[other]) - 1)
            if self.lines[other] < lowest:
                self.lines[other] = lowest
                moved.add(other)
        return moved

    def pull(self, index: int) -> set[int]:
        """Lets the tokens before one end where it begins; gives those that did not."""
        begin = self.begins[index]
        moved = {other for other in self.previous[index] if self.ends[other] != begin}
        for other in moved:
            self.ends[other] = begin
        return moved

    def place_tokens(self) -> None:
        """Gives its tokens their lines, and times to those that have none."""
        height, length = max(0, *self.lines), max(0, *self.ends)
        for index, name in enumerate(self.names):
            token = self.segment.tokens[name]
            if not token.timed:
                if not length:
                    self.refuse()
                token.estimate_times(self.begins[index], self.ends[index], length)
                self.segment.estimated = True
            upward = token.side == REFERENCE
            token.y += LINE * (height - self.lines[index] if upward else self.lines[index])
        self.segment.height = (height + 1) * LINE
