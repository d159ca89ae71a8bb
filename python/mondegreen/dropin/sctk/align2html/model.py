"""What a page shows: groups of segments, whose tokens stand at times and follow one another."""

from dataclasses import dataclass, field

from mondegreen.dropin.sctk.perl import number

PIXELS_PER_SECOND = 100
# How far one row of a picture is from the next, and the tokens of a segment from each other.
TOP, STEP, LINE = 25, 20, 30
GAP = b"ref:INTER_SEGMENT_GAP"
REFERENCE, SYSTEM = "REF", "SYS"


def to_pixels(seconds: float) -> float:
    """Where a time is in a picture."""
    return float(b"%.0f" % (PIXELS_PER_SECOND * seconds))


def milliseconds(seconds: float) -> float:
    """The time as the original keeps it: as text of three digits."""
    return float(b"%.3f" % seconds)


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
    def read(cls, side: str, fields: list[bytes]) -> "Token":
        """A token of eleven fields: times of the segment, speaker, name, times, text, confidence, links."""
        segment = number(fields[0]), number(fields[1])
        begin, end = fields[4], fields[5]
        token = cls(fields[3], fields[6], side, segment, links(fields[8]), links(fields[9]))
        token.timed = begin != b""
        # Where one of both times is missing the other is still taken off.
        token.begin = number(begin)
        token.duration = milliseconds(number(end) - number(begin)) if begin or end else 0.0
        if not token.timed:
            token.begin, token.duration = segment[0], milliseconds(segment[1] - segment[0])
        return token

    @property
    def end(self) -> float:
        """When it ends."""
        return self.begin + self.duration

    @property
    def start_x(self) -> float:
        """Where it begins."""
        return to_pixels(self.begin)

    @property
    def middle_x(self) -> float:
        """Where its middle is."""
        return to_pixels(self.begin + self.duration / 2)

    @property
    def end_x(self) -> float:
        """Where it ends."""
        return to_pixels(self.end)

    @property
    def is_nowhere(self) -> bool:
        """Whether it says nothing and begins and ends at zero, as it is given where a side has no segment."""
        return self.start_x == 0 and self.end_x == 0 and not self.text

    def estimate(self, begin: int, end: int, length: int) -> None:
        """Gives it the share of its segment's time that its place among `length` steps has."""
        start, stop = self.segment
        self.begin = milliseconds(start + (stop - start) * begin / length)
        self.duration = milliseconds((stop - start) * ((end - begin) / length))


def links(text: bytes) -> list[bytes]:
    """The names of the tokens before or behind one."""
    names = text.split(b"|") if text else []
    while names and not names[-1]:
        names.pop()
    return sorted(names, key=number)


@dataclass
class Segment:
    """What a speaker says in one go."""

    name: bytes
    speaker: bytes
    tokens: dict[bytes, Token] = field(default_factory=dict)
    height: float = 0.0
    estimated: bool = False

    @property
    def is_nowhere(self) -> bool:
        """Whether all its tokens are."""
        return all(token.is_nowhere for token in self.tokens.values())


@dataclass
class Counts:
    """What the alignment of a group counts, or a sum of such."""

    correct: int = 0
    substituted: int = 0
    inserted: int = 0
    deleted: int = 0
    misattributed: int = 0
    words: int = 0

    @property
    def errors(self) -> int:
        """All that is not correct."""
        return self.substituted + self.inserted + self.deleted + self.misattributed

    def parts(self) -> list[int]:
        """In the order of the columns."""
        return [self.correct, self.substituted, self.inserted, self.deleted, self.misattributed, self.errors]

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(mine + theirs for mine, theirs in zip(vars(self).values(), vars(other).values(), strict=True)))


@dataclass
class Group:
    """Segments of both sides that were aligned with each other, and how."""

    name: bytes
    file: bytes
    channel: bytes
    sides: dict[str, dict[bytes, Segment]] = field(default_factory=lambda: {REFERENCE: {}, SYSTEM: {}})
    alignment: list[tuple[bytes, bytes, bytes]] = field(default_factory=list)
    aligned: bool = False
    counts: Counts = field(default_factory=Counts)
    # Of the picture: from where to where it goes, how high it is, and where its speakers stand.
    left: float = 10_000_000.0
    right: float = 0.0
    height: float = 0.0
    heights: dict[bytes, float] = field(default_factory=dict)
    rows: dict[bytes, float] = field(default_factory=dict)
    begin: float = 1_000_000.0
    end: float = 0.0
    estimated: bool = False

    def add(self, side: str, segment: bytes, speaker: bytes, token: Token) -> None:
        """Puts a token into its segment, which is of the speaker that was named first."""
        held = self.sides[side].setdefault(segment, Segment(segment, speaker))
        held.tokens[token.name] = token

    def token(self, name: bytes) -> Token | None:
        """The token of a name, on whichever side."""
        for segment in [*self.sides[REFERENCE].values(), *self.sides[SYSTEM].values()]:
            if name in segment.tokens:
                return segment.tokens[name]
        return None

    def sorted_segments(self, side: str) -> list[Segment]:
        """The segments of a side by their names."""
        return [self.sides[side][name] for name in sorted(self.sides[side])]

    def segments(self) -> list[Segment]:
        """All of them, those of the reference first."""
        return self.sorted_segments(REFERENCE) + self.sorted_segments(SYSTEM)

    def reference_speakers(self) -> int:
        """How many speak, but for the gap between segments."""
        return len({segment.speaker for segment in self.sides[REFERENCE].values()} - {GAP})

    def system_speakers(self) -> int:
        """How many speak in the system."""
        return len({segment.speaker for segment in self.sides[SYSTEM].values() if not segment.is_nowhere})

    def system_words(self) -> int:
        """How many words the system has."""
        return sum(len(segment.tokens) for segment in self.sides[SYSTEM].values() if not segment.is_nowhere)
