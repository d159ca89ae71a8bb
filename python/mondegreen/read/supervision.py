"""lhotse's supervisions: what is said in a stretch of a recording, in lhotse's manifests of either kind."""

from collections.abc import Mapping
from typing import Any

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.read.columns import check
from mondegreen.read.members import Item, cell
from mondegreen.read.numbers import NUMBER, Written, as_number
from mondegreen.read.parts import KEYS, TIMES, beyond
from mondegreen.read.reading import Reading
from mondegreen.read.times import are_in_order, exact, is_number, number, seconds, span

# The members that are no fields, or fields under other names.
OWN = ("id", "start", "duration", "text", "alignment", "custom", "recording_id")
CUSTOM = "custom."
WORDS = "word"


def utterance(item: Item, offset: str, odd: dict[str, None], reading: Reading) -> Utterance:
    """The utterance of a supervision whose times count from the offset; what is left out is put into `odd`."""
    members = item.members
    key, text = cell(members.get("id")), cell(members.get("text"))
    if not key or text is None:
        raise item.error(f'"{"text" if key else "id"}" is missing or no text', reading)
    start, end = times(members, offset, item, reading)
    fields = {"recording": cell(members.get("recording_id")) or "", "start": start, "end": end}
    for name, value in plain(members, odd).items():
        fields.setdefault(name, value)
    return Utterance(key, text, fields, words(members.get("alignment"), offset, odd, item, reading))


def times(members: Mapping[str, Any], offset: str, item: Item, reading: Reading) -> tuple[str, str]:
    """When it starts and ends in the recording."""
    start, duration = (cell(members.get(name)) or "" for name in ("start", "duration"))
    number(start, "start", reading, item.line)
    seconds(duration, "duration", reading, item.line)
    first = exact(start) + exact(offset)
    begin = repr(float(first)) if exact(offset) else start
    end = repr(float(first + exact(duration)))
    span(begin, end, reading, item.line)
    return begin, end


def plain(members: Mapping[str, Any], odd: dict[str, None]) -> dict[str, str]:
    """The members that are texts or numbers, those that users added too."""
    fields = {}
    custom = members.get("custom")
    added = {f"{CUSTOM}{name}": value for name, value in custom.items()} if isinstance(custom, dict) else {}
    for name, value in {**members, **added}.items():
        if name in OWN:
            continue
        if name == "channel" and isinstance(value, list) and all(cell(each) for each in value):
            fields[name] = ",".join(cell(each) or "" for each in value)
        elif (text := cell(value)) is None:
            odd[name] = None
        else:
            fields[name] = text
    return fields


def words(
    alignment: Any,  # noqa: ANN401 - any JSON
    offset: str,
    odd: dict[str, None],
    item: Item,
    reading: Reading,
) -> list[TimedWord] | None:
    """The timed words, from lists of symbol, start, duration and score, or from objects by these names."""
    if not isinstance(alignment, dict):
        return None
    odd.update((f"alignment of each {kind}", None) for kind in alignment if kind != WORDS)
    found = alignment.get(WORDS)
    if not isinstance(found, list):
        return None
    return [word(each, offset, item, reading) for each in found]


def word(found: Any, offset: str, item: Item, reading: Reading) -> TimedWord:  # noqa: ANN401 - any JSON
    """One timed word."""
    named = ("symbol", "start", "duration", "score")
    parts = [found.get(name) for name in named] if isinstance(found, dict) else found
    if not isinstance(parts, list) or len(parts) < 3 or not all(isinstance(part, str) for part in parts[:3]):
        raise item.error("a word of the alignment is no list of symbol, start, duration and score", reading)
    number(parts[1], "start of a word", reading, item.line)
    seconds(parts[2], "duration of a word", reading, item.line)
    start = exact(parts[1]) + exact(offset)
    sure = parts[3] if len(parts) > 3 else None
    confidence = float(sure) if isinstance(sure, str) and is_number(sure) else None
    return TimedWord(parts[0], float(start), float(start + exact(parts[2])), confidence)


def written(row: Utterance, offset: str = "0") -> dict[str, Any]:
    """The supervision of an utterance, whose times count from the offset; what lhotse needs must be there."""
    for name in ("recording", "start", "end"):
        if not row.fields.get(name):
            raise ScoreError(f"lhotse needs a {name} of each utterance, and this one has none", key=row.key)
    if not row.key:
        raise ScoreError("an utterance's key is empty", key=row.key)
    others = dict(row.fields)
    recording, start, end = (others.pop(name) for name in ("recording", "start", "end"))
    span(start, end, Reading("lhotse"), key=row.key)
    channels = [as_number(each) for each in others.pop("channel", "0").split(",")]
    custom = {name.removeprefix(CUSTOM): others.pop(name) for name in list(others) if name.startswith(CUSTOM)}
    return {
        "id": row.key,
        "recording_id": recording,
        "start": since(offset, start),
        "duration": lasting(start, end, row.key),
        "channel": channels if len(channels) > 1 else channels[0],
        "text": row.text,
        **others,
        **({"custom": custom} if custom else {}),
        **({} if row.words is None else {"alignment": {WORDS: [aligned(each, offset, row.key) for each in row.words]}}),
    }


def aligned(each: TimedWord, offset: str, key: str) -> list[Any]:
    """A timed word as lhotse lists it."""
    if not are_in_order(each):
        raise ScoreError(f'"{each.word}" has no times in order: {each.start}, {each.end}', key=key)
    start, end = repr(each.start), repr(each.end)
    parts: list[Any] = [each.word, since(offset, start), lasting(start, end, key)]
    return parts if each.confidence is None else [*parts, Written(repr(each.confidence))]


def since(offset: str, start: str) -> str:
    """A time counted from the offset."""
    if exact(offset):
        return Written(exact(start) - exact(offset))
    return Written(start if NUMBER.fullmatch(start) else repr(float(start)))


def lasting(start: str, end: str, key: str) -> str:
    """The duration from which the end is found again."""
    duration = exact(end) - exact(start)
    if float(exact(start) + duration) != float(end):
        raise ScoreError(f"{start} and {end} are too far apart to tell how long that is", key=key)
    return Written(duration)


def refuse(corpus: Corpus) -> None:
    """Refuses fields that would hide a member of lhotse's."""
    check(corpus, [name for name in OWN if name != "start"])


def beyond_supervisions(corpus: Corpus, *others: str) -> list[str]:
    """What supervisions do not hold."""
    return beyond(corpus, {KEYS, TIMES, *corpus.fields} - set(others))
