"""lhotse's cuts: JSON Lines, each with the list of its `supervisions`."""

from collections.abc import Iterator, Sequence
from typing import Any

from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.format import Format
from mondegreen.formats.jsonl import OBJECT
from mondegreen.formats.lhotse import OF_CUTS, add_skipped_note
from mondegreen.formats.members import Item, as_text, dump_json, parse_items
from mondegreen.formats.reading import Reading
from mondegreen.formats.supervision import (
    check_members,
    list_losses,
    make_supervision,
    parse_supervision,
    subtract_offset,
)
from mondegreen.formats.times import parse_number

# The fields that say where an utterance stands among cuts and supervisions.
SUPERVISION, CUT = "supervision", "cut"


class Cuts(Format):
    """lhotse's cuts, `*cuts*.jsonl` or `.jsonl.gz`, each with what is said in it.

    Each supervision is an utterance. Its key is the cut's `id`, as icefall names its results, or in a cut with several
    the supervision's own; the other id is the field `supervision` or `cut`. Times are those of the recording. All else
    is as in supervisions by themselves; what the cut tells of its sound is left out.
    """

    name = "cuts"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line is an object with a list of supervisions."""
        found = [line for line in lines if line.strip()]
        looked = found[:1] if hinted else found
        return bool(found) and all(OBJECT.match(line) and OF_CUTS.search(line) for line in looked)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each supervision."""
        skipped: dict[str, None] = {}
        rows = [row for item in parse_items(lines, reading) for row in parse_cut(item, skipped, reading)]
        return add_skipped_note(Corpus.of(rows, reading.name), skipped)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A cut with one supervision for each utterance."""
        check_members(corpus)
        for row in corpus:
            yield dump_json(make_cut(row))

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """Segments that are not to be scored, and cuts in which there was more than one utterance."""
        return list_losses(corpus, CUT)


def parse_cut(item: Item, skipped: dict[str, None], reading: Reading) -> Iterator[Utterance]:
    """The utterances of a cut."""
    name, start = as_text(item.members.get("id")), as_text(item.members.get("start"))
    found = item.members.get("supervisions")
    if not name or not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise item.error('a cut needs an "id" and a list of "supervisions"', reading)
    offset = start or "0"
    parse_number(offset, "start", reading, item.line)
    for members in found:
        row = parse_supervision(Item(members, item.line), offset, skipped, reading)
        alone = len(found) == 1
        other = {} if row.key == name else {SUPERVISION: row.key} if alone else {CUT: name}
        yield row._replace(key=name if alone else row.key, fields={**row.fields, **other})


def make_cut(row: Utterance) -> dict[str, Any]:
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
