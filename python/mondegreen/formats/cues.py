"""What transcripts and subtitles share: texts in a row, each with when it starts and ends."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.parts import check_one_line, find_losses
from mondegreen.formats.reading import Reading
from mondegreen.formats.times import parse_span, to_decimal
from mondegreen.notes import Note

TIMES = ("start", "end")
# Hours may be missing, and some write a point where others have a comma.
MOMENT = r"(?:([0-9]{1,6}):)?([0-9]{1,2}):([0-9]{1,2})[.,]([0-9]{1,3})"
ARROW = re.compile(rf"\s*{MOMENT}\s+-->\s+{MOMENT}(?:\s.*)?", re.DOTALL)


class Cue(NamedTuple):
    """A text, its times in seconds, and what else is known of it."""

    start: str
    end: str
    text: str
    fields: Mapping[str, str] = {}


def make_corpus(cues: Sequence[Cue], reading: Reading, words: Sequence[Sequence[TimedWord]] | None = None) -> Corpus:
    """A corpus whose keys are the places of the cues; where they overlap, that is said."""
    names = dict.fromkeys(name for cue in cues for name in cue.fields)
    fields = {
        "start": [cue.start for cue in cues],
        "end": [cue.end for cue in cues],
        **{name: [cue.fields.get(name, "") for cue in cues] for name in names},
    }
    early = sum(float(later.start) < float(earlier.end) for earlier, later in pairwise(cues))
    return Corpus(
        [str(place) for place in range(1, len(cues) + 1)],
        [cue.text for cue in cues],
        reading.name,
        keyed=False,
        fields=fields if cues else {},
        words=words,
        notes=(Note("overlapping-texts", reading.name, detail={"count": early}),) if early else (),
    )


def parse_arrow(line: str, reading: Reading, number: int) -> tuple[str, str]:
    """The times on a line such as `00:01:02,500 --> 00:01:04,000`, in seconds."""
    found = ARROW.fullmatch(line)
    if found is None:
        raise reading.error("expected when the text starts and ends, as in 00:01:02,500 --> 00:01:04,000", number)
    start, end = (to_seconds(found.groups()[at : at + 4]) for at in (0, 4))
    parse_span(start, end, reading, number)
    return start, end


def to_seconds(parts: Sequence[str | None]) -> str:
    """Hours, minutes, seconds and thousandths as seconds."""
    hours, minutes, whole, rest = (int(part or 0) for part in (*parts[:3], (parts[3] or "").ljust(3, "0")))
    return from_milliseconds(((hours * 60 + minutes) * 60 + whole) * 1000 + rest)


def from_milliseconds(count: int) -> str:
    """Seconds as we write them."""
    return repr(count / 1000)


def iter_cues(corpus: Corpus, name: str) -> Iterator[tuple[Utterance, int, int]]:
    """The utterances with their times in thousandths of seconds, if the format can hold them."""
    for row in corpus:
        start, end = (to_milliseconds(each, row.key, name) for each in find_times(row, name))
        if row.text != row.text.strip():
            raise ScoreError(f"{name} cannot hold blanks at the ends of a text", key=row.key)
        check_one_line(row.text, row.key, name)
        yield row, start, end


def find_times(row: Utterance, name: str) -> tuple[str, str]:
    """When an utterance starts and ends: what its fields say, or its timed words."""
    start, end = (row.fields.get(each, "") for each in TIMES)
    if not (start and end) and row.words:
        start, end = repr(row.words[0].start), repr(max(word.end for word in row.words))
    if not (start and end):
        raise ScoreError(f"{name} tells when each text was said, and nothing tells when this one was", key=row.key)
    parse_span(start, end, Reading(name), key=row.key)
    return start, end


def to_milliseconds(time: str, key: str, name: str) -> int:
    """A time in thousandths of seconds; one that lies between two of them is refused."""
    count = to_decimal(time) * 1000
    if count != int(count) or count >= 10**12:
        raise ScoreError(f"{name} tells times in thousandths of seconds, and cannot tell {time}", key=key)
    return int(count)


def format_time(count: int, point: str) -> str:
    """A time as subtitles show it."""
    rest, thousandths = divmod(count, 1000)
    minutes, seconds = divmod(rest, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}{point}{thousandths:03}"


def split_blocks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """The lines between empty ones, each with its number."""
    block: list[tuple[int, str]] = []
    for at, line in enumerate(lines, 1):
        if line.strip():
            block.append((at, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def join_lines(lines: Iterable[tuple[int, str]]) -> str:
    """The lines of a text as one."""
    return " ".join(line.strip() for _, line in lines)


def list_losses(corpus: Corpus, *others: str) -> list[str]:
    """All but texts, times and these fields."""
    return find_losses(corpus, {*TIMES, *others})
