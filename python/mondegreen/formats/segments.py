"""Who said what when: SegLST, and NIST's rttm."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import check_fields
from mondegreen.formats.format import (
    IDS,
    Format,
    Reading,
    find_losses,
    has_content,
    is_number,
    number_duplicates,
    parse_seconds,
    to_decimal,
)
from mondegreen.formats.members import Item, as_text, format_list, note_skipped, parse_json
from mondegreen.formats.subtitles import find_times
from mondegreen.notes import Note

SESSION, TEXT = "session_id", "words"
# What a member is called here.
FIELDS = {SESSION: "recording", "speaker": "speaker", "start_time": "start", "end_time": "end"}
MEMBERS = {field: member for member, field in FIELDS.items()}
BEGINNING = re.compile(r"\s*\[\s*(?:\]\s*$|\{)")
MARKS = [re.compile(rf'"{name}"\s*:') for name in (SESSION, TEXT)]


class SegLst(Format):
    """A JSON list of segments with session_id and words, and usually speaker, start_time and end_time.

    The key is made of session, speaker, start and end: `talk-eve-12.500-14.250`. Fields are `recording` (the session),
    `speaker`, `start`, `end`, and each other member that is a text or a number. Times stay as they are written.
    """

    name = "seglst"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - other JSON has that suffix too
        """Whether a list begins, and its first lines name a session and its words."""
        beginning = "\n".join(lines[:100])
        return BEGINNING.match(beginning) is not None and all(mark.search(beginning) for mark in MARKS)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        found = parse_json("\n".join(lines), reading)
        if not isinstance(found, list):
            raise reading.error("this is not a list of segments, [ ... ]")
        skipped: dict[str, None] = {}
        rows = [parse_segment(members, at, reading, skipped) for at, members in enumerate(found, 1)]
        return Corpus.of(number_duplicates(rows), reading.name).add_notes(*note_skipped(skipped, reading.name))

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        import json

        check_fields(corpus, [*(member for member, field in FIELDS.items() if member != field), TEXT])
        return format_list(json.dumps(make_members(row, Reading(corpus.name)), ensure_ascii=False) for row in corpus)

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """Utterance IDs that are not made of the fields, and times of single words."""
        derived = all(row.key.startswith(make_key(row.fields)) for row in corpus)
        return find_losses(corpus, {*corpus.fields, *([IDS] if derived else [])})


def parse_segment(members: Any, at: int, reading: Reading, skipped: dict[str, None]) -> Utterance:  # noqa: ANN401 - any JSON
    """The segment that an object is; names of members that are skipped are added to `skipped`."""
    if not isinstance(members, dict):
        raise reading.error(f"segment {at} is not an object, {{ ... }}")
    item = Item(members, place=f"segment {at}: ")
    for name in (SESSION, TEXT):
        if not isinstance(members.get(name), str):
            raise item.error(f'the member "{name}" is missing or no text', reading)
    if not members[SESSION]:
        raise item.error(f'the member "{SESSION}" is empty', reading)
    fields: dict[str, str] = {}
    member: str
    for member, value in members.items():
        if member in MEMBERS and MEMBERS[member] != member:
            raise item.error(f'"{member}" would hide "{MEMBERS[member]}"; rename that member', reading)
        text = as_text(value)
        if text is None:
            skipped[member] = None
        elif member != TEXT:
            fields[FIELDS.get(member, member)] = text
    check_times(fields, item, reading)
    return Utterance(make_key(fields), members[TEXT], fields)


def check_times(fields: Mapping[str, str], item: Item, reading: Reading) -> None:
    """Refuses times that are none, negative, or out of order."""
    start, end = fields.get("start", ""), fields.get("end", "")
    if bool(start) != bool(end):
        raise item.error(f"start_time and end_time must come together, found only {start or end}", reading)
    if start:
        item.check_span(start, end, reading)


def make_key(fields: Mapping[str, str]) -> str:
    """The utterance ID that a segment's place makes; times are written alike, however the file writes them."""
    times = [
        f"{float(time):.3f}" if is_number(time) else time for time in (fields.get("start"), fields.get("end")) if time
    ]
    return "-".join([fields.get("recording", ""), *filter(None, [fields.get("speaker")]), *times])


def make_members(row: Utterance, reading: Reading) -> dict[str, str]:
    if not row.fields.get("recording"):
        raise ScoreError("SegLST needs a recording, and there is none", key=row.key)
    check_times(row.fields, Item({}, place=f"utterance {row.key}: "), reading)
    members = {MEMBERS.get(name, name): value for name, value in row.fields.items()}
    return {SESSION: members.pop(SESSION), **members, TEXT: row.text}


