"""JSON Lines: an object on each line."""

import re
from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format
from mondegreen.formats.members import format_objects, list_losses, make_corpus, parse_items
from mondegreen.formats.reading import Reading

OBJECT = re.compile(r'\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})')


class JsonLines(Format):
    """An object on each line, whose members are the key, the text and fields.

    The key and the text are the members that the user names, else those that go by a usual name, such as `utterance`
    and `text`. Members that are neither text nor number are left out, with a warning, but `words` may be a list of
    objects with `word`, `start`, `end` and perhaps `confidence`.
    """

    name = "jsonl"
    is_by_line = True
    is_tabular = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line begins and ends as an object does."""
        found = [line for line in lines if line.strip()]
        if hinted:
            return bool(found) and found[0].lstrip().startswith("{")
        return bool(found) and all(OBJECT.match(line) and line.rstrip().endswith("}") for line in found)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line that is not blank."""
        return make_corpus(list(parse_items(lines, reading)), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """An object for each utterance."""
        return format_objects(corpus)

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but utterance IDs, texts, fields and timed words."""
        return list_losses(corpus)
