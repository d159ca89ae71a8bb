"""lhotse's supervisions: JSON Lines with `recording_id`, `start`, `duration` and `text`."""

import re
from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.formats.format import Format
from mondegreen.formats.jsonl import OBJECT
from mondegreen.formats.members import dump_json, note_skipped, parse_items
from mondegreen.formats.reading import Reading
from mondegreen.formats.supervision import check_members, list_losses, make_supervision, parse_supervision

MEMBER = re.compile(r'"recording_id"\s*:')
WHOLE = re.compile(r'"(?:duration|start)"\s*:')
OF_CUTS = re.compile(r'"supervisions"\s*:\s*\[')


class Lhotse(Format):
    """lhotse's supervisions, `*supervisions*.jsonl` or `.jsonl.gz`, one on each line.

    The key is the `id`; fields are `recording`, `start`, `end`, `channel`, `speaker` and what else is text or number,
    members of `custom` with `custom.` before their names. Words are timed where there is an `alignment` of words, in
    lists or, as older versions wrote them, in objects.
    """

    name = "lhotse"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line is an object with a recording, a start and a duration."""
        found = [line for line in lines if line.strip()]
        looked = found[:1] if hinted else found
        return bool(found) and all(
            OBJECT.match(line) and MEMBER.search(line) and WHOLE.search(line) and not OF_CUTS.search(line)
            for line in looked
        )

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line that is not blank."""
        skipped: dict[str, None] = {}
        corpus = Corpus.of(
            [parse_supervision(item, "0", skipped, reading) for item in parse_items(lines, reading)], reading.name
        )
        return add_skipped_note(corpus, skipped)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A supervision for each utterance."""
        check_members(corpus)
        for row in corpus:
            yield dump_json(make_supervision(row))

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """Segments that are not to be scored."""
        return list_losses(corpus)


def add_skipped_note(corpus: Corpus, skipped: dict[str, None]) -> Corpus:
    """The corpus with a note of what was skipped."""
    return corpus.add_notes(*note_skipped(skipped, corpus.name))
