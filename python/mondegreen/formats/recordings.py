"""Whole recordings: cut into segments of the other side, put together from them, or limited to regions (NIST's uem).

A uem file names the regions that are scored, `recording channel start end`. The rule is meeteval's: a segment, or a
word where only words have times, counts whole if it touches a region of its recording, and else nowhere; of a recording
that the file does not name everything counts. Unlike meeteval's, a recording may have several regions, and if these
name several channels, each holds for its own.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from math import inf
from operator import attrgetter
from typing import NamedTuple

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats.format import Reading, fold_channel, parse_seconds, parse_span
from mondegreen.formats.kaldi_files import TO_THE_END, split_rows
from mondegreen.io.source import label
from mondegreen.notes import Note


class Span(NamedTuple):
    """When a segment is, and which it is."""

    start: float
    end: float
    position: int


class Track:
    """The segments of a recording, or of one of its channels."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = sorted(spans, key=lambda each: (each.start, each.position))
        self.starts = [each.start for each in self.spans]
        self.last: list[Span] = []  # of the segments up to each, the one that ends last
        for each in self.spans:
            self.last.append(each if not self.last or each.end > self.last[-1].end else self.last[-1])

    def find(self, word: TimedWord) -> tuple[int, bool]:
        """The segment of a word, and whether the word is in it.

        It is the one that holds the word's middle; of several, the one that holds most of the word, and then the
        first in the file. If there is none it is the nearest, and of two the earlier.
        """
        middle = (word.start + word.end) / 2
        begun = at = bisect_right(self.starts, middle)
        around = []
        while at and self.last[at - 1].end > middle:
            at -= 1
            if self.spans[at].end > middle:
                around.append(self.spans[at])
        if around:
            apart = [max(each.start, word.start) - min(each.end, word.end) for each in around]
            return min(zip(apart, (each.position for each in around), strict=True))[1], True
        before, after = self.last[begun - 1 : begun], self.spans[begun : begun + 1]
        distance = min((middle - each.end, each) for each in before) if before else None
        if distance and (not after or distance[0] <= after[0].start - middle):
            return distance[1].position, distance[0] == 0
        return after[0].position, False


def segment_words(corpus: Corpus, segments: Corpus) -> Corpus:
    """The words of `corpus`, in the utterances of `segments`: their keys, order and fields.

    Segments say their `recording`, `start` and `end`, and perhaps their `channel`. Words in segments that are not to
    be scored are skipped; those, words in no segment and recordings on one side only are reported.
    """
    if corpus.words is None:
        raise ScoreError("only words with times, as in a CTM, can be split by segments", path=corpus.name)
    rows = [*segments, *segments.unscored]
    channeled = "channel" in corpus.fields and "channel" in segments.fields
    tracks = make_tracks(rows, segments, channeled=channeled)
    words_by_segment: list[list[TimedWord]] = [[] for _ in rows]
    unmatched, outside, recordings_found = Counter[str](), 0, set()
    for row in corpus:
        channel = channel_of(row, channeled=channeled)
        recordings_found.add(channel[0])
        if channel not in tracks:
            unmatched[channel[0]] += len(row.words or ())
            continue
        for word in row.words or ():
            at, inside = tracks[channel].find(word)
            words_by_segment[at].append(word)
            outside += not inside
    recordings = list(dict.fromkeys(recording for recording, _ in tracks))
    if recordings_found.isdisjoint(recordings):
        raise ScoreError(
            f"no recording has a segment in {segments.name}; the first are: {join_ids(sorted(recordings_found))}; "
            f"and there: {join_ids(recordings) or 'none'}",
            path=corpus.name,
        )
    unscored = sum(map(len, words_by_segment[len(segments) :]))
    empty = [recording for recording in recordings if recording not in recordings_found]
    found = make_notes(corpus.name, segments.name, outside, unscored, unmatched, empty)
    words = [sorted(each, key=lambda word: word.start) for each in words_by_segment[: len(segments)]]
    return replace(
        segments,
        texts=[" ".join(word.word for word in each) for each in words],
        words=words,
        name=corpus.name,
        format=corpus.format,
        unscored=(),
        notes=(*corpus.notes, *found),
    )


def fit_segments(reference: Corpus, hypothesis: Corpus) -> Corpus:
    """The hypothesis, cut into the reference's segments if it has whole recordings of timed words and those have times.

    So a ctm is scored against an stm as it lies.
    """
    segmented = {"recording", "start", "end"} <= reference.fields.keys() and reference.words is None
    if hypothesis.words is None or not segmented or not set(reference.keys).isdisjoint(hypothesis.keys):
        return hypothesis
    return segment_words(hypothesis, reference)


