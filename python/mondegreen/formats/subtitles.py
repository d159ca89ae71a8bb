"""SubRip and WebVTT subtitles, and what transcripts with times share with them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import pairwise
from typing import NamedTuple

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Format, Reading, check_one_line, parse_span, to_decimal
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
    hours, minutes, whole, rest = (int(part or 0) for part in (*parts[:3], (parts[3] or "").ljust(3, "0")))
    return from_milliseconds(((hours * 60 + minutes) * 60 + whole) * 1000 + rest)


def from_milliseconds(count: int) -> str:
    return repr(count / 1000)


def iter_cues(corpus: Corpus, name: str) -> Iterator[tuple[Utterance, int, int]]:
    """The utterances with their times in thousandths of seconds, if the format can hold them."""
    for row in corpus:
        start, end = (to_milliseconds(each, row.key, name) for each in find_times(row, name))
        if row.text != row.text.strip():
            raise ScoreError(f"{name} cannot hold spaces at the ends of a text", key=row.key)
        check_one_line(row.text, row.key, name)
        yield row, start, end


def find_times(row: Utterance, name: str) -> tuple[str, str]:
    """When an utterance starts and ends: what its fields say, or its timed words."""
    start, end = (row.fields.get(each, "") for each in TIMES)
    if not (start and end) and row.words:
        start, end = repr(row.words[0].start), repr(max(word.end for word in row.words))
    if not (start and end):
        raise ScoreError(f"{name} needs the time of each text, and this one has none", key=row.key)
    parse_span(start, end, Reading(name), key=row.key)
    return start, end


def to_milliseconds(time: str, key: str, name: str) -> int:
    """A time in thousandths of seconds; one that lies between two of them is refused."""
    count = to_decimal(time) * 1000
    if count != int(count) or count >= 10**12:
        raise ScoreError(f"{name} holds times in milliseconds, and cannot hold {time}", key=key)
    return int(count)


def format_time(count: int, point: str) -> str:
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
    return " ".join(line.strip() for _, line in lines)


class Srt(Format):
    """SubRip subtitles, such as Whisper writes: each text with its fields `start` and `end`.

    Lines of a text are joined by a blank; tags such as `<i>` stay. There are no keys but the places in the file.
    """

    name = "srt"
    holds = TIMES

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        first = [line.strip() for line in lines[:10] if line.strip()][:2]
        return len(first) == 2 and first[0].isdecimal() and ARROW.fullmatch(first[1]) is not None

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        cues = []
        for block in split_blocks(lines):
            at = 1 if block[0][1].strip().isdecimal() and len(block) > 1 else 0
            number, line = block[at]
            cues.append(Cue(*parse_arrow(line, reading, number), join_lines(block[at + 1 :])))
        return make_corpus(cues, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        for place, (row, start, end) in enumerate(iter_cues(corpus, "srt"), 1):
            if "-->" in row.text:
                raise ScoreError('srt would take a text with "-->" for times', key=row.key)
            yield str(place)
            yield f"{format_time(start, ',')} --> {format_time(end, ',')}"
            if row.text:
                yield row.text
            yield ""


HEAD = "WEBVTT"
# Blocks that are no cues.
OTHER_BLOCKS = ("NOTE", "STYLE", "REGION")
VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>]*)>")
TAG = re.compile(r"<[^<>]*>")


class Vtt(Format):
    """WebVTT subtitles, such as Whisper writes: each text with its fields `start` and `end`.

    Lines of a text are joined by a blank. The first voice `<v Eve>` is the field `speaker`; other tags and the settings
    of cues are left out. There are no keys but the places in the file.
    """

    name = "vtt"
    holds = (*TIMES, "speaker")

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        return lines[0].split(None, 1)[:1] == [HEAD]

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each cue."""
        if not Vtt.recognizes(lines, hinted=True):
            raise reading.error(f'the first line is not "{HEAD}"', 1)
        cues = []
        for block in list(split_blocks(lines))[1:]:
            if block[0][1].split()[0] in OTHER_BLOCKS:
                continue
            at = 1 if "-->" not in block[0][1] and len(block) > 1 else 0  # cues may have names
            number, line = block[at]
            text = join_lines(block[at + 1 :])
            voice = VOICE.search(text)
            fields = {"speaker": unescape(voice[1]).strip()} if voice else {}
            cues.append(Cue(*parse_arrow(line, reading, number), unescape(TAG.sub("", text)).strip(), fields))
        return make_corpus(cues, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A block for each utterance, after the head."""
        yield HEAD
        yield ""
        for row, start, end in iter_cues(corpus, "vtt"):
            speaker = row.fields.get("speaker", "")
            if speaker != " ".join(speaker.split()):
                raise ScoreError("vtt cannot hold such whitespace in a speaker's name", key=row.key)
            yield f"{format_time(start, '.')} --> {format_time(end, '.')}"
            voice = f"<v {escape(speaker, quote=False)}>" if speaker else ""
            if row.text or voice:
                yield voice + escape(row.text, quote=False)
            yield ""
