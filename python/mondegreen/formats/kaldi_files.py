"""Kaldi's files beside the text: utt2spk, spk2utt, segments, and any other that gives utterances a value."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats import read
from mondegreen.formats.reading import Reading, is_number, parse_seconds, parse_span
from mondegreen.io.source import label, load_lines
from mondegreen.notes import Note

TO_THE_END = "-1"


def read_speakers(path: str, encoding: str = "utf-8") -> dict[str, str]:
    """The speaker of each utterance, from utt2spk: `utterance speaker`."""
    found: dict[str, str] = {}
    for reading, line, fields in split_rows(path, encoding):
        if len(fields) != 2:
            raise reading.error(f"expected an utterance and its speaker, found {len(fields)} fields", line)
        add_value(found, fields[0], fields[1], reading, line)
    return found


def read_speaker_lists(path: str, encoding: str = "utf-8") -> dict[str, str]:
    """The speaker of each utterance, from spk2utt: `speaker utterance utterance...`."""
    found: dict[str, str] = {}
    for reading, line, (speaker, *utterances) in split_rows(path, encoding):
        for utterance in utterances:
            add_value(found, utterance, speaker, reading, line)
    return found


def read_mapping(path: str, encoding: str = "utf-8") -> dict[str, str]:
    """The value of each utterance, from a file of lines `utterance value`; a value may have spaces."""
    found: dict[str, str] = {}
    for reading, line, fields in split_rows(path, encoding):
        if len(fields) < 2:
            raise reading.error("expected an utterance and its value, found 1 field", line)
        add_value(found, fields[0], " ".join(fields[1:]), reading, line)
    return found


def read_segments(path: str, encoding: str = "utf-8") -> Corpus:
    """Utterances without text, from Kaldi's segments: `utterance recording start end [channel]`."""
    found = []
    for reading, line, fields in split_rows(path, encoding):
        if len(fields) not in (4, 5):
            raise reading.error(f"expected utterance, recording, start and end, found {len(fields)} fields", line)
        if fields[3] == TO_THE_END:
            parse_seconds(fields[2], "start", reading, line)
        else:
            parse_span(fields[2], fields[3], reading, line)
        names = ("recording", "start", "end", "channel")
        found.append(Utterance(fields[0], "", dict(zip(names, fields[1:], strict=False))))
    return replace(Corpus.of(found, label(path)), format="segments")


def read_boundaries(path: str, encoding: str = "utf-8") -> Corpus:
    """Utterances with their recordings and times, from Kaldi's segments or a file of another format, such as stm."""
    first = next((line.split() for line in load_lines(path, encoding) if line.strip()), [])
    if len(first) in (4, 5) and is_number(first[2]) and is_number(first[3]):
        return read_segments(path, encoding)
    return read(path, encoding=encoding)


def add_field(corpus: Corpus, name: str, values: Mapping[str, str]) -> Corpus:
    """The corpus with one more field; utterances without a value are reported."""
    missing = [key for key in corpus.keys if key not in values]
    if missing and len(missing) == len(corpus):
        known = join_ids(list(values)) or "none"
        raise ScoreError(
            f"no utterance has a {name}, among them {join_ids(missing)}; known are: {known}", path=corpus.name
        )
    note = Note("field-missing", corpus.name, tuple(missing), {"column": name})
    fields = {**corpus.fields, name: [values.get(key, "") for key in corpus.keys]}
    return replace(corpus, fields=fields).add_notes(*[note] if missing else ())


def split_rows(path: str, encoding: str) -> Iterator[tuple[Reading, int, list[str]]]:
    reading = Reading(label(path), encoding)
    for number, line in enumerate(load_lines(path, encoding), 1):
        if fields := [field for field in line.replace("\t", " ").split(" ") if field]:
            yield reading, number, fields


def add_value(found: dict[str, str], utterance: str, value: str, reading: Reading, line: int) -> None:
    if found.setdefault(utterance, value) != value:
        raise reading.error(f'a second value, "{value}", after "{found[utterance]}"', line, utterance)
