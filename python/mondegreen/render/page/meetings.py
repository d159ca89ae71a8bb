"""Sessions of several speakers, cut into what their page shows: a row for each segment of the reference.

Each speaker's words are aligned with those of the speaker of the hypothesis who was matched by the first metric, or, of
a combination, with the stream that got the segment. What no speaker of the reference was matched with has rows of its
own, of insertions alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from mondegreen.alignment import align
from mondegreen.corpus import Segment, Session
from mondegreen.metrics.meetings.metric import Outcome, character_based
from mondegreen.metrics.support.steps import NOTHING
from mondegreen.render.page.audio import Place
from mondegreen.render.page.head import Summary
from mondegreen.render.page.panels import DASH, Box, Head, Panel, make_number
from mondegreen.render.page.svg import Axis, draw_dumbbell
from mondegreen.render.page.utterances import (
    Aligned,
    Listed,
    describe_systems,
    encode_field,
    list_aligned,
    make_aligned,
)
from mondegreen.render.page.where import find_kind, list_legend
from mondegreen.render.text import make_printable
from mondegreen.reports.alignments import LETTERS
from mondegreen.results.run import Run
from mondegreen.results.summary import Confusions

NOBODY = "(unmatched)"


@dataclass
class Row:
    """A segment of the reference, or one of a hypothesis that has no counterpart, and what each system has there."""

    session: str
    speaker: str
    start: float | None
    end: float | None
    references: list[str]
    systems: list[tuple[list[str], list[str]]] = field(default_factory=list)  # letters of steps, and words

    @classmethod
    def of(cls, session: str, speaker: str, segment: Segment, words: Sequence[str], systems: int) -> Row:
        start, end = (segment.start, segment.end) if segment.timed else (None, None)
        return cls(session, speaker, start, end, list(words), [([], []) for _ in range(systems)])

    def aligned(self, system: int) -> Aligned:
        """What a system has there; where it has taken no part, nothing."""
        steps, words = self.systems[system]
        return make_aligned(self.references, words, "".join(steps), (), ())


@dataclass(frozen=True, slots=True)
class Track:
    """Speakers who were matched, "" for none, and the segments of both, in their order."""

    reference: str
    hypothesis: str
    spoken: Sequence[Segment]
    heard: Sequence[Segment]


@dataclass
class Heard:
    """A segment of a hypothesis: whose, the letter of each of its words, and the row in which it begins."""

    system: int
    speaker: str
    matched: str
    segment: Segment
    steps: list[str]
    row: int = -1


@dataclass
class Meeting:
    """A session as the page shows it: its rows, by their first and last, and the segments of the hypotheses."""

    name: str
    first: int
    rows: list[Row]
    heard: list[Heard]
    matched: list[list[tuple[str, str]]]  # by system, the speakers of both sides

    @property
    def is_timed(self) -> bool:
        return bool(self.rows) and all(each.start is not None for each in self.rows)


@dataclass(frozen=True)
class Meetings:
    """All sessions of runs whose speakers are known."""

    summary: Summary

    @cached_property
    def sessions(self) -> list[Meeting]:
        runs = self.summary.runs
        outcomes = [run.outcomes[self.summary.labels[0]] for run in runs]
        found: list[Meeting] = []
        first = 0
        for index in range(len(runs[0].pairs)):
            these = [(run.pairs.sessions[index], each[index]) for run, each in zip(runs, outcomes, strict=True)]
            meeting = make_meeting(runs, these, first)
            found.append(meeting)
            first += len(meeting.rows)
        return found

    @cached_property
    def rows(self) -> list[Row]:
        return [row for meeting in self.sessions for row in meeting.rows]

    def scores(self) -> dict[str, list[list[float | None]]]:
        """The word errors of each row per 100 words of its reference, by system."""
        found = [[rate_row(row, system) for row in self.rows] for system in self.systems]
        return dict.fromkeys(self.summary.labels, found)

    @property
    def systems(self) -> range:
        return range(len(self.summary.runs))

    def align_rows(self) -> Iterator[tuple[Aligned, ...]]:
        for row in self.rows:
            yield tuple(row.aligned(system) for system in self.systems)

    def count_confusions(self) -> Confusions:
        """Which words were taken for which by the alignments of the rows."""
        found = [count_words(self.rows, system) for system in self.systems]
        every = list(dict.fromkeys(pair for counts in found for pair in counts))
        words = ["", *dict.fromkeys(word for pair in every for word in pair if word)]
        places = {word: place for place, word in enumerate(words)} | {"": NOTHING}
        pairs = np.array([[places[one], places[other]] for one, other in every], np.int64).reshape(-1, 2)
        counts = np.array([[each[pair] for each in found] for pair in every], np.int64).reshape(-1, len(found))
        return Confusions(words, pairs, counts)

    def list_rows(self) -> Listed:
        """The rows as utterances of the page."""
        columns = {
            **describe_systems(self.summary.runs, self.scores()),
            "ids": name_rows(self.rows),
            "fields": [
                encode_field("session", [row.session for row in self.rows]),
                encode_field("speaker", [row.speaker for row in self.rows]),
            ],
            "meetings": self.describe(),
        }
        if any(row.start is not None for row in self.rows):
            columns |= {"start": [row.start for row in self.rows], "end": [row.end for row in self.rows]}
        return list_aligned(columns, self.align_rows())

    def list_places(self) -> list[Place]:
        """Where the rows are in the recordings of their sessions."""
        spans = [("", "") if row.start is None else (repr(row.start), repr(row.end)) for row in self.rows]
        ids = name_rows(self.rows)
        return [Place(name, row.session, *span) for name, row, span in zip(ids, self.rows, spans, strict=True)]

    def describe(self) -> list[dict[str, Any]]:
        """The sessions with times, for the page's time axis."""
        return [describe_meeting(each) for each in self.sessions if each.is_timed]


