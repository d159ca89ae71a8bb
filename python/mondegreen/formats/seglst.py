"""SegLST: a JSON list of segments, as meeteval and the CHiME challenges write it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import check_fields
from mondegreen.formats.format import IDS, Format, find_losses, number_duplicates
from mondegreen.formats.members import Item, as_text, format_list, note_skipped, parse_json
from mondegreen.formats.reading import Reading, is_number

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
