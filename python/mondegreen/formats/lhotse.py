"""lhotse's supervisions, each on a line of JSON, and its cuts, each with the list of its `supervisions`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import check_fields
from mondegreen.formats.format import (
    IDS,
    TIMES,
    Format,
    Reading,
    are_in_order,
    find_losses,
    is_number,
    parse_number,
    parse_seconds,
    parse_span,
    to_decimal,
)
from mondegreen.formats.members import (
    NUMBER,
    Item,
    JsonNumber,
    are_objects,
    as_number,
    as_text,
    dump_json,
    note_skipped,
    parse_items,
    parse_json,
)

# The members that are no fields, or fields under other names.
OWN = ("id", "start", "duration", "text", "alignment", "custom", "recording_id")
CUSTOM = "custom."
WORDS = "word"


def parse_supervision(item: Item, offset: str, skipped: dict[str, None], reading: Reading) -> Utterance:
    """The utterance of a supervision whose times count from the offset; what is skipped is put into `skipped`."""
    members = item.members
    key, text = as_text(members.get("id")), as_text(members.get("text"))
    if not key or text is None:
        raise item.error(f'"{"text" if key else "id"}" is missing or no text', reading)
    start, end = parse_times(members, offset, item, reading)
    fields = {"recording": as_text(members.get("recording_id")) or "", "start": start, "end": end}
    for name, value in plain_members(members, skipped).items():
        fields.setdefault(name, value)
    return Utterance(key, text, fields, parse_words(members.get("alignment"), offset, skipped, item, reading))


def parse_times(members: Mapping[str, Any], offset: str, item: Item, reading: Reading) -> tuple[str, str]:
    start, duration = (as_text(members.get(name)) or "" for name in ("start", "duration"))
    parse_number(start, "start", reading, item.line)
    parse_seconds(duration, "duration", reading, item.line)
    first = to_decimal(start) + to_decimal(offset)
    begin = repr(float(first)) if to_decimal(offset) else start
    end = repr(float(first + to_decimal(duration)))
    parse_span(begin, end, reading, item.line)
    return begin, end


def plain_members(members: Mapping[str, Any], skipped: dict[str, None]) -> dict[str, str]:
    """The members that are texts or numbers, those that users added too."""
    fields = {}
    custom = members.get("custom")
    added = {f"{CUSTOM}{name}": value for name, value in custom.items()} if isinstance(custom, dict) else {}
    for name, value in {**members, **added}.items():
        if name in OWN:
            continue
        if name == "channel" and isinstance(value, list) and all(as_text(each) for each in value):
            fields[name] = ",".join(as_text(each) or "" for each in value)
        elif (text := as_text(value)) is None:
            skipped[name] = None
        else:
            fields[name] = text
    return fields


def parse_words(
    alignment: Any,  # noqa: ANN401 - any JSON
    offset: str,
    skipped: dict[str, None],
    item: Item,
    reading: Reading,
) -> list[TimedWord] | None:
    """The timed words, from lists of symbol, start, duration and score, or from objects by these names."""
    if not isinstance(alignment, dict):
        return None
    skipped.update((f"alignment of each {kind}", None) for kind in alignment if kind != WORDS)
    found = alignment.get(WORDS)
    if not isinstance(found, list):
        return None
    return [parse_word(each, offset, item, reading) for each in found]


def parse_word(found: Any, offset: str, item: Item, reading: Reading) -> TimedWord:  # noqa: ANN401 - any JSON
    """One timed word."""
    named = ("symbol", "start", "duration", "score")
    parts = [found.get(name) for name in named] if isinstance(found, dict) else found
    if not isinstance(parts, list) or len(parts) < 3 or not all(isinstance(part, str) for part in parts[:3]):
        raise item.error("a word of the alignment is not a list of symbol, start, duration and score", reading)
    parse_number(parts[1], "start of a word", reading, item.line)
    parse_seconds(parts[2], "duration of a word", reading, item.line)
    start = to_decimal(parts[1]) + to_decimal(offset)
    sure = parts[3] if len(parts) > 3 else None
    confidence = float(sure) if isinstance(sure, str) and is_number(sure) else None
    return TimedWord(parts[0], float(start), float(start + to_decimal(parts[2])), confidence)


def make_supervision(row: Utterance, offset: str = "0") -> dict[str, Any]:
    """The supervision of an utterance, whose times count from the offset; what lhotse needs must be there."""
    for name in ("recording", "start", "end"):
        if not row.fields.get(name):
            raise ScoreError(f"lhotse needs a {name} of each utterance, and this one has none", key=row.key)
    if not row.key:
        raise ScoreError("an utterance ID is empty", key=row.key)
    others = dict(row.fields)
    recording, start, end = (others.pop(name) for name in ("recording", "start", "end"))
    parse_span(start, end, Reading("lhotse"), key=row.key)
    channels = [as_number(each) for each in others.pop("channel", "0").split(",")]
    custom = {name.removeprefix(CUSTOM): others.pop(name) for name in list(others) if name.startswith(CUSTOM)}
    return {
        "id": row.key,
        "recording_id": recording,
        "start": subtract_offset(offset, start),
        "duration": find_duration(start, end, row.key),
        "channel": channels if len(channels) > 1 else channels[0],
        "text": row.text,
        **others,
        **({"custom": custom} if custom else {}),
        **(
            {}
            if row.words is None
            else {"alignment": {WORDS: [format_word(each, offset, row.key) for each in row.words]}}
        ),
    }


def format_word(each: TimedWord, offset: str, key: str) -> list[Any]:
    if not are_in_order(each):
        raise ScoreError(f'"{each.word}" has no times in order: {each.start}, {each.end}', key=key)
    start, end = repr(each.start), repr(each.end)
    parts: list[Any] = [each.word, subtract_offset(offset, start), find_duration(start, end, key)]
    return parts if each.confidence is None else [*parts, JsonNumber(repr(each.confidence))]


def subtract_offset(offset: str, start: str) -> str:
    if to_decimal(offset):
        return JsonNumber(to_decimal(start) - to_decimal(offset))
    return JsonNumber(start if NUMBER.fullmatch(start) else repr(float(start)))


def find_duration(start: str, end: str, key: str) -> str:
    """The duration from which the end is found again."""
    duration = to_decimal(end) - to_decimal(start)
    if float(to_decimal(start) + duration) != float(end):
        raise ScoreError(f"{start} and {end} are too far apart to compute a duration", key=key)
    return JsonNumber(duration)


MEMBER = re.compile(r'"recording_id"\s*:')
WHOLE = re.compile(r'"(?:duration|start)"\s*:')
OF_CUTS = re.compile(r'"supervisions"\s*:\s*\[')
NO_CUT = re.compile(rf"\A(?!.*{OF_CUTS.pattern})", re.DOTALL)


def is_list(lines: Sequence[str]) -> bool:
    return next((line for line in lines if line.strip()), "").lstrip().startswith("[")


def join_list(lines: Sequence[str]) -> Sequence[str]:
    """The beginning of a list as if it were one object on a line; other lines as they are."""
    return ["\n".join(lines[:200]).lstrip()[1:]] if is_list(lines) else lines


def list_items(lines: Sequence[str], reading: Reading) -> Iterator[Item]:
    """The objects of a manifest: on a line each, or in a list, as `.json` has them."""
    if not is_list(lines):
        yield from parse_items(lines, reading)
        return
    for at, each in enumerate(parse_json("\n".join(lines), reading), 1):
        if not isinstance(each, dict):
            raise reading.error(f"item {at} is not an object, {{ ... }}")
        yield Item(each, place=f"item {at}: ")


class Lhotse(Format):
    """lhotse's supervisions, `*supervisions*.jsonl` or `.jsonl.gz`, one on each line, or a list of them in `.json`.

    The key is the `id`; fields are `recording`, `start`, `end`, `channel`, `speaker` and what else is text or number,
    members of `custom` with `custom.` before their names. Words are timed where there is an `alignment` of words, in
    lists or, as older versions wrote them, in objects.
    """

    name = "lhotse"
    holds = (IDS, TIMES)
    holds_fields = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        return are_objects(join_list(lines), MEMBER, WHOLE, NO_CUT, hinted=hinted)

    @classmethod
    def read(cls, lines: Sequence[str], reading: Reading) -> Corpus:
        skipped: dict[str, None] = {}
        rows = [row for item in list_items(lines, reading) for row in cls.parse_item(item, skipped, reading)]
        return Corpus.of(rows, reading.name).add_notes(*note_skipped(skipped, reading.name))

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        check_fields(corpus, [name for name in OWN if name != "start"])
        for row in corpus:
            yield dump_json(cls.make_members(row))

    @staticmethod
    def parse_item(item: Item, skipped: dict[str, None], reading: Reading) -> Iterator[Utterance]:
        """The utterances of a line."""
        yield parse_supervision(item, "0", skipped, reading)

    @staticmethod
    def make_members(row: Utterance) -> dict[str, Any]:
        """The line of an utterance."""
        return make_supervision(row)


# The fields that say where an utterance stands among cuts and supervisions.
SUPERVISION, CUT = "supervision", "cut"
MIXED, PADDING = "MixedCut", "PaddingCut"


def list_supervisions(item: Item, reading: Reading) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each supervision of a cut, and from when its times count; in a mix, that is when its track begins."""
    tracks = item.members.get("tracks")
    if item.members.get("type") != MIXED:
        cuts: list[tuple[Any, Any]] = [(item.members, item.members.get("start"))]
    elif isinstance(tracks, list) and all(isinstance(track, dict) for track in tracks):
        cuts = [(track.get("cut"), track.get("offset")) for track in tracks]
    else:
        raise item.error('a MixedCut needs a list of "tracks", each an object, { ... }', reading)
    for cut, start in cuts:
        offset = as_text(start) or "0"
        parse_number(offset, "start", reading, item.line)
        if isinstance(cut, dict) and cut.get("type") == PADDING:
            continue
        found = cut.get("supervisions") if isinstance(cut, dict) else None
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise item.error('a cut needs an "id" and a list of "supervisions"', reading)
        yield from ((offset, members) for members in found)


