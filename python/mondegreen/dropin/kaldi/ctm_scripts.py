"""Scripts that convert CTMs: `utils/convert_ctm.pl` and `utils/ctm/resolve_ctm_overlaps.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.kaldi.command import decode_bytes
from mondegreen.dropin.kaldi.scripts import (
    DIED,
    DIED_WITH_FILE,
    FAILED,
    DieError,
    Script,
    read_content,
    script,
    write_file,
)

CONVERT_USAGE = "Usage: convert_ctm.pl [--skip-unknown] <segments> <reco2file_and_channel> [<utterance-ctm>] > real-ctm"
# Words may end so many seconds after their segment without a warning.
TOLERANCE = 0.01
# Of a segment: its recording, its start and its end.
Segment = tuple[bytes, float, float]


@script("utils/convert_ctm.pl")
def convert_ctm(call: Script) -> int:
    """Print words with times within recordings, not within segments; it fails if no utterance is known."""
    words = call.arguments
    skip_unknown = words[:1] == ["--skip-unknown"]
    del words[: int(skip_unknown)]
    if len(words) not in (2, 3):
        raise DieError(CONVERT_USAGE, FAILED)
    exit_code = DIED_WITH_FILE if words[2:] else DIED
    conversion = Conversion(words[0], words[1], skip_unknown=skip_unknown, exit_code=exit_code)
    count = 0
    for line in conversion.convert(call.read_lines(words[2:])):
        call.stdout.write(line)
        count += 1
    for warning in conversion.warnings:
        call.say(warning)
    return 0 if count else 1


class Conversion:
    """Segments of recordings, and the files and channels of these."""

    def __init__(self, segments: str, channels: str, *, skip_unknown: bool, exit_code: int) -> None:
        self.segments_file = segments
        self.segments = {
            fields[0]: (fields[1], parse_time(fields[2]), parse_time(fields[3]))
            for fields in read_rows(segments, 4, "segments")
        }
        rows = read_rows(channels, 3, "reco2file_and_channel")
        self.channels = {fields[0]: (fields[1], fields[2]) for fields in rows}
        self.skip_unknown = skip_unknown
        self.exit_code = exit_code
        self.warnings: list[str] = []

    def convert(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        for count, line in enumerate(lines, 1):
            fields = line.split()
            if len(fields) not in (5, 6):
                raise DieError(f"Bad line in input: {to_message(line)}", self.exit_code)
            if fields[0] in self.segments:
                yield self.convert_line(fields)
            elif not self.skip_unknown:
                what = f"Utterance-id {to_message(fields[0])} not defined in segments file {self.segments_file}"
                raise DieError(f"{what} (input line {count})", self.exit_code)

    def convert_line(self, fields: list[bytes]) -> bytes:
        recording, start, end = self.segments[fields[0]]
        if recording not in self.channels:
            what = f"Recording-id {to_message(recording)} not defined in reco2file_and_channel file"
            raise DieError(what, self.exit_code)
        times = b"%.2f" % (start + parse_time(fields[2])), b"%.2f" % parse_time(fields[3])
        line = b" ".join([*self.channels[recording], *times, *fields[4:]]) + b"\n"
        if sum(map(float, times)) > end + TOLERANCE:
            self.warnings.append(f"Warning: word appears to be past end of recording; line is {to_message(line)}")
        return line


def read_rows(name: str, width: int, what: str) -> Iterator[list[bytes]]:
    for line in read_content(name, f"{what} file").splitlines(keepends=True):
        fields = line.split()
        if len(fields) != width:
            raise DieError(f"Bad line in {what} file: {to_message(line)}")
        yield fields


def parse_time(field: bytes) -> float:
    return parse_perl_number(to_message(field))


def to_message(field: bytes) -> str:
    return decode_bytes(field).rstrip()


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
def resolve_ctm_overlaps(call: Script) -> None:
    """Write the words of windows without their overlaps.

    In the middle of an overlap the words of the earlier window end and those of the later one begin, as a recognizer
    makes most errors at the ends of what it is given.
    """
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