def make_notes(
    name: str, other: str, outside: int, unscored: int, unmatched: Counter[str], empty: Sequence[str]
) -> Iterator[Note]:
    if outside:
        yield Note("words-outside", name, detail={"count": outside})
    if unscored:
        yield Note("words-ignored", name, detail={"count": unscored})
    if unmatched:
        yield Note("recordings-unsegmented", name, tuple(unmatched), {"count": unmatched.total()})
    if empty:
        yield Note("recordings-wordless", name, tuple(empty), {"segments": other})


def make_tracks(rows: Sequence[Utterance], segments: Corpus, *, channeled: bool) -> dict[tuple[str, str], Track]:
    """The segments of each recording and channel."""
    spans: dict[tuple[str, str], list[Span]] = {}
    reading = Reading(segments.name)
    for at, row in enumerate(rows):
        if any(name not in row.fields for name in ("recording", "start", "end")):
            raise reading.error("splitting needs the recording, start and end of each segment", key=row.key)
        start, end = row.fields["start"], row.fields["end"]
        if end == TO_THE_END:
            times = (parse_seconds(start, "start", reading, key=row.key), inf)
        else:
            times = parse_span(start, end, reading, key=row.key)
        spans.setdefault(channel_of(row, channeled=channeled), []).append(Span(*times, at))
    return {channel: Track(each) for channel, each in spans.items()}


def channel_of(row: Utterance, *, channeled: bool) -> tuple[str, str]:
    return row.fields.get("recording", row.key), fold_channel(row.fields.get("channel", "")) if channeled else ""


# Languages, as Whisper names them, in whose scripts no blank parts two sentences.
UNSPACED_LANGUAGES = frozenset(("zh", "yue", "ja", "th", "lo", "my"))


def join_recordings(corpus: Corpus) -> Corpus:
    """The texts of each recording as one, in their order; without recordings, all texts of the file."""
    recordings = corpus.fields.get("recording")
    has_recordings = recordings is not None and all(recordings)
    positions: dict[str, list[int]] = {}
    for at in range(len(corpus)):
        positions.setdefault(recordings[at] if recordings and has_recordings else "1", []).append(at)
    languages = corpus.fields.get("language")
    unspaced = languages is not None and UNSPACED_LANGUAGES.issuperset(languages)
    texts = [join_texts([corpus.texts[at] for at in group], unspaced=unspaced) for group in positions.values()]
    words = corpus.words and [
        sorted((word for at in group for word in corpus.words[at]), key=attrgetter("start"))
        for group in positions.values()
    ]
    fields = {"recording": list(positions)} if has_recordings else {}
    return replace(corpus, keys=list(positions), texts=texts, keyed=has_recordings, fields=fields, words=words)


def join_texts(texts: Sequence[str], *, unspaced: bool) -> str:
    """The texts as one; `unspaced`, with spaces only between what both sides write in ASCII, as words of English."""
    parts = list(filter(None, texts))
    if not unspaced:
        return " ".join(parts)
    gaps = [" " if left[-1].isascii() and right[0].isascii() else "" for left, right in pairwise(parts)]
    return "".join(text + gap for text, gap in zip_longest(parts, gaps, fillvalue=""))