COMMENTS = (";;",)
MISSING = "<NA>"
TURN, WORD = "SPEAKER", "LEXEME"
# What else NIST's format may hold; none of it says who said what.
OTHERS = (
    "SPKR-INFO",
    "NON-LEX",
    "NON-SPEECH",
    "NOSCORE",
    "NO_RT_METADATA",
    "SEGMENT",
    "FILLER",
    "EDIT",
    "IP",
    "SU",
    "CB",
    "A/P",
)
LEAST = 8


class Rttm(Format):
    """A speaker turn (SPEAKER) or a word (LEXEME) on each line, with start and duration; `;;` begins a comment.

    A turn has no words. Where there are words, each is an utterance, and turns are left out. The key is made of
    recording, speaker, start and end; fields are `recording`, `channel`, `speaker`, `start` and `end`.
    """

    name = "rttm"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether lines begin with a type of the format and have times where they belong."""
        found = [line.split() for line in lines if has_content(line, COMMENTS)]
        if hinted:
            return bool(found) and "".join(found[0][:1]) in (TURN, WORD, *OTHERS)
        return bool(found) and all(len(each) >= LEAST and each[0] in (TURN, WORD, *OTHERS) for each in found)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The words, or else the turns."""
        by_type: dict[str, list[Utterance]] = {TURN: [], WORD: []}
        left = Counter[str]()
        for number, line in enumerate(lines, 1):
            if not has_content(line, COMMENTS):
                continue
            parts = line.split()
            kind = "".join(parts[:1])  # a line may hold nothing but odd spaces
            if kind in by_type:
                by_type[kind].append(parse_turn(parts, reading, number))
            elif kind in OTHERS:
                left[kind] += 1
            else:
                raise reading.error(f'"{kind}" is not a type of line; {TURN} and {WORD} are read', number)
        rows = by_type[WORD] or by_type[TURN]
        if by_type[WORD] and by_type[TURN]:
            left[TURN] += len(by_type[TURN])
        corpus = Corpus.of(number_duplicates(rows), reading.name)
        note = Note("lines-skipped", reading.name, detail={"count": left.total(), "kinds": ", ".join(left)})
        return corpus.add_notes(note) if left else corpus

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        texts = {bool(text.split()) for text in corpus.texts}
        if len(texts) > 1:
            raise ScoreError("rttm holds turns or words, and only some utterances have words", path=corpus.name)
        for row in corpus:
            yield format_turn(row)

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All that has no place on the line, and utterance IDs that are not made of it."""
        derived = all(row.key.startswith(make_key(row.fields)) for row in corpus)
        return find_losses(corpus, {"recording", "channel", "speaker", "start", "end", *([IDS] if derived else [])})


def parse_turn(parts: Sequence[str], reading: Reading, number: int) -> Utterance:
    """The turn or word on a line."""
    if len(parts) < LEAST:
        what = "type, recording, channel, start, duration, word, kind and speaker"
        raise reading.error(f"expected {what}, found {len(parts)} fields", number)
    kind, recording, channel, start, duration, word, _, speaker = parts[:LEAST]
    parse_seconds(start, "start", reading, number)
    parse_seconds(duration, "duration", reading, number)
    end = repr(float(to_decimal(start) + to_decimal(duration)))
    fields = {"recording": recording, "channel": channel, "speaker": speaker, "start": start, "end": end}
    fields = {name: value for name, value in fields.items() if value != MISSING}
    if kind == WORD and word == MISSING:
        raise reading.error(f"a {WORD} has no word", number)
    return Utterance(make_key(fields), word if kind == WORD else "", fields)


def format_turn(row: Utterance) -> str:
    """The line of an utterance."""
    fields = row.fields
    start, end = find_times(row, "rttm")
    words = row.text.split()
    if len(words) > 1:
        raise ScoreError("rttm holds one word on a line, and this utterance has several", key=row.key)
    if row.text != "".join(words):
        raise ScoreError("rttm cannot hold spaces around a word, or an empty word", key=row.key)
    duration = f"{to_decimal(end) - to_decimal(start):f}"
    word = check_value(words[0] if words else MISSING, "word", row.key, words)
    names = [
        check_value(get_field(fields, name), name, row.key, fields.get(name))
        for name in ("recording", "channel", "speaker")
    ]
    if not fields.get("recording"):
        raise ScoreError("rttm needs a recording, and there is none", key=row.key)
    recording, channel, speaker = names
    kind = WORD if words else TURN
    return f"{kind} {recording} {channel} {start} {duration} {word} {MISSING} {speaker} {MISSING} {MISSING}"


def get_field(fields: Mapping[str, str], name: str) -> str:
    return fields.get(name) or MISSING


def check_value(value: str, name: str, key: str, original: object) -> str:
    """The value, if it can stand between spaces and is not taken for none."""
    if len(value.split()) != 1 or value.split(maxsplit=1)[0] != value or (original and value == MISSING):
        raise ScoreError(f'rttm cannot hold the {name} "{value}"', key=key)
    return value
