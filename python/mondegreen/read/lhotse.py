"""lhotse's supervisions: JSON Lines with `recording_id`, `start`, `duration` and `text`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mondegreen.corpus import Corpus
from mondegreen.read.jsonl import OBJECT
from mondegreen.read.members import items_of, left_out
from mondegreen.read.numbers import dumped
from mondegreen.read.reading import Reading
from mondegreen.read.supervision import beyond_supervisions, refuse, utterance, written

MEMBER = re.compile(r'"recording_id"\s*:')
WHOLE = re.compile(r'"(?:duration|start)"\s*:')
OF_CUTS = re.compile(r'"supervisions"\s*:\s*\[')


class Lhotse:
    """lhotse's supervisions, `*supervisions*.jsonl` or `.jsonl.gz`, one on each line.

    The key is the `id`; fields are `recording`, `start`, `end`, `channel`, `speaker` and what else is text or number,
    members of `custom` with `custom.` before their names. Words are timed where there is an `alignment` of words, in
    lists or, as older versions wrote them, in objects.
    """

    name = "lhotse"
    suffixes = (".jsonl",)
    tabular = False

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:
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
        odd: dict[str, None] = {}
        corpus = Corpus.of([utterance(item, "0", odd, reading) for item in items_of(lines, reading)], reading.name)
        return told(corpus, odd)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A supervision for each utterance."""
        refuse(corpus)
        for row in corpus:
            yield dumped(written(row))

    @staticmethod
    def loses(corpus: Corpus) -> list[str]:
        """Segments that are not to be scored."""
        return beyond_supervisions(corpus)


def told(corpus: Corpus, odd: dict[str, None]) -> Corpus:
    """The corpus with a note of what was left out."""
    return replace(corpus, notes=(*corpus.notes, *left_out(odd, corpus.name)))