def pair_recordings(reference: Corpus, hypothesis: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides as whole recordings; one recording beside one needs no name."""
    named = name_recordings(reference, hypothesis), name_recordings(hypothesis, reference)
    sides = note_joined(join_recordings(named[0]), named[0]), note_joined(join_recordings(named[1]), named[1])
    if all(len(side) == 1 for side in sides) and sides[0].keys != sides[1].keys:
        first, second = (replace(side, keys=["1"], keyed=False, fields={}) for side in sides)
        return first, second
    return sides


def name_recordings(corpus: Corpus, other: Corpus) -> Corpus:
    """The corpus with its utterance IDs as recordings, where it names none and they are the other side's."""
    if not corpus.keyed or "recording" in corpus.fields:
        return corpus
    if set(corpus.keys).isdisjoint(other.fields.get("recording") or (other.keys if other.keyed else ())):
        return corpus
    return replace(corpus, fields={**corpus.fields, "recording": corpus.keys})


def note_joined(whole: Corpus, parts: Corpus) -> Corpus:
    """The whole with a note where utterances with IDs were joined as they stand in the file."""
    if not parts.keyed or len(parts) < 2 or "recording" in parts.fields:
        return whole
    return whole.add_notes(Note("recording-joined", parts.name, tuple(parts.keys)))


COMMENTS = (";", "#")
FIELDS = 4
# Fields that may name the recording, the best first.
NAMES = ("session", "session_id", "recording")


class Region(NamedTuple):
    """A part of a recording, in seconds."""

    channel: str
    start: float
    end: float

    def touches(self, start: float, end: float) -> bool:
        return start <= self.end and self.start <= end


class Regions(NamedTuple):
    """The regions of each recording, and the file that says so."""

    name: str
    by_recording: Mapping[str, Sequence[Region]]

    def list_own(self, row: Utterance) -> Sequence[Region] | None:
        """The regions that hold for an utterance; None where all of its recording counts."""
        found = self.by_recording.get(name_recording(row))
        channel = fold_channel(row.fields.get("channel", ""))
        if found and channel and len({each.channel for each in found}) > 1:
            return [each for each in found if each.channel == channel]
        return found

    def widen(self, corpus: Corpus) -> "Regions":
        """Also the whole of each segment that counts, so that words at its ends are not taken from it."""
        found = {name: list(regions) for name, regions in self.by_recording.items()}
        for row in corpus:
            if (own := self.list_own(row)) and "start" in row.fields:
                # A channel that the file does not name is that of the only one.
                found[name_recording(row)].append(Region(own[0].channel, *parse_times(row, corpus.name)))
        return Regions(self.name, found)


def read_regions(path: str, encoding: str = "utf-8") -> Regions:
    """The regions in a file; lines that begin with a semicolon or # are comments."""
    found: dict[str, list[Region]] = {}
    for reading, line, fields in split_rows(path, encoding):
        if fields[0].startswith(COMMENTS):
            continue
        if len(fields) != FIELDS:
            raise reading.error(f"expected recording, channel, start and end, found {len(fields)} fields", line)
        recording, channel, start, end = fields
        found.setdefault(recording, []).append(Region(fold_channel(channel), *parse_span(start, end, reading, line)))
    if not found:
        raise ScoreError("holds no region to score", path=label(path))
    return Regions(label(path), found)


def limit_systems(
    systems: Iterable[tuple[Corpus, Corpus]], regions: Regions, *, of_sessions: bool
) -> Iterator[tuple[Corpus, Corpus]]:
    """Both sides of each system, as far as they are to be scored.

    Words of whole recordings will be split by the reference's segments, each of which counts whole or not at all.
    """
    for reference, hypothesis in systems:
        kept = keep_regions(reference, regions)
        yield kept, keep_regions(hypothesis, regions if of_sessions else regions.widen(kept))


def keep_regions(corpus: Corpus, regions: Regions) -> Corpus:
    """The corpus without what lies outside the regions, which is not to be scored."""
    recordings = dict.fromkeys(map(name_recording, corpus))
    unlimited = [name for name in recordings if name not in regions.by_recording]
    if recordings and len(unlimited) == len(recordings):
        what = f"names none of the recordings of {corpus.name}, {join_ids(unlimited)}; its own"
        raise ScoreError(f"{what} are {join_ids(list(regions.by_recording))}", path=regions.name)
    kept, outside = list[Utterance](), list[Utterance]()
    words = 0
    for row in corpus:
        own = regions.list_own(row)
        if own is None:
            kept.append(row)
        elif row.words is not None and "start" not in row.fields:
            inside = [word for word in row.words if any(each.touches(word.start, word.end) for each in own)]
            words += len(row.words) - len(inside)
            kept.append(row._replace(text=" ".join(word.word for word in inside), words=inside))
        else:
            times = parse_times(row, corpus.name)
            (kept if any(each.touches(*times) for each in own) else outside).append(row)
    detail = {"regions": regions.name}
    notes = [
        *([Note("outside-regions", corpus.name, tuple(row.key for row in outside), detail)] if outside else []),
        *([Note("words-outside-regions", corpus.name, detail={**detail, "count": words})] if words else []),
        *([Note("recordings-whole", corpus.name, tuple(unlimited), detail)] if unlimited else []),
    ]
    found = replace(Corpus.of(kept, corpus.name), keyed=corpus.keyed, format=corpus.format, notes=corpus.notes)
    return replace(found, unscored=(*corpus.unscored, *outside)).add_notes(*notes)


def name_recording(row: Utterance) -> str:
    return next((row.fields[name] for name in NAMES if name in row.fields), row.key)


def parse_times(row: Utterance, name: str) -> tuple[float, float]:
    if not {"start", "end"} <= row.fields.keys():
        raise ScoreError("has no times, which regions to score need", path=name, key=row.key)
    return parse_span(row.fields["start"], row.fields["end"], Reading(name), key=row.key)
