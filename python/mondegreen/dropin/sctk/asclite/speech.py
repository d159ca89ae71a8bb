"""What asclite holds in memory: words as a graph, in segments, of speakers, on two sides.

All that has a time has a number, from one counter. Its alignment report shows them, and `-only-SG` chooses by them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count

from mondegreen._core import atof
from mondegreen.dropin.emulation.numbers import INT32_MIN, truncate_to_int32
from mondegreen.dropin.emulation.streams import ExitError, err
from mondegreen.dropin.sctk.asclite.options import Options

# Exit codes.
NOT_LOADED, BAD_INPUT, NO_DATA, INVALID = 1, 3, 5, 6
FATAL, ERROR, WARN, INFO, DEBUG, ALIGN, ONLY_ALIGN = range(1, 8)
MARKS = [b"FATAL", b"ERROR", b"WARN", b"INFO", b"DEBUG"]
GAP_SPEAKER = b"inter_segment_gap"
# What a word is a part of, if it ends or begins with `-`.
WHOLE, BEGINNING, END = range(3)


class Run:
    """The options of a run, the counter of its objects, and where it reports."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.counter = count(1)

    def log(self, level: int, message: bytes) -> None:
        """Report to standard error, if the feedback level is as high; level 7 shows alignments alone."""
        if self.logs(level):
            err((b"[ALIGNMENT] " if level == ALIGN else b"[  %b ] " % MARKS[level - 1].ljust(6)) + message + b"\n")

    def logs(self, level: int) -> bool:
        feedback = self.options.feedback
        return level == ALIGN if feedback == ONLY_ALIGN else level <= feedback

    def fail(self, message: bytes, code: int) -> ExitError:
        self.log(FATAL, message)
        return ExitError(b"", code)


def parse_time(text: bytes) -> int:
    """Seconds as milliseconds."""
    value = atof(text) * 1000 + 0.5
    return truncate_to_int32(math.floor(value)) if math.isfinite(value) else INT32_MIN


def divide(dividend: int, divisor: int) -> int:
    """The quotient of integers as in C."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


class Token:
    """A word: its text as written, and what it is compared by; times are below 0 where there are none."""

    __slots__ = (
        "before",
        "behind",
        "confidence",
        "end",
        "fragment",
        "number",
        "optional",
        "segment",
        "source",
        "start",
        "text",
    )

    def __init__(self, run: Run, segment: Segment, start: int, end: int, source: bytes) -> None:
        self.number = next(run.counter)
        self.segment, self.start, self.end, self.source = segment, start, end, source
        self.confidence: float | None = None
        self.before: list[Token] = []
        self.behind: list[Token] = []
        self.text, self.optional, self.fragment = source, False, WHOLE
        # While files are read asclite takes both sides for hypotheses.
        self.clean(run.options, optional=run.options.takes_optional(b"hyp"))

    def clean(self, options: Options, *, optional: bool) -> None:
        """Find the text without parentheses and marks; a fragment stays one."""
        source = self.source
        start, size = 0, len(source)
        self.optional = optional and source[:1] == b"(" and source[-1:] == b")"
        if self.optional:
            start, size = 1, size - 2
        if options.fragments:
            if source[start : start + 1] == b"-":
                self.fragment, start, size = END, start + 1, size - 1
            if start + size > 0 and source[start + size - 1 : start + size] == b"-":
                self.fragment, size = BEGINNING, size - 1
        # A lone mark is counted twice, and then the rest is the text.
        self.text = source[start : start + size] if size >= 0 else source[start:]

    def make_optional(self, run: Run) -> None:
        self.source = b"(" + self.source + b")"
        self.clean(run.options, optional=run.options.takes_optional(b"hyp"))

    def link(self, following: Token) -> None:
        self.behind.append(following)
        following.before.append(self)

    @property
    def is_timed(self) -> bool:
        return self.start >= 0 and self.end >= 0


class Segment:
    """What a speaker says between two times."""

    def __init__(self, run: Run, start: int, end: int, speech: Speech | None) -> None:
        self.number = next(run.counter)
        # Two more are at its ends.
        next(run.counter), next(run.counter)
        self.start, self.end, self.speech = start, end, speech
        self.file = self.channel = self.speaker = self.id = self.label = b""
        self.line = self.element = 0
        self.ignored = False
        self.first: list[Token] = []
        self.last: list[Token] = []
        self._tokens: list[Token] | None = None

    def add_first(self, run: Run, token: Token) -> None:
        self._check(run, token, is_outside=token.start != -1 and token.start < self.start)
        self.first.append(token)

    def add_last(self, run: Run, token: Token) -> None:
        self._check(run, token, is_outside=token.end != -1 and token.end > self.end)
        self.last.append(token)

    def _check(self, run: Run, token: Token, *, is_outside: bool) -> None:
        if is_outside:
            assert self.speech is not None
            what = (self.speech.side.path, token.text, self.file, self.channel)
            times = (token.start, token.end, self.start, self.end)
            template = b"file ='%b' tkn='%b' src=%b chnl=%b st=%d et=%d seg: st=%d et=%d"
            message = b"Segment: Tried to add a token with start time before begin of segment "
            raise run.fail(message + template % (*what, *times), INVALID)

    @property
    def is_empty(self) -> bool:
        return not self.first or not self.last

    @property
    def is_timed(self) -> bool:
        return self.start >= 0 and self.end >= 0

    @property
    def tokens(self) -> list[Token]:
        """All words from the first ones on, in depth, and none behind a last one."""
        if self._tokens is None:
            self._tokens = list(self._walk())
        return self._tokens

    def forget_tokens(self) -> None:
        """Walk again when words are asked for, as their links changed."""
        self._tokens = None

    def _walk(self) -> Iterator[Token]:
        seen: set[Token] = set()
        last = set(self.last)
        for first in self.first:
            # A first word that was reached from another one counts again.
            yield first
            seen.add(first)
            stack = [iter(() if first in last else first.behind)]
            while stack:
                token = next((each for each in stack[-1] if each not in seen), None)
                if token is None:
                    stack.pop()
                    continue
                yield token
                seen.add(token)
                stack.append(iter(() if token in last else token.behind))


class Speech:
    """The segments of a speaker, in the order of the file; `place` is where the original has it in memory."""

    def __init__(self, side: Side, place: int = 1) -> None:
        self.side, self.place = side, place
        self.segments: list[Segment] = []


class Side:
    """The speeches of a file; `labels` describe its categories as type, id, title and description."""

    def __init__(self, path: bytes) -> None:
        self.path = self.title = path
        self.speeches: list[Speech] = []
        self.labels: list[tuple[bytes, bytes, bytes, bytes]] = []

    @property
    def segments(self) -> Iterator[Segment]:
        return (segment for speech in self.speeches for segment in speech.segments)

    def clean(self, options: Options, *, optional: bool) -> None:
        """Compare words as those of the side that this turned out to be."""
        for segment in self.segments:
            for token in segment.tokens:
                token.clean(options, optional=optional)
