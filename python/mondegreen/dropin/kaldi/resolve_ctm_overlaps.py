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
        return b" ".join([self.key, self.channel, f"{self.start} {self.length}".encode(), *self.rest]) + b"\n"


@script("utils/ctm/resolve_ctm_overlaps.py")
def run(call: Script) -> None:
    """Reads the segments and the CTM, and writes the CTM that is left."""
    words = call.arguments
    if len(words) != 3:
        raise DieError("usage: resolve_ctm_overlaps.py segments ctm_in ctm_out", 2)
    segments = read_segments(words[0])
    recordings = read_ctm(words[1], segments)
    save(words[2], b"".join(word.line() for windows in recordings.values() for word in resolved(windows, segments)))
    call.say(f"Wrote CTM for {len(recordings)} recordings.")


def read_segments(name: str) -> dict[bytes, Segment]:
    """The segments by their names."""
    segments: dict[bytes, Segment] = {}
    for count, line in enumerate(content(name).splitlines(), 1):
        fields = line.split()
        try:
            segments[fields[0]] = (fields[1], float(fields[2]), float(fields[3]))
        except (ValueError, IndexError):
            raise DieError(f"{name}:{count}: no segment (name, recording, start, end): {text(line)}", FAILED) from None
    return segments


def read_ctm(name: str, segments: dict[bytes, Segment]) -> dict[bytes, list[list[Word]]]:
    """The words of each window, by recording, in the order of the file."""
    windows: dict[bytes, dict[bytes, list[Word]]] = {}
    for count, line in enumerate(content(name).splitlines(), 1):
        fields = line.split()
        try:
            word = Word(fields)
            recording = segments[word.key][0]
        except (ValueError, IndexError):
            raise DieError(f"{name}:{count}: no line of a CTM: {text(line)}", FAILED) from None
        except KeyError:
            raise DieError(f"{name}:{count}: {text(fields[0])} is no segment", FAILED) from None
        windows.setdefault(recording, {}).setdefault(word.key, []).append(word)
    return {recording: list(by_key.values()) for recording, by_key in windows.items()}


def resolved(windows: list[list[Word]], segments: dict[bytes, Segment]) -> list[Word]:
    """The words of a recording, each once."""
    kept: list[Word] = []
    left = windows[0]
    for current, following in pairwise(windows):
        (_, start, end), (_, later_start, _) = segments[current[0].key], segments[following[0].key]
        overlap = end - later_start
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
