"""The Open ASR Leaderboard's results: JSON Lines such as `MODEL_..._DATASET_....jsonl`."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any

from mondegreen.corpus import Corpus
from mondegreen.formats.members import Item, as_text
from mondegreen.formats.nemo import NUMERIC, PREDICTION, REFERENCE_TEXT, SOUND, Nemo, make_corpus, parse_entries
from mondegreen.formats.reading import Reading, is_number, to_decimal
from mondegreen.notes import Note

PARENT, INDEX = "parent_id", "chunk_index"
# What is summed over the chunks of a recording.
SUMMED = ("duration", "time")
OWN = re.compile(rf'"(?:time|{PARENT})"\s*:')


class Leaderboard(Nemo):
    """The results of a model on a dataset, as the Open ASR Leaderboard stores them.

    The key is the `audio_filepath`, the text of an utterance its `pred_text`, and the field `reference` its `text`.
    Chunks are put together under their `parent_id`, in the order of their `chunk_index`: what was recognized is joined,
    durations and times are summed, and what was said is the text of the first, which stands for the whole recording.
    """

    name = "leaderboard"
    table_format = ""

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line names a file of sound, and the first how long the model took or a parent."""
        first = next((line for line in lines if line.strip()), "")
        return Nemo.recognizes(lines, hinted=hinted) and OWN.search(first) is not None and f'"{PREDICTION}"' in first

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line, or from all chunks of one parent."""
        merged, broken = join_chunks(list(parse_entries(lines, reading)), reading)
        corpus = make_corpus(merged, reading)
        return corpus.add_notes(Note("chunks", reading.name, tuple(broken))) if broken else corpus


def join_chunks(found: Sequence[Item], reading: Reading) -> tuple[list[Item], list[str]]:
    """The entries, one for each parent; and the parents whose chunks are not numbered 0, 1, 2, ..."""
    chunks: dict[str, list[Item]] = {}
    for at, entry in enumerate(found):
        parent = as_text(entry.members.get(PARENT))
        chunks.setdefault(f"parent {parent}" if parent else f"line {at}", []).append(entry)
    merged, broken = [], []
    for group in chunks.values():
        if not as_text(group[0].members.get(PARENT)):
            merged += group
            continue
        ordered = sorted(group, key=lambda entry: parse_index(entry, reading))
        merged.append(join_entries(ordered))
        if [parse_index(entry, reading) for entry in ordered] != list(range(len(ordered))):
            broken.append(str(ordered[0].members[PARENT]))
    return merged, broken


def parse_index(entry: Item, reading: Reading) -> int:
    value = as_text(entry.members.get(INDEX)) or ""
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise reading.error(f'a chunk needs a "{INDEX}", 0 or more, beside its "{PARENT}"', entry.line)
    return int(value)


def join_entries(chunks: Sequence[Item]) -> Item:
    """One entry of the chunks of a recording."""
    first = chunks[0].members
    members: dict[str, Any] = {SOUND: first[PARENT]}
    for name in first:
        if name in SUMMED:
            members[name] = sum_values([chunk.members.get(name) for chunk in chunks])
        elif name.startswith(PREDICTION):
            predictions = ((as_text(chunk.members.get(name)) or "").strip() for chunk in chunks)
            members[name] = " ".join(filter(None, predictions))
        elif name == REFERENCE_TEXT or (name not in (SOUND, PARENT, INDEX) and name not in NUMERIC):
            members[name] = first[name]
    return Item(members, chunks[0].line)


def sum_values(values: Sequence[Any]) -> str:
    """The sum of what the chunks took, nothing if one does not tell."""
    numbers = [value for value in values if isinstance(value, str) and is_number(value) and isfinite(float(value))]
    return str(sum(map(to_decimal, numbers))) if len(numbers) == len(values) else ""
