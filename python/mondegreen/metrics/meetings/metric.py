"""Base classes of session metrics: the assignment of speakers or utterances to streams, word times, and rows.

Speakers are assigned by the Hungarian algorithm (Kuhn 1955), in cubic time. Where only the times of segments are known,
words get shares of them; the names of these ways are meeteval's. Times are whole nanoseconds, so that spans that touch
in decimal numbers touch.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import ClassVar, Literal

from mondegreen._core import least_assignment
from mondegreen.alignment import Steps
from mondegreen.batch import Batch, Settings
from mondegreen.corpus import Segment, Session
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Counted, Metric, Option
from mondegreen.metrics.meetings.session import LATEST
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.notes import Note
from mondegreen.progress import progress

Spans = list[tuple[float, float]]
# Words, and their starts and ends.
TimedWords = tuple[list[str], list[int], list[int]]
NANOSECONDS = 1e9
# Words are ordered by the starts of their segments, or by their own.
ORDERS = ("segment", "word")
Sides = Sequence[tuple[Sequence[Segment], Sequence[Segment]]]


@dataclass(frozen=True, slots=True)
class Matched(Steps):
    """A speaker of the reference and one of the hypothesis, or one without the other, and the errors between them."""

    reference: str | None
    hypothesis: str | None
    correct: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The assignment of a session; of a combination also the stream of each utterance of the reference.

    No other assignment has fewer errors than `least`.
    """

    matched: Sequence[Matched]
    least: int
    streams: Sequence[str | None] = ()

    @property
    def errors(self) -> int:
        return sum(each.errors for each in self.matched)


