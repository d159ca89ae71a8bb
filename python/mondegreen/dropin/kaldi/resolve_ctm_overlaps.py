"""`utils/ctm/resolve_ctm_overlaps.py`: the words of windows that overlap.

In the middle of an overlap the words of the earlier window end and those of the later one begin, as a recognizer makes
most errors at the ends of what it is given.
"""

from __future__ import annotations

from itertools import pairwise

from mondegreen.dropin.kaldi.convert_ctm import to_message
from mondegreen.dropin.kaldi.recipe import write_file
from mondegreen.dropin.kaldi.scripts import FAILED, DieError, Script, read_content, script

# Of a segment: its recording, its start and its end.
Segment = tuple[bytes, float, float]


class Word:
    """A line of a CTM."""

    def __init__(self, fields: list[bytes]) -> None:
        self.segment_id = fields[0]
        self.channel = fields[1]
        self.start = float(fields[2])
        self.length = float(fields[3])
        self.rest = fields[4:]

    @property
    def midpoint(self) -> float:
        return self.start + self.length / 2.0

    def format(self) -> bytes:
        """Return the line again, with its times as Python prints them."""
        times = f"{self.start} {self.length}".encode()
        return b" ".join([self.segment_id, self.channel, times, b" ".join(self.rest)]) + b"\n"


@script("utils/ctm/resolve_ctm_overlaps.py")
def run(call: Script) -> None:
    """Read the segments and the CTM, and write the CTM without overlaps."""
    words = call.arguments
    if len(words) != 3:
        raise DieError("usage: resolve_ctm_overlaps.py segments ctm_in ctm_out", 2)
    segments = read_segments(words[0])
    recordings = group_by_recording(read_ctm(words[1], segments), segments)
    resolved = (word.format() for windows in recordings for word in resolve_overlaps(windows, segments))
    write_file(words[2], b"".join(resolved))
    call.say(f"Wrote CTM for {len(recordings)} recordings.")


def read_segments(name: str) -> dict[bytes, Segment]:
    segments: dict[bytes, Segment] = {}
    for count, line in enumerate(read_content(name).splitlines(), 1):
        fields = line.split()
        try:
            segment_id, *fields = fields
            segments[segment_id] = parse_segment(*fields)
        except (ValueError, TypeError):
            what = f"no segment (name, recording, start, end): {to_message(line)}"
            raise DieError(f"{name}:{count}: {what}", FAILED) from None
    return segments


def parse_segment(recording: bytes, start: bytes, end: bytes, _: bytes = b"") -> Segment:
    """Parse the fields of a segment, of which there may be one more."""
    return recording, float(start), float(end)


def read_ctm(name: str, segments: dict[bytes, Segment]) -> dict[bytes, list[Word]]:
    """Read the words of each window, by its segment."""
    windows: dict[bytes, list[Word]] = {}
    for count, line in enumerate(read_content(name).splitlines(), 1):
        fields = line.split()
        try:
            word = Word(fields)
        except (ValueError, IndexError):
            raise DieError(f"{name}:{count}: no line of a CTM: {to_message(line)}", FAILED) from None
        if word.segment_id not in segments:
            raise DieError(f"{name}:{count}: {to_message(fields[0])} is no segment", FAILED)
        windows.setdefault(word.segment_id, []).append(word)
    return windows


def group_by_recording(windows: dict[bytes, list[Word]], segments: dict[bytes, Segment]) -> list[list[list[Word]]]:
    """Return the windows of each recording by start time; recordings are in the order of the segments."""
    recordings: dict[bytes, list[list[Word]]] = {}
    for segment_id in sorted(segments, key=lambda segment_id: segments[segment_id][1]):
        if segment_id in windows:
            recordings.setdefault(segments[segment_id][0], []).append(windows[segment_id])
    order = dict.fromkeys(recording for recording, _, _ in segments.values())
    return [recordings[recording] for recording in order if recording in recordings]


def resolve_overlaps(windows: list[list[Word]], segments: dict[bytes, Segment]) -> list[Word]:
    """Return the words of a recording.

    A window within the one before is skipped. What follows a window of which no word is left stays complete.
    """
    resolved: list[Word] = []
    rest = windows[0]
    for current, following in pairwise(windows):
        _, start, end = segments[current[0].segment_id]
        _, next_start, next_end = segments[following[0].segment_id]
        overlap = end - next_start
        if not rest:
            rest = following
        elif overlap > 0 and next_end <= end:
            resolved += rest
            rest = []
        else:
            resolved += rest[: count_words_before(rest, end - start - overlap / 2.0)]
            rest = following[count_words_before(following, overlap / 2.0) :]
    return resolved + rest


def count_words_before(words: list[Word], time: float) -> int:
    """Return how many words come before the first whose midpoint is later than a time."""
    return next((index for index, word in enumerate(words) if word.midpoint > time), len(words))