def name_rows(rows: Sequence[Row]) -> list[str]:
    """An ID for each row: its session, its speaker, and its number among those of the speaker."""
    found, seen = [], Counter[tuple[str, str]]()
    for row in rows:
        seen[row.session, row.speaker] += 1
        found.append(make_printable(f"{row.session}/{row.speaker}/{seen[row.session, row.speaker]}"))
    return found


def rate_row(row: Row, system: int) -> float | None:
    errors = sum(step != "C" for step in row.systems[system][0])
    return 100 * errors / len(row.references) if row.references else None


def count_words(rows: Sequence[Row], system: int) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        steps, words = row.systems[system]
        left, right = iter(row.references), iter(words)
        for step in steps:
            one, other = next(left) if step != "I" else "", next(right) if step != "D" else ""
            if step != "C":
                found[one, other] += 1
    return found


def make_meeting(runs: Sequence[Run], these: Sequence[tuple[Session, Outcome]], first: int) -> Meeting:
    """A session by all systems: the reference's segments in their order, then what nobody there was matched with."""
    session = these[0][0]
    rows = {id(each): Row.of(session.key, each.speaker, each, each.words, len(runs)) for each in session.reference}
    order = list(rows.values())
    by_place = [rows[id(each)] for each in session.reference]
    heard: list[Heard] = []
    matched: list[list[tuple[str, str]]] = []
    for system, (run, (own, outcome)) in enumerate(zip(runs, these, strict=True)):
        # Systems hold the same reference in segments of their own.
        local = {id(segment): row for segment, row in zip(own.reference, by_place, strict=True)}
        tracks = list(make_tracks(own, outcome))
        matched.append([(each.reference, each.hypothesis) for each in tracks])
        for track in tracks:
            place_track(track, system, run, local, order, heard, (session.key, len(runs)))
    order.sort(key=lambda row: (row.start is None, row.start or 0.0))
    places = {id(row): first + place for place, row in enumerate(order)}
    for each in heard:
        each.row = places.get(each.row, -1)
    return Meeting(session.key, first, order, heard, matched)


def make_tracks(session: Session, outcome: Outcome) -> Iterator[Track]:
    """The matched speakers with their segments; of combinations the streams with the segments that they got."""
    for each in outcome.matched:
        hypothesis = each.hypothesis or ""
        heard = [
            segment for segment in session.hypothesis if segment.speaker == hypothesis and each.hypothesis is not None
        ]
        if outcome.streams:
            pairs = zip(session.reference, outcome.streams, strict=True)
            spoken = [segment for segment, stream in pairs if stream == each.hypothesis]
            yield Track("", hypothesis, spoken, heard)
        else:
            spoken = [one for one in session.reference if each.reference is not None and one.speaker == each.reference]
            yield Track(each.reference or "", hypothesis, spoken, heard)


def place_track(
    track: Track,
    system: int,
    run: Run,
    rows: dict[int, Row],
    order: list[Row],
    heard: list[Heard],
    session: tuple[str, int],
) -> None:
    """Puts the steps of a track into the rows of its segments, and the words that are too many into the nearest."""
    spoken = [(rows[id(segment)], word) for segment in track.spoken for word in segment.words]
    segments = [
        Heard(system, track.hypothesis, track.reference, segment, []) for segment in track.heard if segment.words
    ]
    heard += segments
    said = [
        (each, word, start)
        for each in segments
        for word, start in zip(each.segment.words, start_words(each.segment), strict=True)
    ]
    if not spoken:
        order += [make_unmatched_row(each, session) for each in segments]
        return
    found = align([[word for _, word in spoken]], [[word for _, word, _ in said]], policy=run.settings.policy)
    left, right = 0, 0
    for step in found.steps.tobytes().translate(LETTERS).decode("ascii"):
        row = spoken[left][0] if step != "I" else choose_row(spoken, left, said[right][2])
        row.systems[system][0].append(step)
        if step != "D":
            each, word, _ = said[right]
            row.systems[system][1].append(word)
            each.steps.append(step)
            each.row = id(row) if each.row == -1 else each.row
            right += 1
        left += step != "I"


