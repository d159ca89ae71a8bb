"""JSON: a list of objects, or an object of texts or objects by key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mondegreen.corpus import Corpus
from mondegreen.read.columns import KEY_NAMES, TEXT_NAMES
from mondegreen.read.jsonl import OBJECT
from mondegreen.read.members import Item, beyond_members, cell, corpus_of, objects, parsed
from mondegreen.read.reading import Reading

LIST = re.compile(r"\s*\[\s*(?:\{|\]\s*$)")


class Json:
    """A list of objects, whose members are key, text and fields; or an object that has texts, or objects, by key.

    The key and the text are the members that the user names, else those that go by a usual name, such as `utterance`
    and `text`. Members that are neither text nor number are left out, with a warning, but `words` may be a list of
    objects with `word`, `start`, `end` and perhaps `confidence`.
    """

    name = "json"
    suffixes = (".json",)
    tabular = True

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:
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
        return corpus_of(items(parsed("\n".join(lines), reading), reading), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A list of objects, each on its line."""
        yield "["
        last = None
        for each in objects(corpus):
            if last is not None:
                yield f"{last},"
            last = each
        if last is not None:
            yield last
        yield "]"

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but keys, texts, fields and timed words."""
        return beyond_members(corpus)


def items(found: Any, reading: Reading) -> list[Item]:  # noqa: ANN401 - any JSON
    """The utterances in any of the forms."""
    if isinstance(found, list):
        rows = [Item(row, place=f"item {at}: ") for at, row in enumerate(found, 1) if isinstance(row, dict)]
        if len(rows) < len(found):
            place = next(at for at, row in enumerate(found, 1) if not isinstance(row, dict))
            raise reading.error(f"item {place} is no object, {{ ... }}")
        return rows
    if not isinstance(found, dict):
        raise reading.error("this is neither a list, [ ... ], nor an object, { ... }")
    if is_row(found, reading):
        return [Item(found)]
    if all(isinstance(value, dict) for value in found.values()):
        return [Item(value, place=f'item "{key}": ', key=key) for key, value in found.items()]
    if odd := [key for key, value in found.items() if cell(value) is None]:
        raise reading.error(f'item "{odd[0]}" is no text, unlike others')
    return [Item({KEY_NAMES[0]: key, TEXT_NAMES[0]: value}) for key, value in found.items()]


def is_row(found: Mapping[str, Any], reading: Reading) -> bool:
    """Whether an object is one utterance: it has a text by a usual name, or by the one that the user gave."""
    names = TEXT_NAMES if reading.text is None else (reading.text,)
    return any(name in names and cell(value) is not None for name, value in found.items())
