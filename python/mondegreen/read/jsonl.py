"""JSON Lines: an object on each line."""

import re
from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.read.members import beyond_members, corpus_of, items_of, objects
from mondegreen.read.reading import Reading

OBJECT = re.compile(r'\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})')


class JsonLines:
    """An object on each line, whose members are the key, the text and fields.

    The key and the text are the members that the user names, else those that go by a usual name, such as `utterance`
    and `text`. Members that are neither text nor number are left out, with a warning, but `words` may be a list of
    objects with `word`, `start`, `end` and perhaps `confidence`.
    """

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson")
    tabular = True

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line begins and ends as an object does."""
        found = [line for line in lines if line.strip()]
        if hinted:
            return bool(found) and found[0].lstrip().startswith("{")
        return bool(found) and all(OBJECT.match(line) and line.rstrip().endswith("}") for line in found)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line that is not blank."""
        return corpus_of(list(items_of(lines, reading)), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """An object for each utterance."""
        return objects(corpus)

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """All but keys, texts, fields and timed words."""
        return beyond_members(corpus)