class Cuts(Lhotse):
    """lhotse's cuts, `*cuts*.jsonl` or `.jsonl.gz`, or a list of them in `.json`, each with its transcript.

    Each supervision is an utterance. Its key is the cut's `id`, as icefall names its results, or in a cut with several
    the supervision's own; the other id is the field `supervision` or `cut`. Times are those of the recording, or of the
    mix in a MixedCut, which is the recording then. All else is as in supervisions by themselves; what the cut tells of
    its sound is left out.
    """

    name = "cuts"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        return are_objects(join_list(lines), OF_CUTS, hinted=hinted)

    @staticmethod
    def parse_item(item: Item, skipped: dict[str, None], reading: Reading) -> Iterator[Utterance]:
        name = as_text(item.members.get("id"))
        if not name:
            raise item.error('a cut needs an "id" and a list of "supervisions"', reading)
        rows = [
            parse_supervision(Item(members, item.line, item.place), offset, skipped, reading)
            for offset, members in list_supervisions(item, reading)
        ]
        mixed = {"recording": name} if item.members.get("type") == MIXED else {}
        for row in rows:
            alone = len(rows) == 1
            other = {} if row.key == name else {SUPERVISION: row.key} if alone else {CUT: name}
            yield row._replace(key=name if alone else row.key, fields={**row.fields, **mixed, **other})

    @staticmethod
    def make_members(row: Utterance) -> dict[str, Any]:
        """A cut of just the utterance, whose times then count from its start."""
        fields = {name: value for name, value in row.fields.items() if name not in (SUPERVISION, CUT)}
        supervision = make_supervision(
            row._replace(key=row.fields.get(SUPERVISION, row.key), fields=fields), row.fields.get("start", "0")
        )
        return {
            "id": row.key,
            "start": subtract_offset("0", row.fields["start"]),
            "duration": supervision["duration"],
            "channel": supervision["channel"],
            "supervisions": [supervision],
            "type": "MonoCut",
        }

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """Segments that are not to be scored, and cuts in which there was more than one utterance."""
        return find_losses(corpus, {IDS, TIMES, *corpus.fields} - {CUT})
