"""What JSON and JSON Lines share: objects whose members are columns."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from json import JSONDecoder
from typing import Any, NamedTuple, TypeAlias

from mondegreen.corpus import Corpus, TimedWord, check_cells
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import Columns, check_fields, make_table, select_columns
from mondegreen.formats.format import Reading, is_number, parse_span
from mondegreen.limits import check_nesting
from mondegreen.notes import Note

Object: TypeAlias = Mapping[str, Any]

WORDS = "words"
HALF = re.compile(r"\\u[dD][89a-fA-F]")
OBJECT = re.compile(r'\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})')
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class Item(NamedTuple):
    """An object, its line or else its place among others, and its utterance ID where that stands outside."""

    members: Object
    line: int | None = None
    place: str = ""
    key: str | None = None

    def error(self, what: str, reading: Reading) -> ScoreError:
        """The error of that sentence, at the item's place."""
        return reading.error(f"{self.place}{what}", self.line)

    def check_span(self, start: str, end: str, reading: Reading) -> None:
        """Refuses times that are none, negative, or out of order."""
        try:
            parse_span(start, end, reading)
        except ScoreError as error:
            raise self.error(error.what, reading) from error


# How reading JSON fails; the errors of its form and of its characters are `ValueError`s.
FAULTS = (ValueError, RecursionError)


def are_objects(lines: Sequence[str], *members: re.Pattern[str], hinted: bool) -> bool:
    """Whether each line that is not blank, or with a hint the first, begins as an object and has these members."""
    found = [line for line in lines if line.strip()]
    looked = found[:1] if hinted else found
    return bool(found) and all(OBJECT.match(line) and all(each.search(line) for each in members) for line in looked)


def parse_json(text: str, reading: Reading, line: int | None = None) -> Any:  # noqa: ANN401 - any JSON
    """What the JSON says."""
    import json

    try:
        found = make_decoder().decode(text)
        if "\\u" in text and HALF.search(text):
            json.dumps(found, ensure_ascii=False).encode()
    except FAULTS as error:
        raise make_json_error(error, reading, line) from error
    check_nesting(found, reading.name, None if line is None else reading.before + line)
    return found


def make_json_error(error: Exception, reading: Reading, line: int | None = None) -> ScoreError:
    """What is wrong with JSON of which reading failed so."""
    import json

    if isinstance(error, json.JSONDecodeError):
        return reading.error(f"this is not JSON: {error.msg}, column {error.colno}", line or error.lineno)
    if isinstance(error, RecursionError):
        return reading.error("this JSON is nested too deeply", line)
    if isinstance(error, UnicodeEncodeError):
        return reading.error("this JSON escapes half a character (a lone surrogate)", line)
    return reading.error("a number in this JSON is too long", line)  # Python reads no more than some thousand digits


def parse_items(lines: Sequence[str], reading: Reading) -> Iterator[Item]:
    for at, line in enumerate(lines, 1):
        if line.strip():
            found = parse_json(line, reading, at)
            if not isinstance(found, dict):
                raise reading.error("this is not an object, { ... }", at)
            yield Item(found, at)


@cache
def make_decoder() -> "JSONDecoder":
    """Reads JSON; numbers stay as they are written, and any character may stand in a text."""
    import json

    return json.JSONDecoder(strict=False, parse_float=str, parse_int=str, parse_constant=str)


def make_corpus(items: Sequence[Item], reading: Reading) -> Corpus:
    """The corpus that the items make; members that are neither text nor number are skipped, and told."""
    cells = [{name: as_text(value) for name, value in item.members.items()} for item in items]
    words = None if not items else parse_all_words([item.members.get(WORDS) for item in items])
    names = dict.fromkeys(name for row in cells for name, value in row.items() if value is not None)
    skipped = dict.fromkeys(name for row in cells for name, value in row.items() if value is None and name not in names)
    if words is not None:
        skipped.pop(WORDS, None)
    check_cells(len(names), len(items), sum(map(len, cells)), reading.name)
    columns = find_columns(items, list(names), reading)
    texts = [require_cell(item, row, columns.text, "text", reading) for item, row in zip(items, cells, strict=True)]
    if columns.key is not None:
        keys = [require_cell(item, row, columns.key, "key", reading) for item, row in zip(items, cells, strict=True)]
    else:
        keys = [str(at) if item.key is None else item.key for at, item in enumerate(items, 1)]
    if "" in keys:
        raise items[keys.index("")].error("the utterance ID is empty", reading)
    return Corpus(
        keys,
        texts,
        reading.name,
        keyed=columns.key is not None or any(item.key is not None for item in items),
        fields={name: [row.get(name) or "" for row in cells] for name in columns.fields},
        words=words,
        notes=note_skipped(skipped, reading.name),
    )