def make_unmatched_row(each: Heard, session: tuple[str, int]) -> Row:
    """A row for a segment that nobody of the reference was matched with."""
    row = Row.of(session[0], NOBODY, each.segment, (), session[1])
    each.steps, each.row = ["I"] * len(each.segment.words), id(row)
    row.systems[each.system][0].extend(each.steps)
    row.systems[each.system][1].extend(each.segment.words)
    return row


def start_words(segment: Segment) -> list[float | None]:
    """When the words of a segment begin, by the lengths of its words."""
    return [start for start, _ in character_based(segment)] if segment.timed else [None] * len(segment.words)


def choose_row(spoken: Sequence[tuple[Row, str]], left: int, start: float | None) -> Row:
    """The row of a word too many: that of the word before, unless it comes after the next row has begun."""
    before, after = spoken[max(0, left - 1)][0], spoken[min(left, len(spoken) - 1)][0]
    is_later = start is not None and after.start is not None and start >= after.start
    return after if left == 0 or is_later else before


def describe_meeting(meeting: Meeting) -> dict[str, Any]:
    """Lanes of the time axis, a speaker of the reference and who was matched with them, and the segments on each."""
    lanes: list[tuple[int, str, str]] = []  # system, -1 of the reference; speaker; matched speaker
    speakers = list(dict.fromkeys(row.speaker for row in meeting.rows if row.references))
    for speaker in speakers:
        lanes.append((-1, speaker, speaker))
        lanes += [
            (system, hypothesis, speaker)
            for system, pairs in enumerate(meeting.matched)
            for reference, hypothesis in pairs
            if reference == speaker and hypothesis
        ]
    rest = dict.fromkeys((each.system, each.speaker, each.matched) for each in meeting.heard)
    lanes += [lane for lane in rest if lane not in lanes]
    places = {lane: place for place, lane in enumerate(lanes)}
    segments = [
        [places[each.system, each.speaker, each.matched], round(each.segment.start, 3), round(each.segment.end, 3),
         [make_printable(word) for word in each.segment.words], "".join(each.steps), each.row]
        for each in meeting.heard
    ]  # fmt: skip
    return {
        "name": make_printable(meeting.name),
        "first": meeting.first,
        "count": len(meeting.rows),
        "lanes": [[system, make_printable(name), make_printable(of)] for system, name, of in lanes],
        "heard": segments,
    }


def rate_speakers(meetings: Meetings) -> dict[tuple[str, str], list[float]]:
    """Of each session's speakers the errors of their rows per 100 words, by system."""
    words: Counter[tuple[str, str]] = Counter()
    errors: dict[tuple[str, str], list[int]] = {}
    for row in meetings.rows:
        who = (row.session, row.speaker)
        words[who] += len(row.references)
        counts = errors.setdefault(who, [0 for _ in meetings.systems])
        for system in meetings.systems:
            counts[system] += sum(step != "C" for step in row.systems[system][0])
    return {
        who: [100 * each / words[who] if words[who] else float("nan") for each in counts]
        for who, counts in errors.items()
    }


def draw_speakers(meetings: Meetings) -> Iterator[Panel]:
    """Each speaker of the reference, who was matched with them, and the errors of their rows."""
    summary, found = meetings.summary, rate_speakers(meetings)
    partners = {
        (meeting.name, reference, system): hypothesis
        for meeting in meetings.sessions
        for system, pairs in enumerate(meeting.matched)
        for reference, hypothesis in pairs
    }
    axis = Axis.of([value for each in found.values() for value in each])
    rows = []
    for (session, speaker), values in found.items():
        kind = find_kind(values[summary.focus] - values[0]) if len(values) > 1 else ""
        matched = [partners.get((session, speaker, system), "") for system in meetings.systems]
        texts = [session, speaker, *(each or DASH for each in matched)]
        plot = Box(plot=draw_dumbbell(values, axis, summary.focus, kind))
        rows.append([*(Box(make_printable(text)) for text in texts), *(make_number(each, 1) for each in values), plot])
    heads = [Head("session"), Head("speaker"), *(Head(f"matched by {name}", narrow=False) for name in summary.names)]
    heads += [*(Head(name, number=True) for name in summary.names), Head("", plot=True)]
    foot = [[Box()] * (len(heads) - 1) + [Box(plot=axis.labels())]]
    note = "word errors per 100 words of the speaker, as the rows below mark them"
    yield Panel("By speaker", note, "", heads, rows, foot, legend=list_legend(summary), is_wide=True)


def warn_of_times(meetings: Meetings) -> list[str]:
    """What is said where the marks count otherwise than the metric, which looks at times."""
    found = []
    label = meetings.summary.labels[0]
    for system, run in enumerate(meetings.summary.runs):
        errors = sum(step != "C" for row in meetings.rows for step in row.systems[system][0])
        counted = int(run.scores[label].total["errors"])
        if errors != counted:
            marked = f"{errors} are marked, of an alignment that does not look at times"
            found.append(f"{meetings.summary.names[system]}: {label} counts {counted} errors by times; {marked}")
    return found
