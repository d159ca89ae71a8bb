"""NIST's uem: the regions of recordings that are scored, `recording channel start end`.

What is scored is meeteval's rule: a segment, or a word where only words have times, counts whole if it touches a region
of its recording, and else nowhere; of a recording that the file does not name everything counts. Unlike meeteval's, a
recording may have several regions, and if these name several channels, each holds for its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats.format import Reading, fold_channel, parse_span
from mondegreen.formats.kaldi_files import split_rows
from mondegreen.io.source import label
from mondegreen.notes import Note

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