def note_skipped(skipped: Collection[str], name: str, members: str = "members") -> tuple[Note, ...]:
    return (Note("members-skipped", name, detail={"members": members, "names": ", ".join(skipped)}),) if skipped else ()


def find_columns(items: Sequence[Item], names: list[str], reading: Reading) -> Columns:
    """The columns among the names of members; keys that stand outside need none."""
    if not items:
        return Columns("", "", ())
    if reading.key is None and any(item.key is not None for item in items):
        inner = select_columns(["", *names], replace(reading, key="", keyless=False))
        return replace(inner, key=None, fields=tuple(name for name in names if name != inner.text))
    return select_columns(names, reading)


def require_cell(item: Item, row: Mapping[str, str | None], name: str, what: str, reading: Reading) -> str:
    if row.get(name) is None:
        there = ", ".join(f'"{each}"' for each in row) or "none"
        raise item.error(f'the {what}, "{name}", is missing or no text; the members are: {there}', reading)
    return row[name] or ""


def as_text(value: Any) -> str | None:  # noqa: ANN401 - any JSON
    """A member as text, nothing for null; or none if it has parts."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else None


def parse_all_words(values: Sequence[Any]) -> list[list[TimedWord]] | None:
    """The timed words of each item, or none if some item has none."""
    found = []
    for value in values:
        words = parse_words(value)
        if words is None:
            return None
        found.append(words)
    return found


def parse_words(value: Any) -> list[TimedWord] | None:  # noqa: ANN401 - any JSON
    """Timed words, if the value is a list of nothing else."""
    if not isinstance(value, list):
        return None
    found = []
    for each in value:
        if not isinstance(each, dict) or not isinstance(each.get("word"), str):
            return None
        numbers = [each.get(name) for name in ("start", "end", "confidence")]
        start, end, sure = (float(word) if isinstance(word, str) and is_number(word) else None for word in numbers)
        if start is None or end is None or (sure is None and numbers[2] is not None):
            return None
        found.append(TimedWord(each["word"], start, end, sure))
    return found


def format_list(objects: Iterable[str]) -> Iterator[str]:
    """A list of objects, each on its line."""
    yield "["
    last = None
    for each in objects:
        if last is not None:
            yield f"{last},"
        last = each
    if last is not None:
        yield last
    yield "]"


def format_objects(corpus: Corpus) -> Iterator[str]:
    """An object on a line for each utterance."""
    import json

    columns = make_table(corpus)
    if corpus.words is not None:
        check_fields(corpus, [WORDS])
    for at, row in enumerate(zip(*columns.values(), strict=True)):
        members: dict[str, Any] = dict(zip(columns, row, strict=True))
        if corpus.words is not None:
            members[WORDS] = [
                {name: value for name, value in word._asdict().items() if value is not None}
                for word in corpus.words[at]
            ]
        try:
            yield json.dumps(members, ensure_ascii=False, allow_nan=False)
        except ValueError as error:
            raise ScoreError("JSON cannot hold a time that is not a number", key=corpus.keys[at]) from error


class JsonNumber(str):
    """A number, as it is to stand in JSON."""

    __slots__ = ()


def as_number(value: str) -> str:
    """The text as a number, if JSON knows it for one."""
    return JsonNumber(value) if NUMBER.fullmatch(value) else value


def dump_json(value: Any) -> str:  # noqa: ANN401 - any JSON
    """The JSON of texts, numbers as they are written, lists and objects of them, on one line."""
    import json

    if isinstance(value, JsonNumber):
        return str(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{dump_json(name)}: {dump_json(each)}' for name, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(dump_json, value))}]"
    return json.dumps(value, ensure_ascii=False)
