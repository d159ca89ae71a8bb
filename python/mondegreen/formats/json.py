"""JSON and JSON Lines: objects whose members are columns."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from mondegreen.corpus import Corpus
from mondegreen.formats.columns import KEY_NAMES, KEYS, PREDICTIONS, REFERENCES, TEXT_NAMES, TEXTS, fold_name
from mondegreen.formats.format import IDS, TIMES, Format, Reading, is_number
from mondegreen.formats.members import (
    OBJECT,
    Item,
    as_text,
    format_list,
    format_objects,
    make_corpus,
    parse_items,
    parse_json,
)

LIST = re.compile(r"\s*\[\s*(?:\{|\]\s*$)")


class Json(Format):
    """A list of objects, whose members are ID, text and fields; or an object that maps IDs to texts or objects.

    A list of texts has no keys, and an object may hold columns: `{"references": [...], "predictions": [...]}`. The key
    and the text are the members that the user names, else those that go by a usual name, such as `utterance` and
    `text`. Members that are neither text nor number are left out, with a warning, but `words` may be a list of objects
    with `word`, `start`, `end` and perhaps `confidence`.
    """

    name = "json"
    is_tabular = True
    holds = (IDS, TIMES)
    holds_fields = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether the first lines begin as a list of objects or as one object, and not with an object each."""
        found = [line for line in lines[:100] if line.strip()]
        beginning = "\n".join(found[:20])
        if len(found) > 1 and found[0].rstrip().endswith("}") and found[1].lstrip().startswith("{"):
            return False
        if hinted:
            return beginning.lstrip()[:1] in ("{", "[")
        return LIST.match(beginning) is not None or OBJECT.match(beginning) is not None

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The whole file is one list or one object."""
        return make_corpus(list_items(parse_json("\n".join(lines), reading), reading), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        return format_list(format_objects(corpus))


def list_items(found: Any, reading: Reading) -> list[Item]:  # noqa: ANN401 - any JSON
    """The utterances in any of the forms."""
    if isinstance(found, list):
        if all(isinstance(row, str) for row in found) and not all(map(is_number, found)):
            return [Item({TEXT_NAMES[0]: row}) for row in found]
        rows = [Item(row, place=f"item {at}: ") for at, row in enumerate(found, 1) if isinstance(row, dict)]
        if len(rows) < len(found):
            place = next(at for at, row in enumerate(found, 1) if not isinstance(row, dict))
            raise reading.error(f"item {place} is not an object, {{ ... }}")
        return rows
    if not isinstance(found, dict):
        raise reading.error("expected a JSON list or object")
    if is_row(found, reading):
        return [Item(found)]
    if (columns := find_columns(found, reading)) is not None:
        return columns
    if all(isinstance(value, dict) for value in found.values()):
        return [Item(value, place=f'item "{key}": ', key=key) for key, value in found.items()]
    if skipped := [key for key, value in found.items() if as_text(value) is None]:
        raise reading.error(f'item "{skipped[0]}" is not a text, unlike the others')
    return [Item({KEY_NAMES[0]: key, TEXT_NAMES[0]: value}) for key, value in found.items()]


def is_row(found: Mapping[str, Any], reading: Reading) -> bool:
    """Whether an object is one utterance: it has a text by a usual name, or by the one that the user gave."""
    texts = [name for name, value in found.items() if as_text(value) is not None]
    if reading.text is not None:
        return reading.text in texts
    plains = set(map(fold_name, texts))
    return not plains.isdisjoint(TEXTS) or not (plains.isdisjoint(REFERENCES) or plains.isdisjoint(PREDICTIONS))


def find_columns(found: Mapping[str, Any], reading: Reading) -> list[Item] | None:
    """The rows of an object of columns, each a list or, as pandas writes it, an object by row; else none."""
    known_names = {*TEXTS, *REFERENCES, *PREDICTIONS}
    requested = {name for name in (reading.text, reading.key, reading.other) if name is not None}
    if not any(
        isinstance(value, list | dict) and (name in requested or fold_name(name) in known_names)
        for name, value in found.items()
    ):
        return None
    columns = transpose_rows(found, known_names) or {
        name: list(value) for name, value in find_lists(found, known_names | requested)
    }
    if not columns:
        return None
    if len({len(column) for column in columns.values()}) > 1:
        sizes = ", ".join(f'"{name}" {len(column)}' for name, column in columns.items())
        raise reading.error(f"the columns hold different numbers of texts: {sizes}")
    rows = zip(*columns.values(), strict=True)
    return [Item(dict(zip(columns, row, strict=True)), place=f"row {at}: ") for at, row in enumerate(rows, 1)]


def transpose_rows(found: Mapping[str, Any], known_names: Collection[str]) -> dict[str, list[Any]]:
    """The columns of an object whose members are all objects by row; none if these have members of usual names."""
    columns = list(found.values())
    if not all(isinstance(column, dict) and list(column) == list(columns[0]) for column in columns):
        return {}
    if any(fold_name(row) in known_names for row in columns[0]):
        return {}  # they are utterances, and one bears a usual name
    return {name: list(column.values()) for name, column in found.items()}


def find_lists(found: Mapping[str, Any], names: Collection[str]) -> Iterator[tuple[str, list[Any]]]:
    """The lists that are columns: those of usual or wanted names, and those that are as long."""
    named_lists = [value for name, value in found.items() if isinstance(value, list) and is_wanted(name, names)]
    for name, value in found.items():
        if isinstance(value, list) and (is_wanted(name, names) or any(len(value) == len(each) for each in named_lists)):
            yield name, value


def is_wanted(name: str, names: Collection[str]) -> bool:
    """Whether a column goes by one of these names, or by a usual name of utterance IDs."""
    return name in names or fold_name(name) in names or fold_name(name) in KEYS


class JsonLines(Json):
    """An object on each line, whose members are the ID, the text and fields.

    The key and the text are the members that the user names, else those that go by a usual name, such as `utterance`
    and `text`. Members that are neither text nor number are left out, with a warning, but `words` may be a list of
    objects with `word`, `start`, `end` and perhaps `confidence`.
    """

    name = "jsonl"
    is_by_line = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        found = [line for line in lines if line.strip()]
        if hinted:
            return bool(found) and found[0].lstrip().startswith("{")
        return bool(found) and all(OBJECT.match(line) and line.rstrip().endswith("}") for line in found)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        return make_corpus(list(parse_items(lines, reading)), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """An object for each utterance."""
        return format_objects(corpus)
