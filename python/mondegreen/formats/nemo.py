"""NeMo's manifests, and the results of the Open ASR Leaderboard, which are made of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.columns import check_fields
from mondegreen.formats.format import (
    REFERENCE_FIELD,
    SYSTEM_PREFIX,
    Format,
    Reading,
    is_number,
    parse_number,
    to_decimal,
)
from mondegreen.formats.members import Item, are_objects, as_number, as_text, dump_json, note_skipped, parse_items
from mondegreen.notes import Note

SOUND, REFERENCE_TEXT, PREDICTION, BEAMS, OFFSET = "audio_filepath", "text", "pred_text", "beams", "offset"
MEMBER = re.compile(rf'"{SOUND}"\s*:')
TEXT = re.compile(rf'"(?:{REFERENCE_TEXT}|{PREDICTION}[^"]*)"\s*:')
# Members that these toolkits want as numbers.
NUMERIC = frozenset(("duration", OFFSET, "time", "wer", "cer", "tokens", "ins_rate", "del_rate", "sub_rate"))


def parse_entries(lines: Sequence[str], reading: Reading) -> Iterator[Item]:
    for item in parse_items(lines, reading):
        if not as_text(item.members.get(SOUND)):
            raise item.error(f'"{SOUND}" is missing or no text', reading)
        yield item


def make_corpus(found: Sequence[Item], reading: Reading) -> Corpus:
    """The corpus of the entries: the hypothesis is the text, if there is one."""
    column = find_hypothesis(found, reading)
    skipped: dict[str, None] = {}
    corpus = Corpus.of([make_utterance(each, column, skipped, reading) for each in found], reading.name)
    has_reference = column != REFERENCE_TEXT and any(REFERENCE_TEXT in each.members for each in found)
    if has_reference and REFERENCE_FIELD not in corpus.fields:
        corpus = replace(corpus, fields={**corpus.fields, REFERENCE_FIELD: [""] * len(corpus)})
    if column in corpus.fields:  # one list, so that the system of that name is known for the one that is read
        corpus = replace(corpus, texts=corpus.fields[column])
    missing = tuple(key for key, each in zip(corpus.keys, found, strict=True) if column not in each.members)
    if missing:
        corpus = corpus.add_notes(Note("column-empty", reading.name, missing, {"column": column}))
    return corpus.add_notes(*note_skipped(skipped, reading.name))


def find_hypothesis(found: Sequence[Item], reading: Reading) -> str:
    """The member that holds the hypothesis: the one that the user names, or the plainest; else the text."""
    names = list(dict.fromkeys(name for each in found for name in each.members))
    predictions = [name for name in names if name == PREDICTION or name.startswith(SYSTEM_PREFIX)]
    if reading.text is not None:
        if reading.text not in names:
            there = ", ".join([REFERENCE_TEXT, *predictions])
            raise reading.error(f'no member is named "{reading.text}"; those with texts are: {there}')
        return reading.text
    return PREDICTION if PREDICTION in predictions else (predictions or [REFERENCE_TEXT])[0]


def make_utterance(entry: Item, column: str, skipped: dict[str, None], reading: Reading) -> Utterance:
    """The utterance of an entry; the names of what is skipped are put into `skipped`."""
    fields = {}
    for name, value in entry.members.items():
        if name == column or (name == REFERENCE_TEXT and column != REFERENCE_TEXT):
            text = as_text(value)
            if text is None:
                raise reading.error(f'"{name}" is not a text', entry.line)
            if name.startswith(SYSTEM_PREFIX):
                fields[name] = text
        elif name == BEAMS and (beams := rank_beams(value)) is not None:
            fields.update(beams)
        elif (text := as_text(value)) is None:
            skipped[name] = None
        else:
            fields[name] = text
    if column != REFERENCE_TEXT and as_text(entry.members.get(REFERENCE_TEXT)):
        fields[REFERENCE_FIELD] = as_text(entry.members[REFERENCE_TEXT]) or ""
    if fields.get(OFFSET):
        parse_number(fields[OFFSET], OFFSET, reading, entry.line)
    key = make_key(fields)
    if fields[SOUND] == key:
        fields.pop(SOUND)
    return Utterance(key, as_text(entry.members.get(column)) or "", fields)


def make_key(fields: Mapping[str, str]) -> str:
    """The file of sound, and where in it the stretch begins, unless that is its beginning."""
    offset = fields.get(OFFSET, "")
    return f"{fields[SOUND]}-{float(offset)!r}" if is_number(offset) and float(offset) else fields[SOUND]


def rank_beams(value: Any) -> dict[str, str] | None:  # noqa: ANN401 - any JSON
    """Beams as fields, `beam1` with `beam1_score` and so on; none if they are no list of texts and scores."""
    if not isinstance(value, list):
        return None
    fields = {}
    for rank, each in enumerate(value, 1):
        if not isinstance(each, list) or len(each) != 2 or not all(isinstance(part, str) for part in each):
            return None
        fields[f"beam{rank}"], fields[f"beam{rank}_score"] = each
    return fields


def make_members(row: Utterance, *, has_reference: bool) -> dict[str, Any]:
    """The members of an utterance's entry, its beams in the order of their ranks."""
    left = dict(row.fields)
    sound = left.pop(SOUND, row.key)
    if make_key({**row.fields, SOUND: sound}) != row.key:
        raise ScoreError(
            f'a manifest names utterances by "{SOUND}" and "{OFFSET}", and this utterance ID differs', key=row.key
        )
    texts = (
        {REFERENCE_TEXT: left.pop(REFERENCE_FIELD, ""), PREDICTION: row.text}
        if has_reference
        else {REFERENCE_TEXT: row.text}
    )
    beams: list[list[str]] = []
    while (name := f"beam{len(beams) + 1}") in left or f"{name}_score" in left:
        beams.append([left.pop(name, ""), as_number(left.pop(f"{name}_score", ""))])
    others = {name: as_number(value) if name in NUMERIC else value for name, value in left.items()}
    return {SOUND: sound, **others, **texts, **({BEAMS: beams} if beams else {})}


class Nemo(Format):
    """NeMo's manifest, with references and optional hypotheses.

    The key is the `audio_filepath`, followed by the `offset` where that is not 0. The text of an utterance is its
    `pred_text`, or the `pred_text_MODEL` that the user names as the text's column, and the field `reference` is its
    `text`; scored alone, the file is scored for each of its models. Without either the text is the `text`. `beams` are
    the fields `beam1`, `beam1_score`, `beam2`, ...; other texts and numbers are fields by their names, as they are
    written, be it `NaN`; only the `offset`, of which the key is made, must be a number.
    """

    name = "nemo"
    holds_both = True
    is_tabular = True
    table_format = "jsonl"
    holds_fields = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line, or the first, is an object that names a file of sound, and any has a text by our names."""
        return are_objects(lines, MEMBER, hinted=hinted) and any(map(TEXT.search, lines))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        return make_corpus(list(parse_entries(lines, reading)), reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        check_fields(corpus, [REFERENCE_TEXT, PREDICTION, BEAMS])
        if REFERENCE_FIELD not in corpus.fields and any(name.startswith(SYSTEM_PREFIX) for name in corpus.fields):
            raise ScoreError("holds hypotheses of several systems, and no reference", path=corpus.name)
        for row in corpus:
            yield dump_json(make_members(row, has_reference=REFERENCE_FIELD in corpus.fields))


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
