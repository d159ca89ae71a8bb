"""`utils/ctm/resolve_ctm_overlaps.py`: the words of windows that overlap, each taken from the one that knows best.

In the middle of an overlap the words of the earlier window end and those of the later one begin, since a recogniser
knows least about the ends of what it hears.
"""

from __future__ import annotations

from itertools import pairwise

from mondegreen.dropin.kaldi.convert_ctm import text
from mondegreen.dropin.kaldi.recipe import FAILED, save
from mondegreen.dropin.kaldi.scripts import DieError, Script, content, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    # Of a segment: its recording, its start and its end.
    Segment = tuple[bytes, float, float]


class Word:
    """A line of a CTM."""

    def __init__(self, fields: list[bytes]) -> None:
        self.key = fields[0]
        self.channel = fields[1]
        self.start = float(fields[2])
        self.length = float(fields[3])
        self.rest = fields[4:]

    @property
    def middle(self) -> float:
        """Where the word is halfway over."""
        return self.start + self.length / 2.0

    def line(self) -> bytes:
        """The line again, with its times as Python prints them."""
        times = f"{self.start} {self.length}".encode()
        return b" ".join([self.key, self.channel, times, b" ".join(self.rest)]) + b"\n"


@script("utils/ctm/resolve_ctm_overlaps.py")
def run(call: Script) -> None:
    """Reads the segments and the CTM, and writes the CTM that is left."""
    words = call.arguments
    if len(words) != 3:
        raise DieError("usage: resolve_ctm_overlaps.py segments ctm_in ctm_out", 2)
    segments = read_segments(words[0])
    by_key = read_ctm(words[1], segments)
    recordings = windows(by_key, segments)
    save(words[2], b"".join(word.line() for each in recordings for word in resolved(each, segments)))
    call.say(f"Wrote CTM for {len(recordings)} recordings.")


def read_segments(name: str) -> dict[bytes, Segment]:
    """The segments by their names."""
    segments: dict[bytes, Segment] = {}
    for count, line in enumerate(content(name).splitlines(), 1):
        fields = line.split()
        try:
            key, *rest = fields
            segments[key] = segment(*rest)
        except (ValueError, TypeError):
            raise DieError(f"{name}:{count}: no segment (name, recording, start, end): {text(line)}", FAILED) from None
    return segments


def segment(recording: bytes, start: bytes, end: bytes, _: bytes = b"") -> Segment:
    """A segment of its fields, of which there may be one more."""
    return recording, float(start), float(end)


def read_ctm(name: str, segments: dict[bytes, Segment]) -> dict[bytes, list[Word]]:
    """The words of each window."""
    by_key: dict[bytes, list[Word]] = {}
    for count, line in enumerate(content(name).splitlines(), 1):
        fields = line.split()
        try:
            word = Word(fields)
        except (ValueError, IndexError):
            raise DieError(f"{name}:{count}: no line of a CTM: {text(line)}", FAILED) from None
        if word.key not in segments:
            raise DieError(f"{name}:{count}: {text(fields[0])} is no segment", FAILED)
        by_key.setdefault(word.key, []).append(word)
    return by_key


def windows(by_key: dict[bytes, list[Word]], segments: dict[bytes, Segment]) -> list[list[list[Word]]]:
    """The windows of each recording in the order of time; recordings are in that of the segments."""
    recordings: dict[bytes, list[list[Word]]] = {}
    for key in sorted(segments, key=lambda key: segments[key][1]):
        if key in by_key:
            recordings.setdefault(segments[key][0], []).append(by_key[key])
    order = dict.fromkeys(recording for recording, _, _ in segments.values())
    return [recordings[recording] for recording in order if recording in recordings]


def resolved(given: list[list[Word]], segments: dict[bytes, Segment]) -> list[Word]:
    """The words of a recording, each once.

    A window within the one before is left out. What follows a window that is left without words stays whole.
    """
    kept: list[Word] = []
    left = given[0]
    for current, following in pairwise(given):
        (_, start, end), (_, later_start, later_end) = segments[current[0].key], segments[following[0].key]
        overlap = end - later_start
        if not left:
            left = following
        elif overlap > 0 and later_end <= end:
            kept += left
            left = []
        else:
            kept += before(left, end - start - overlap / 2.0)
            left = after(following, overlap / 2.0)
    return kept + left


def before(words: list[Word], time: float) -> list[Word]:
    """The words up to the first whose middle is after a point in time."""
    end = next((place for place, word in enumerate(words) if word.middle > time), len(words))
    return words[:end]


def after(words: list[Word], time: float) -> list[Word]:
    """The words from the first whose middle is after a point in time."""
    begin = next((place for place, word in enumerate(words) if word.middle > time), len(words))
    return words[begin:]