class SessionMetric(Counted, Metric):
    """A metric of sessions: `outcome` finds the assignment, from which the rows follow."""

    of_sessions = True
    better: ClassVar[Literal["lower", "higher"]] = "lower"
    columns: ClassVar[tuple[str, ...]] = ("errors", "words", "substitutions", "deletions", "insertions")
    unit = "words"

    @abstractmethod
    def outcome(self, session: Session, settings: Settings) -> Outcome:
        """The assignment of a session, and its errors."""

    def outcomes(self, batch: Batch) -> Sequence[Outcome]:
        """The assignment of each session of a batch, found once."""
        if self.label not in batch.outcomes:
            with progress("sessions", len(batch)) as advance:
                found = []
                for session in batch.sessions:
                    found.append(self.outcome(session, batch.settings))
                    advance(1)
            batch.outcomes[self.label] = found
        return batch.outcomes[self.label]

    def measure(self, batch: Batch) -> Rows:
        """A row for each session."""
        return self.tabulate(self.outcomes(batch))

    def tabulate(self, outcomes: Sequence[Outcome]) -> Rows:
        """A row for each outcome."""
        cells = [self.row(outcome) for outcome in outcomes]
        return self.rows(*([row[index] for row in cells] for index in range(len(self.columns))))

    def row(self, outcome: Outcome) -> tuple[int, ...]:
        """The sums over a session."""
        return tuple(sum(getattr(each, name) for each in outcome.matched) for name in SessionMetric.columns)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred words of the reference."""
        return total.errors, total.words


def divide_span(start: float, end: float, lengths: Sequence[int]) -> Spans:
    """Parts of a span in proportion to lengths; of length 0 where all words are empty."""
    ends = list(accumulate(lengths, initial=0))
    unit = (end - start) / ends[-1] if ends[-1] else 0.0
    return [(start + unit * first, start + unit * last) for first, last in pairwise(ends)]


def find_midpoints(spans: Spans) -> Spans:
    return [((start + end) / 2, (start + end) / 2) for start, end in spans]


def character_based(segment: Segment) -> Spans:
    return divide_span(segment.start, segment.end, [len(word) for word in segment.words])


def equidistant_intervals(segment: Segment) -> Spans:
    return divide_span(segment.start, segment.end, [1] * len(segment.words))


def full_segment(segment: Segment) -> Spans:
    return [(segment.start, segment.end)] * len(segment.words)


def check_single_word(segment: Segment) -> Spans:
    if len(segment.words) > 1:
        raise ScoreError("times of single words are needed, and this segment has several words", key=segment.key)
    return full_segment(segment)


WAYS: dict[str, Callable[[Segment], Spans]] = {
    "character_based": character_based,
    "character_based_points": lambda segment: find_midpoints(character_based(segment)),
    "equidistant_intervals": equidistant_intervals,
    "equidistant_points": lambda segment: find_midpoints(equidistant_intervals(segment)),
    "full_segment": full_segment,
    "none": check_single_word,
}


def time_words(segments: Iterable[Segment], way: str, order: str, collar: float = 0.0) -> TimedWords:
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


def check_collar(text: str) -> None:
    if not 0 <= float(text) <= LATEST:
        raise ValueError(text)


TIMED = (
    Option("collar", ("5",), "maximum distance in seconds between words that may be aligned: 0 or more", check_collar),
    Option("ref-times", tuple(WAYS), "how reference words get times within a segment"),
    Option(
        "hyp-times",
        ("character_based_points", *(way for way in WAYS if way != "character_based_points")),
        "how hypothesis words get times within a segment",
    ),
    Option("ref-sort", ORDERS, "order of the reference words: by segment start or by word start"),
    Option("hyp-sort", ORDERS, "order of the hypothesis words"),
)


class Timed(SessionMetric):
    """A metric that aligns only words of about the same time."""

    options = TIMED
    policy = "meeteval"

    def add_times(self, segments: Iterable[Segment], side: Literal["ref", "hyp"]) -> TimedWords:
        """The words of segments with their times, those of the hypothesis widened by the collar."""
        segments = list(segments)
        for segment in segments:
            if not segment.timed:
                raise ScoreError(f"{self.name} needs the times of segments, and this one has none", key=segment.key)
        collar = float(self.chosen["collar"]) if side == "hyp" else 0.0
        return time_words(segments, self.chosen[f"{side}-times"], self.chosen[f"{side}-sort"], collar)


class Permuted(SessionMetric):
    """A metric that gives each speaker of the reference at most one of the hypothesis."""

    columns = (*SessionMetric.columns, "missed_speakers", "extra_speakers", "speakers")

    def row(self, outcome: Outcome) -> tuple[int, ...]:
        """Also the numbers of unmatched speakers on both sides, and of those of the reference."""
        missed = sum(each.hypothesis is None for each in outcome.matched)
        extra = sum(each.reference is None for each in outcome.matched)
        return (*super().row(outcome), missed, extra, len(outcome.matched) - extra)


class Combined(SessionMetric):
    """A metric that gives each utterance of the reference to a stream; `least` is what no combination falls below."""

    columns = (*SessionMetric.columns, "least")

    def row(self, outcome: Outcome) -> tuple[int, ...]:
        return (*super().row(outcome), outcome.least)

    def list_notes(self, rows: Iterable[Row], keys: Sequence[str], side: str) -> Iterator[Note]:
        """A note for each session whose best assignment is not proven."""
        for key, row in zip(keys, rows, strict=True):
            if row.least < row.errors:
                counts = {"errors": int(row.errors), "count": int(row.errors - row.least)}
                yield Note("unproven", side, (key,), {"metric": self.label, **counts})


def drop_empty_segments(segments: Iterable[Segment]) -> list[Segment]:
    return [segment for segment in segments if segment.words]


def make_combined_outcome(
    session: Session,
    utterances: Sequence[Segment],
    streams: Mapping[str, Sequence[Segment]],
    combination: tuple[Sequence[int], int, int],
    counts: Callable[[Sides], Sequence[Sequence[int]]],
) -> Outcome:
    """The outcome of giving each utterance to the stream of that index; one without words goes to none."""
    indices, _, least = combination
    names: list[str | None] = [*streams] or [None]
    sides = [
        ([each for each, at in zip(utterances, indices, strict=True) if at == index], streams.get(name or "", ()))
        for index, name in enumerate(names)
    ]
    matched = [Matched(None, name, *map(int, found)) for name, found in zip(names, counts(sides), strict=True)]
    stream_of = {id(each): names[at] for each, at in zip(utterances, indices, strict=True)}
    return Outcome(matched, least, [stream_of.get(id(each)) for each in session.reference])


def pad_names(names: Sequence[str], size: int) -> list[str | None]:
    return [*names, *[None] * (size - len(names))]


def assign_speakers(
    references: Sequence[str],
    hypotheses: Sequence[str],
    counts: Callable[[Sequence[str | None], Sequence[str | None]], Sequence[Sequence[int]]],
    cost: Callable[[Matched], float],
) -> Outcome:
    """The assignment of minimum total cost.

    `counts` returns the counts of all pairs of names, row by row. The shorter side is padded with None, a speaker who
    says nothing.
    """
    size = max(len(references), len(hypotheses))
    rows, columns = pad_names(references, size), pad_names(hypotheses, size)
    pairs = [(row, column) for row in rows for column in columns]
    table = [Matched(*pair, *map(int, found)) for pair, found in zip(pairs, counts(rows, columns), strict=True)]
    assigned = least_assignment([cost(each) for each in table], size)
    found = [table[row * size + column] for row, column in enumerate(assigned)]
    return Outcome(found, sum(each.errors for each in found))
